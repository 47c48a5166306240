"""Engines that keep and search the documents of a library."""
