"""The command line: the app and what every command needs, then commands by what they are for."""

from kb.cli.main import main

__all__ = ["main"]
