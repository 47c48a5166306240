"""Write the OpenAPI document anew, when routes or schemas have changed: kb/service/openapi.json.

Example: scripts/openapi.py
"""

from __future__ import annotations

from kb.corpus import manifest
from kb.files.atomic import write_whole
from kb.service.app import create_api
from kb.service.openapi_document import FILE, written
from kb.service.settings import Settings


def main() -> None:
    write_whole(FILE, written(create_api(manifest.find_home(), Settings())))
    print(f"written: {FILE}")


if __name__ == "__main__":
    main()
