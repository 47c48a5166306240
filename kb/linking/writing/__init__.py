"""Writes what a document cites: links in the document, lists, annotations, JSON."""
