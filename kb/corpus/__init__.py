"""The manifest of the corpus: its works, editions and texts."""
