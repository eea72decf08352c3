"""The nouns: frozen data classes without input or output. DESIGN.md section 2 is their dictionary."""
