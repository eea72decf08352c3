"""`python -m gitexp` is `exp`."""

from gitexp.cli import main

main()
