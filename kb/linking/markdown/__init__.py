"""The linker as an extension of Python-Markdown."""
