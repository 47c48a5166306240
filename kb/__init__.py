"""Kodeks: the laws of card games as one multilingual knowledge base."""

__version__ = "0.1.0"
