"""Reads articles that are printed in columns, each column in another language."""
