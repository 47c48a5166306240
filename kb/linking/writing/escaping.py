"""Escapes plain text so that it reads the same when it is HTML or Markdown."""

from __future__ import annotations

import html
import re

#: Signs that begin what would run, hide or lead elsewhere: a tag, a character reference, a link or
#: image, code, the attributes and templates of site generators ({: onclick=…}, {{…}}); and a
#: backslash that would take away the meaning of the next sign. site/paste/copies.js has the same.
_ACTIVE = re.compile(r"<|&(?=[#A-Za-z][0-9A-Za-z]{0,40};)|[\[`{]|~(?=~~)|\\(?=[!-/:-@\[-`{-~])")
#: Not every Markdown lets a backslash escape these, so that a reference is written instead.
_REFERENCES = {"<": "&lt;", "&": "&amp;", "~": "&#126;"}


def as_html(text: str) -> str:
    """Plain text as HTML."""
    return html.escape(text, quote=False)


def as_markdown(text: str) -> str:
    """Plain text as Markdown that says the same.

    No more is escaped than is needed for safety: a line that looks like a heading, a list or
    emphasis in Markdown becomes one.

    >>> as_markdown("<script> &lt; R&D 3 < 4")
    '&lt;script> &amp;lt; R&D 3 &lt; 4'
    """
    return _ACTIVE.sub(lambda sign: _REFERENCES.get(sign[0], f"\\{sign[0]}"), text)
