"""The documents that people link: their files, front matter, headings, lines, plain text."""
