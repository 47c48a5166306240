#!/bin/sh
# Write requirements/*.txt from pyproject.toml, with hashes and without any registry address.
# Run it with the oldest Python we support (Debian 12's 3.11.2: make lock PYTHON=/usr/bin/python3
# in a tree without .venv): a newer one may choose packages that the oldest cannot install.
set -eu
bin="$1"
common="--quiet --strip-extras --allow-unsafe --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header"
"$bin/pip-compile" $common --output-file requirements/runtime.txt pyproject.toml
"$bin/pip-compile" $common --extra build --extra dev --output-file requirements/dev.txt pyproject.toml
"$bin/pip-compile" $common --extra build --extra dev --extra mutants --output-file requirements/mutants.txt pyproject.toml
