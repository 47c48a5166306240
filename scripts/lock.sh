#!/bin/sh
# Write requirements/*.txt from pyproject.toml, with hashes and without any registry address.
set -eu
bin="$1"
common="--quiet --strip-extras --allow-unsafe --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header"
"$bin/pip-compile" $common --output-file requirements/runtime.txt pyproject.toml
"$bin/pip-compile" $common --extra build --extra dev --output-file requirements/dev.txt pyproject.toml
