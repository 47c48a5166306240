"""Plain text as HTML and as Markdown in which it is read as the plain text that it was."""

from __future__ import annotations

import html
import re

#: What would run, hide, or lead elsewhere: a tag, a character reference, a link or an image, a
#: stretch or fence of code, the attributes and templates of site generators ({: onclick=…}, {{…}});
#: and a backslash, which would take the sign behind it away. site/paste/copies.js has the same.
_ACTIVE = re.compile(r"<|&(?=[#A-Za-z][0-9A-Za-z]{0,40};)|[\[`{]|~(?=~~)|\\(?=[!-/:-@\[-`{-~])")
#: Not every Markdown lets a backslash take these away.
_REFERENCES = {"<": "&lt;", "&": "&amp;", "~": "&#126;"}


def as_html(text: str) -> str:
    """Plain text as HTML."""
    return html.escape(text, quote=False)


def as_markdown(text: str) -> str:
    """Plain text as Markdown that says the same.

    No more is escaped than must be: what makes a heading, a list or emphasis of a line does so
    still, as it does where people write Markdown without knowing it.

    >>> as_markdown("<script> &lt; R&D 3 < 4")
    '&lt;script> &amp;lt; R&D 3 &lt; 4'
    """
    return _ACTIVE.sub(lambda sign: _REFERENCES.get(sign[0], f"\\{sign[0]}"), text)
