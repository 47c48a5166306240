"""The MkDocs plugin `kodeks`: gives MkDocs the pages of one language, or builds the whole site.

With `language: hu` a build has the Hungarian pages. With `language: none` it has the site's root:
the hand-written pages and the list of languages. With `language: all` (what a plain
`mkdocs build` does) it has the root and then, in directories of their own, every language.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from kb import corpus as manifest
from kb.catalogue import SOURCE_LANGUAGE, Catalogue, load
from kb.corpus import Corpus
from kb.errors import KodeksError, NotFoundError
from kb.languages import language_name
from kb.opening import open_store
from kb.publishing import styles
from kb.publishing.book import languages, published
from kb.publishing.linking_pages import linker_files
from kb.publishing.navigation import moved, site_navigation
from kb.publishing.pages import pages
from kb.publishing.press import Press, press
from kb.publishing.site import ALL, ROOT, build_languages, epoch
from kb.store import Store

log = logging.getLogger("mkdocs.plugins.kodeks")

_THEME_LANGUAGES = "partials/languages"

#: What Material brings for its search, which is off, and for debugging: half of its weight.
_UNUSED = re.compile(r"assets/javascripts/(?:lunr|workers)/|assets/.*\.map$")


#: What MkDocs writes for search engines: empty as long as the site has no address of its own.
_WITHOUT_ADDRESS = {"sitemap.xml", "sitemap.xml.gz"}


class KodeksConfig(Config):  # type: ignore[no-untyped-call]
    """`language`: a language of the corpus, `none` for the root alone, `all` for everything."""

    language = config_options.Type(str, default=ALL)


class KodeksPlugin(BasePlugin[KodeksConfig]):  # type: ignore[no-untyped-call]
    """Feeds MkDocs with generated pages; see the module."""

    corpus: Corpus
    store: Store
    press: Press | None = None

    def __init__(self) -> None:
        super().__init__()
        self._blocks: dict[str, str] = {}

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the manifest, bring the build up to date, speak the language of this build."""
        home = Path(config.config_file_path or "mkdocs.yml").absolute().parent
        try:
            self.corpus = manifest.load(home)
            os.environ.setdefault("SOURCE_DATE_EPOCH", epoch(self.corpus))
            self.store = open_store(self.corpus, log.info)
            if self.config.language not in (ALL, ROOT, *self._codes):
                raise NotFoundError(
                    f"the site has no pages in {self.config.language!r}", [ALL, ROOT, *self._codes]
                )
            if self.config.language not in (ALL, ROOT):
                self.press = press(self.corpus, self.store, self.config.language)
        except KodeksError as error:
            raise PluginError(f"{error.message}. {error.hint or ''}") from error
        config.theme.static_templates -= _WITHOUT_ADDRESS
        if self.press:
            config.nav = site_navigation(self.press)
        self._speak(config, self.press.catalogue if self.press else load(SOURCE_LANGUAGE, home))
        return config

    def _speak(self, config: MkDocsConfig, catalogue: Catalogue) -> None:
        """The theme's own words, the switch of colours and the description in one language."""
        known = any(
            (Path(place) / _THEME_LANGUAGES / f"{catalogue.spoken}.html").is_file()
            for place in config.theme.dirs
        )
        config.theme["language"] = catalogue.spoken if known else SOURCE_LANGUAGE
        names = (catalogue.gettext("Dark colours"), catalogue.gettext("Light colours"))
        for palette, name in zip(config.theme["palette"], names, strict=True):
            palette["toggle"]["name"] = name
        if not self.press:
            config.extra["languages"] = [_entrance(load(c, self.corpus.home)) for c in self._codes]
            config.extra["texts"] = published(self.corpus)
            return
        config.extra["homepage"] = "."
        config.theme.static_templates.discard("404.html")  # there is one, the root's

    @property
    def _codes(self) -> tuple[str, ...]:
        return languages(self.corpus)

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """The pages of a language, or the root's with the files of the linker; the assets."""
        files = Files([file for file in files if not _UNUSED.match(file.src_uri)])
        if self.press:
            for file in files.documentation_pages():
                files.remove(file)
            for page in pages(self.press):
                file = File.generated(config, page.path, content=page.markdown)
                if not page.in_navigation:
                    file.inclusion = InclusionLevel.NOT_IN_NAV
                files.append(file)
            for path, html in moved(self.press):
                files.append(File.generated(config, path, content=html))
        else:
            for path, content in linker_files(self.corpus, self.store):
                files.append(File.generated(config, path, content=content))
        home = self.corpus.home
        assets = home / "site" / "assets"
        for asset in sorted(p for p in assets.rglob("*") if p.is_file()):
            name = f"assets/{asset.relative_to(assets).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(asset)))
        files.append(File.generated(config, styles.NAME, content=styles.style_sheet(home)))
        return files

    def on_page_markdown(self, markdown: str, /, *, page: MkDocsPage, **_: Any) -> str:
        """Keep a generated page from Markdown: all of it is one block of HTML, left as it is.

        To find that out takes longer than anything else of a build.
        """
        if not self.press:
            return markdown
        self._blocks[page.file.src_uri] = markdown
        return ""

    def on_page_content(self, html: str, /, *, page: MkDocsPage, **_: Any) -> str:
        """Tell the theme the heading of a generated page: its link past the menus goes there."""
        html = self._blocks.pop(page.file.src_uri, html)
        if anchor := page.meta.get("anchor"):
            page.toc = TableOfContents([AnchorLink(str(page.meta["title"]), anchor, 1)])
        return html

    def on_page_context(
        self, context: Any, /, *, page: MkDocsPage, config: MkDocsConfig, **_: Any
    ) -> Any:
        """The language switch keeps the page: every language has the same ones."""
        if self.press:
            config.extra["alternate"] = [
                {
                    "name": language_name(code),
                    "lang": code,
                    "link": f"../{code}/{page.url}",
                    "current": code == self.press.language,
                }
                for code in self._codes
            ]
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Build every language below the root, if everything is asked for."""
        if self.config.language != ALL:
            return
        try:
            build_languages(self.corpus, Path(config.site_dir), strict=bool(config.strict))
        except KodeksError as error:
            raise PluginError(error.message) from error


def _entrance(catalogue: Catalogue) -> dict[str, str]:
    """What the root says in one language."""
    return {
        "code": catalogue.language,
        "spoken": catalogue.spoken,
        "name": language_name(catalogue.language),
        "about": catalogue.gettext(
            "The laws of bridge and the rules of Ulti, clause by clause, "
            "in the languages they are played in."
        ),
        "notice": catalogue.gettext("Unofficial copy: the federation's text binds."),
        "missing": catalogue.gettext("There is no such page here."),
        "start": catalogue.gettext("Start"),
    }
