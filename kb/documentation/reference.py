"""The reference: pages made of the program, so that none of them can say what it does not do."""

from __future__ import annotations

import json
from pathlib import Path

from kb.core.schemas import schemas
from kb.documentation.commands import commands_page
from kb.documentation.formats import SCHEMA_FILE, formats_page
from kb.documentation.http_api import DOCUMENT_FILE, http_api_page
from kb.documentation.written_markdown import page
from kb.service.app import create_api
from kb.service.openapi_document import openapi
from kb.service.settings import Settings, settings_table

#: The directory of the reference below the documentation.
_PLACE = "reference"


def reference_files(home: Path) -> dict[str, str]:
    """The generated pages by their path below the documentation, and the data they are made of.

    Their examples are of the corpus of a home.
    """
    document = openapi(create_api(home, Settings()))
    files = {
        "commands.md": commands_page(home),
        "formats.md": formats_page(),
        "http-api.md": http_api_page(document),
        "settings.md": _settings_page(),
        DOCUMENT_FILE: json.dumps(document, ensure_ascii=False),
    }
    for name, schema in schemas().items():
        files[SCHEMA_FILE.format(name=name)] = json.dumps(schema, ensure_ascii=False, indent=1)
    return {f"{_PLACE}/{name}": content for name, content in files.items()}


def _settings_page() -> str:
    return page(
        "Settings",
        "Everything that an operator of the service can set.",
        [
            "This page is generated from the program. Every setting of `kodeks serve` can be given "
            "as an option (`kodeks serve --port 8080`) or as an environment variable "
            "(`KODEKS_PORT=8080`). An option goes before a variable, a variable before the "
            "default. Sizes are in bytes, times in seconds. A value that cannot be used ends the "
            "program with exit code 2 and a message that says what would be possible.",
            settings_table().rstrip(),
            "Two more variables are no settings of the service. `KODEKS_HOME` names the directory "
            "that has `corpus/` and `build/`; without it, Kodeks takes the nearest such directory "
            "above the working directory, or else its own checkout. `KODEKS_CORRECTIONS` is the "
            "e-mail address to which readers of the site report errors; `make site` reads it when "
            "it builds the pages.",
        ],
    )
