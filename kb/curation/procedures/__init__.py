"""Procedures that people wrote: read, checked against the laws and against each other, signed."""
