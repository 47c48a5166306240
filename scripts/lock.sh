#!/bin/sh
# Write requirements/*.txt from pyproject.toml, with hashes and without any registry address. Each
# lock keeps to the versions of those before it, so that one can be installed on top of another.
# Run it with the oldest Python we support (Debian 12's 3.11.2: make lock PYTHON=/usr/bin/python3
# in a tree without .venv): a newer one may choose packages that the oldest cannot install.
set -eu
bin="$1"
locks=requirements
compile="$bin/pip-compile --quiet --strip-extras --allow-unsafe --generate-hashes --no-header
  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host"

# What an extra names, without the dependencies of the program.
alone() {
  "$bin/python" -c 'import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
print(*project["optional-dependencies"][sys.argv[1]], sep="\n")' "$1"
}

$compile --output-file $locks/runtime.txt pyproject.toml
$compile --constraint $locks/runtime.txt --extra build --output-file $locks/site.txt pyproject.toml
$compile --constraint $locks/site.txt --extra build --extra node --extra dev \
  --output-file $locks/dev.txt pyproject.toml
for extra in node bench mutants; do
  alone $extra | $compile --constraint $locks/dev.txt --output-file $locks/$extra.txt -
done
