"""The command line: the app with what all commands need, and a module for each kind of command."""

from kb.cli.main import main

__all__ = ["main"]
