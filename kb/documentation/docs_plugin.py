"""The MkDocs plugin `kodeks-docs`: with `language: docs` a build has the documentation.

The hand-written pages stand in site/docs, the order of all pages in mkdocs.yml. The pages of the
reference are generated from the program, so that none of them can be out of date. The plugin
`kodeks` puts the frame of the site around them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.languages.catalogue import load
from kb.publishing.output.language_builds import ALL, DOCS
from kb.publishing.output.sitemaps import NAME as SITEMAP
from kb.publishing.output.sitemaps import plain_sitemap

#: Where the hand-written pages are, below the home.
SOURCES = "site/docs"

#: The template of every page.
_TEMPLATE = "docs.html"

_HEADING_OR_TABLE = re.compile(r'<h[1-6] id="(?P<heading>[^"]+)"|<table>|</table>')


class DocsConfig(Config):  # type: ignore[no-untyped-call]
    """`language` as for the plugin `kodeks`; `nav` has the pages in order, as MkDocs' own nav."""

    language = config_options.Type(str, default=ALL)
    nav = config_options.Type(list, default=[])


class DocsPlugin(BasePlugin[DocsConfig]):  # type: ignore[no-untyped-call]
    """Gives MkDocs the pages of the documentation; does nothing in all other builds."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Take the pages from site/docs, and styles and scripts from the root of the site."""
        if not self._is_asked:
            return config
        home = Path(config.config_file_path or "mkdocs.yml").absolute().parent
        config.docs_dir = str(home / SOURCES)
        config.nav = self.config.nav
        above = config.extra["assets"]
        for key in ("logo", "favicon"):
            config.theme[key] = f"{above}{config.theme[key]}"
        config.extra_css = [f"{above}{path}" for path in config.extra_css]
        scripts = config.extra_javascript
        for at, script in enumerate(scripts):
            if isinstance(script, str):
                scripts[at] = f"{above}{script}"
            else:
                script.path = f"{above}{script.path}"
        notice = load(SOURCE_LANGUAGE).gettext("Unofficial copy: the federation's text binds.")
        config.extra["notice"] = notice
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Add the pages of the reference, and the sitemap of all pages."""
        if not self._is_asked:
            return files
        from kb.documentation.reference import reference_files  # it imports the whole service

        home = Path(config.docs_dir).parents[1]
        for path, content in reference_files(home).items():
            files.append(File.generated(config, path, content=content))
        pages = (page.url.removeprefix("./") for page in files.documentation_pages())
        addresses = (f"{config.site_url}{page}" for page in pages)
        written = plain_sitemap(addresses, manifest.load(home).date)
        files.append(File.generated(config, SITEMAP, content=written))
        return files

    def on_page_markdown(self, markdown: str, /, *, page: Page, **_: Any) -> str:
        """Every page has the template of the documentation."""
        if self._is_asked:
            page.meta["template"] = _TEMPLATE
        return markdown

    def on_page_content(self, html: str, /, **_: Any) -> str:
        """Tables look as they do on the rest of the site, and the keyboard reaches them."""
        return with_reachable_tables(html) if self._is_asked else html

    @property
    def _is_asked(self) -> bool:
        return self.config.language == DOCS


def with_reachable_tables(html: str) -> str:
    """HTML whose tables may scroll sideways, each named by the heading above it.

    What scrolls must be reached with the keyboard (WCAG 2.1.1).
    """
    heading = ""

    def replaced(match: re.Match[str]) -> str:
        nonlocal heading
        heading = match["heading"] or heading
        opened = f'<div class="kb-table" role="group" tabindex="0" aria-labelledby="{heading}">'
        return {
            "<table>": f'{opened}<table class="kb-grid">',
            "</table>": "</table></div>",
        }.get(match[0], match[0])

    return _HEADING_OR_TABLE.sub(replaced, html)
