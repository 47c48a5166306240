"""Finds every regular expression of the program and says whether it is linear on every text."""
