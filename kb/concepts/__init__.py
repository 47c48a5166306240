"""Concepts: the things that players have words for, in every language, and where the laws are."""
