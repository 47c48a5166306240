"""The MkDocs plugin `kodeks`, which gives MkDocs the pages of one language or of the whole site.

With the code of a language a build has the pages in it. With `language: none` it has the site's
root: the hand-written pages and the list of languages. With `language: docs` it has the
documentation, whose pages come from the plugin `kodeks-docs`; this one puts the frame of the site
around them. With `language: all`, as in a plain `mkdocs build`, it has the root, and then every
language and the documentation in directories of their own.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from kb.core.addresses import EXAMPLE, RULINGS, site_address
from kb.core.errors import KodeksError, NotFoundError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import Catalogue, load
from kb.languages.names import language_name
from kb.opening import open_store
from kb.publishing.browser import styles
from kb.publishing.browser.decide_words import words_files
from kb.publishing.browser.installing import ICONS, MANIFEST, colours
from kb.publishing.browser.installing import manifest as manifest_of
from kb.publishing.browser.linking_pages import linker_files
from kb.publishing.browser.opensearch import NAME as OPENSEARCH
from kb.publishing.browser.opensearch import opensearch
from kb.publishing.browser.page_scripts import page_scripts
from kb.publishing.browser.search_script import search_files
from kb.publishing.output.language_builds import ALL, DOCS, ROOT
from kb.publishing.output.offline import put_offline
from kb.publishing.output.page_list import pages
from kb.publishing.output.site import build_below, epoch
from kb.publishing.output.sitemaps import NAME as SITEMAP
from kb.publishing.output.sitemaps import root_files, sitemap
from kb.publishing.pages.search import box
from kb.publishing.parts.alternates import alternates
from kb.publishing.parts.language_site import LanguageSite, language_site
from kb.publishing.parts.lean import lean
from kb.publishing.parts.navigation import foot, moved, site_navigation
from kb.publishing.parts.policy import with_policy
from kb.publishing.parts.spoken import spoken
from kb.publishing.parts.summary import summary
from kb.storage.store import Store

log = logging.getLogger("mkdocs.plugins.kodeks")

_THEME_LANGUAGES = "partials/languages"

#: Files of Material for its search, which is off, and for debugging; they are half of its bytes.
_UNUSED = re.compile(r"assets/javascripts/(?:lunr|workers)/|assets/.*\.map$")


#: The sitemaps that MkDocs would write. It knows nothing of languages, so the site has its own.
_NOT_OURS = {"sitemap.xml", "sitemap.xml.gz"}


class KodeksConfig(Config):  # type: ignore[no-untyped-call]
    """`language`: one of the corpus, `none` (the root alone), `docs`, or `all` for everything."""

    language = config_options.Type(str, default=ALL)


class KodeksPlugin(BasePlugin[KodeksConfig]):  # type: ignore[no-untyped-call]
    """Feeds MkDocs with generated pages; see the module."""

    site: str
    corpus: Corpus
    store: Store
    language_site: LanguageSite | None = None

    def __init__(self) -> None:
        super().__init__()
        self._blocks: dict[str, str] = {}

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the manifest, bring the build of the corpus up to date, set the language."""
        home = Path(config.config_file_path or "mkdocs.yml").absolute().parent
        with _plugin_errors():
            self.site = site_address(config.site_url or EXAMPLE)
            self.corpus = manifest.load(home)
            os.environ.setdefault("SOURCE_DATE_EPOCH", epoch(self.corpus))
            self.store = open_store(self.corpus, log.info)
            parts = [ALL, ROOT, DOCS, *self._codes]
            if self.config.language not in parts:
                raise NotFoundError(f"the site has no pages in {self.config.language!r}", parts)
            if self.config.language in self._codes:
                to = str(config.extra.get("corrections") or "")
                language = self.config.language
                self.language_site = language_site(self.corpus, self.store, language, to, self.site)
        config.theme.static_templates -= _NOT_OURS
        config.site_url = f"{self.site}{self._directory}"
        if self.language_site:
            config.nav = site_navigation(self.language_site)
        with _plugin_errors():
            self._speak(config, self._catalogue)
        return config

    @cached_property
    def _catalogue(self) -> Catalogue:
        """The catalogue of the pages: the root and the documentation are in English."""
        if self.language_site:
            return self.language_site.catalogue
        return load(SOURCE_LANGUAGE, self.corpus.home)

    def _speak(self, config: MkDocsConfig, catalogue: Catalogue) -> None:
        """Set the language of the theme, and the words and addresses that its frame needs."""
        translated = any(
            (Path(place) / _THEME_LANGUAGES / f"{catalogue.spoken}.html").is_file()
            for place in config.theme.dirs
        )
        config.theme["language"] = catalogue.spoken if translated else SOURCE_LANGUAGE
        names = (catalogue.gettext("Dark colours"), catalogue.gettext("Light colours"))
        for palette, name in zip(config.theme["palette"], names, strict=True):
            palette["toggle"]["name"] = name
        config.site_description = summary(self.corpus, catalogue)
        config.extra["search"] = box(catalogue)
        window = colours(self.corpus.home)
        config.extra["window"] = {"light": window.light, "dark": window.dark}
        config.extra["root"] = "../" if self._directory else ""
        config.extra["assets"] = "../" if self._is_docs else ""  # the documentation uses the root's
        config.extra["manifest"] = MANIFEST if self.language_site else ""
        config.extra["opensearch"] = OPENSEARCH if self.language_site else ""
        if self._directory:
            config.extra["homepage"] = "."
            config.theme.static_templates.discard("404.html")  # there is one, the root's
        if not self.language_site:
            config.extra["source_language"] = SOURCE_LANGUAGE
            config.extra["searches"] = {c: box(load(c, self.corpus.home)) for c in self._codes}
            config.extra["languages"] = [
                _entrance(self.corpus, load(c, self.corpus.home)) for c in self._codes
            ]
            config.extra["texts"] = self.corpus.published
            config.extra["places"] = [
                *(work.id for work in self.corpus.works),
                *(edition.id for edition in self.corpus.editions),
            ]
            if self._is_docs:
                about = next(c for c in (SOURCE_LANGUAGE, *self._codes) if c in self._codes)
                config.extra["foot"] = foot(catalogue, f"../{about}/")
            return
        config.extra["foot"] = foot(self.language_site.catalogue)

    @property
    def _is_docs(self) -> bool:
        return self.config.language == DOCS

    @property
    def _directory(self) -> str:
        """Where this part of the site stands below its root; "" is the root itself."""
        return "" if self.config.language in (ALL, ROOT) else f"{self.config.language}/"

    @property
    def _codes(self) -> tuple[str, ...]:
        return self.corpus.page_languages

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Give MkDocs the pages of a language or the files of the root, and the assets."""
        files = Files([file for file in files if not _UNUSED.match(file.src_uri)])
        with _plugin_errors():
            self._put(files, config)
        return files

    def _put(self, files: Files, config: MkDocsConfig) -> None:
        if self._is_docs:
            return
        if self.language_site:
            for file in files.documentation_pages():
                files.remove(file)
            listed: list[str] = []
            alone: list[str] = []
            for page in pages(self.language_site):
                file = File.generated(config, page.path, content=page.markdown)
                if not page.in_navigation:
                    file.inclusion = InclusionLevel.NOT_IN_NAV
                files.append(file)
                if page.indexed:
                    (alone if page.alone else listed).append(_path(file))
            here = self.language_site.language
            written = sitemap(self.site, self._codes, here, listed, self.corpus.date, alone)
            catalogue = self.language_site.catalogue
            about = summary(self.corpus, catalogue)
            application = manifest_of(catalogue, about, colours(self.corpus.home))
            beside: dict[str, str | bytes] = {
                SITEMAP: written,
                MANIFEST: application,
                OPENSEARCH: opensearch(catalogue, about, self.site),
            }
            for path, content in (beside | dict(moved(self.language_site))).items():
                files.append(File.generated(config, path, content=content))
        else:
            self._copied(files, ICONS, config)
            root = root_files(self.site, self._codes, self.corpus.date)
            for files_of in (linker_files, search_files, words_files):
                root |= files_of(self.corpus, self.store)
            for name, data in root.items():
                files.append(File.generated(config, name, content=data))
        home = self.corpus.home
        self._copied(files, "assets", config, but=".js")
        for name, content in page_scripts(home).items():
            files.append(File.generated(config, name, content=content))
        files.append(File.generated(config, styles.NAME, content=styles.style_sheet(home)))

    def _copied(self, files: Files, name: str, config: MkDocsConfig, but: str = "") -> None:
        """Add the files below site/<name>, except those with the suffix `but`, to the site."""
        directory = self.corpus.home / "site" / name
        for path in sorted(p for p in directory.rglob("*") if p.is_file()):
            if but and path.suffix == but:
                continue
            target = f"{name}/{path.relative_to(directory).as_posix()}"
            files.append(File.generated(config, target, abs_src_path=str(path)))

    def on_env(self, env: Environment, /, **_: Any) -> Environment:
        """Keep Jinja from looking whether templates have changed while a site is built."""
        env.auto_reload = False
        return env

    def on_page_markdown(self, markdown: str, /, *, page: MkDocsPage, **_: Any) -> str:
        """Keep the HTML of a generated page from Markdown, and give Markdown an empty page.

        Markdown would leave it as it is too, but that takes longer than all else of a build.
        """
        if not self.language_site:
            return markdown
        self._blocks[page.file.src_uri] = markdown
        return ""

    def on_page_content(self, html: str, /, *, page: MkDocsPage, **_: Any) -> str:
        """Put the HTML back. Tell the theme the page's heading, to which its skip link leads."""
        html = self._blocks.pop(page.file.src_uri, html)
        if anchor := page.meta.get("anchor"):
            page.toc = TableOfContents([AnchorLink(str(page.meta["title"]), anchor, 1)])
        return html

    def on_page_context(
        self, context: Any, /, *, page: MkDocsPage, config: MkDocsConfig, **_: Any
    ) -> Any:
        """Tell the theme the same page in other languages, for search engines and the switch."""
        is_alone = page.meta.get("alone", False)  # a ruling that stands in its own language only
        others = () if self._is_docs or is_alone else self._codes  # the documentation too
        context["alternates"] = alternates(self.site, others, page.url) if others else ()
        config.extra["scope"] = context["base_url"]  # below which a choice of colours is kept
        if self._directory:
            config.extra["scope"] += "/.."
        if self.language_site:
            config.extra["alternate"] = [
                {
                    "name": language_name(code),
                    "lang": code,
                    "link": f"../{code}/{f'{RULINGS}/' if is_alone else page.url}",
                    "current": code == self.language_site.language,
                }
                for code in self._codes
            ]
        return context

    def on_post_page(self, output: str, /, **_: Any) -> str:
        """Take blank lines and indents out of a page, and put its security policy in."""
        return with_policy(spoken(lean(output), self._catalogue))

    def on_post_template(self, output_content: str, /, *, template_name: str, **_: Any) -> str:
        """Do the same to pages that are templates, such as 404.html."""
        is_page = template_name.endswith(".html")
        return self.on_post_page(output_content) if is_page else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """With `language: all`, build all that stands below the root."""
        if self.config.language != ALL:
            return
        with _plugin_errors():
            build_below(self.corpus, Path(config.site_dir), strict=bool(config.strict))
            put_offline(self.corpus, Path(config.site_dir))


@contextmanager
def _plugin_errors() -> Iterator[None]:
    """Turn a `KodeksError` into an error that MkDocs shows without a trace, with its hint."""
    try:
        yield
    except KodeksError as error:
        raise PluginError(f"{error.message}. {error.hint or ''}") from error


def _path(file: File) -> str:
    """The path of a page below the directory of its language; "" is the home page."""
    return "" if file.url == "./" else file.url


def _entrance(corpus: Corpus, catalogue: Catalogue) -> dict[str, str]:
    """What the pages of the root show of one language, in its own words."""
    return {
        "code": catalogue.language,
        "spoken": catalogue.spoken,
        "name": language_name(catalogue.language),
        "about": summary(corpus, catalogue),
        "notice": catalogue.gettext("Unofficial copy: the federation's text binds."),
        "missing": catalogue.gettext("There is no such page here."),
        "start": catalogue.gettext("Start"),
        "search": catalogue.gettext("Search"),
        "find": catalogue.gettext("Find"),
        "perhaps": catalogue.gettext("Perhaps you want:"),
    }
