"""Reads lawbooks in running text: laws, labels, notes, definitions, tables."""
