"""The knowledge base in formats of other programs."""
