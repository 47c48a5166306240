"""Reads what people add to the texts: explanations, correspondence, titles, chapters, concepts."""
