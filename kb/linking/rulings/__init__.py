"""Rulings as documents, and what many of them cite: citator, table of authorities."""
