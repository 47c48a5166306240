"""Write the OpenAPI document anew, when routes or schemas have changed: kb/service/openapi.json.

Example: scripts/openapi.py
"""

from __future__ import annotations

from kb import corpus as manifest
from kb.service.app import create_api
from kb.service.documents import FILE, written
from kb.service.settings import Settings
from kb.writing import write_whole


def main() -> None:
    write_whole(FILE, written(create_api(manifest.find_home(), Settings())))
    print(f"written: {FILE}")


if __name__ == "__main__":
    main()
