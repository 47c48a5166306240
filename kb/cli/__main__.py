"""`python -m kb.cli`, for where the command is not on the path."""

from kb.cli.main import main

main()
