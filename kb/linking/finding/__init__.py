"""Finds the citations of a document by their words, without asking what they mean."""
