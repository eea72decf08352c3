"""git-exp: what a team learnt the hard way, kept as reviewed YAML and recalled only where it applies."""

__version__ = "0.1.0"
