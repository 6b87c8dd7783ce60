# The commands everyone relies on. A fresh machine needs Python 3.11, git and make; everything else comes from the package index.
SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV_VERSION := 0.13.8
# the extras in requirements.lock: all but docker, which no test here can use
LOCKED := endpoint sql mcp notify otel celery k8s postgres dg dev
BIN := .venv/bin
READY := .venv/.ready
PYTEST_ARGS ?=
NEEDS := npm or compiler or bubblewrap or browser or database or wheel or program
FULL = PATH="$(TOOLS_PATH):$$PATH" TESTFIX_FULL=$$(test -s .tools/left-out && echo some || echo all) \
	  TESTFIX_PICTURES=$(CURDIR)/.pictures $(BIN)/python -m pytest

.DEFAULT_GOAL := help
TOOLS_PATH := $(CURDIR)/.tools/node_modules/.bin
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:                   ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 20

setup: $(READY)         ## make .venv from requirements.lock

$(READY): requirements.lock pyproject.toml
	@echo "setting up .venv (once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@$(BIN)/python -m compileall -q testfix_pipeline
	@touch $@

demo: $(READY)          ## turn the bundled broken projects green and say where to look next
	@$(BIN)/python -m testfix_pipeline.cli.demo

recording: $(READY)     ## draw docs/pictures/fix.svg from a run of `testfix fix`
	@$(BIN)/python tools/recording.py

ui: $(READY)            ## Dagster's UI on http://127.0.0.1:3000
	DAGSTER_HOME=$(CURDIR) $(BIN)/testfix ui --port $${PORT:-3000}

# Many tests start a Python of their own. Where none may write byte code, each would compile 400 modules. They wait for
# processes a third of their time: four workers for two cores. `types` takes one core: it runs beside them.
test: $(READY) lint     ## run every check and test that needs no npm or system package; names how many long ones it leaves to test-full
	@$(BIN)/python -m compileall -q testfix_pipeline
	@log=$$(mktemp); $(MAKE) types >$$log 2>&1 & types=$$!; \
	  $(BIN)/python -m pytest -n 4 --dist worksteal --cpu-seconds 20 $(PYTEST_ARGS); tests=$$?; \
	  wait $$types; types=$$?; cat $$log; rm $$log; exit $$((tests | types))

quick: $(READY)         ## the tests that start no process and no Dagster run and take under 2 s each: in all under a minute; says how long it took
	@TIMEFORMAT='make quick: %0R s, %0U s of the processors'; \
	  time $(BIN)/python -m pytest -q -n 2 -m "not processes and not slow" $(PYTEST_ARGS)

test-for: $(READY)      ## the tests that a change to PATHS="FILE ..." affects, by default to what is not committed; QUICK=1 for those without processes
	@QUICK=$(QUICK) $(BIN)/python tools/test_for.py $(PATHS)

test-full: $(READY)     ## install the coding CLIs (pinned, into .tools) and the browser, and run what `make test` leaves out, or would without node, go and cargo; skips nothing
	@tools/install
	@mkdir -p .pictures
	$(FULL) -n 2 --dist loadfile -m "$(NEEDS)" $(PYTEST_ARGS)
	$(FULL) -n 3 --dist worksteal -m "long and not ($(NEEDS))" $(PYTEST_ARGS) $$($(BIN)/python -m testfix_pipeline_tests.long_tests)
	@sed 's/^/NOT RUN HERE: /' .tools/left-out

check: lint types       ## format, lint, terminology, size, types, architecture contracts

lint: $(READY)          ## the checks that take seconds: format, lint, terminology, size
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	@$(BIN)/python tools/terminology.py
	@$(BIN)/python tools/size.py --check

types: $(READY)         ## types and architecture contracts
	$(BIN)/mypy
	$(BIN)/lint-imports --cache-dir .import_linter_cache

terms: $(READY)         ## name the words that docs/glossary.md replaces, where a file holds more than it may
	@$(BIN)/python tools/terminology.py

lint-fix: $(READY)      ## format, apply the safe lint fixes, lower the allowances of wrong terms and of lines
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --fix --quiet .
	@$(BIN)/python tools/terminology.py --update
	@$(BIN)/python tools/size.py --update

size: $(READY)          ## lines by package, beside what tools/size-allowed.toml allows
	@$(BIN)/python tools/size.py

ledger: $(READY)        ## by rule: cases that it decides, of how many projects, that it alone decides, and its lines
	@$(BIN)/python -m benchmarks.ledger

train: $(READY)         ## fit the orders in which edits are tried to the rows in the repository; says whether the shipped files are reproduced
	@$(BIN)/python -m benchmarks.repair.training
	@$(BIN)/python -m benchmarks.repair.training --language javascript

package: $(READY)       ## build and check the distributions in dist, run the demo of the wheel in a fresh environment
	@tools/package

try-image: $(READY)     ## take the steps of deploy/Containerfile in a fresh root file system, where no image can be built: as root, with mmdebstrap
	@$(BIN)/python -m tools.try_image

try-fresh: $(READY)     ## `make demo` and `make test` in a root file system with Python 3.11, git and make alone: as root, with mmdebstrap; FRESH_ROOT=FOLDER keeps it
	@$(BIN)/python -m tools.try_fresh $(FRESH_ROOT)

# Proofs and benchmarks. QUICK=1 reaches them as a variable, and each says what it leaves out.
prove-tampering: $(READY)   ## patches that deceive and honest fixes, all judged by the cycle; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.tampering

prove-doors: $(READY)       ## forty changes through `testfix verify`, MCP and `testfix ci`: the same verdicts, none wrong; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.doors

prove-containment: $(READY) ## hostile test suites and tools under each level of containment; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.containment

prove-budgets: $(READY) ## suites that hang and large ones under budgets of 10, 30 and 120 s, on a quiet machine; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.budgets

prove-kills: $(READY)   ## a cycle killed, or one of its operations failing, at every place; QUICK=1 for nine minutes of it
	@$(BIN)/python -m benchmarks.kills

prove-fuzz: $(READY)    ## everything that is read back, and every input, damaged in 26 000 ways; QUICK=1 for a tenth
	@$(BIN)/python -m benchmarks.fuzz

prove-load: $(READY)    ## ten sessions at once, on one project and on ten, in containers and by the daemon, for ten minutes; QUICK=1 for a wave of each kind
	@$(BIN)/python -m benchmarks.load

prove-cluster: $(READY) ## workers that share only a git remote, killed at random, and on Celery; QUICK=1 for one race of each kind
	@$(BIN)/python -m benchmarks.cluster

prove-year: $(READY)        ## a year of scripted nights: the history says what the script says; QUICK=1 for 60 nights
	$(BIN)/python -m benchmarks.year

prove-agents: $(READY)  ## each coding CLI against every fault of a model's server; QUICK=1 for a part
	@tools/install
	@PATH="$(TOOLS_PATH):$$PATH" $(BIN)/python -m benchmarks.agents

prove-ui: $(READY)      ## what people do in Dagster's UI, in a real browser; leaves pictures in .pictures
	@tools/install browser
	@mkdir -p .pictures
	@TESTFIX_FULL=some TESTFIX_PICTURES=$(CURDIR)/.pictures $(BIN)/python -m pytest -q -m browser testfix_pipeline_tests/ui

bench-repair: $(READY)      ## how many bugs the repair engine fixes, on its own corpus; QUICK=1 for a glance
	$(BIN)/python -m benchmarks.repair --prepare

bench-javascript: $(READY)  ## how many bugs the repair engine fixes in JavaScript and TypeScript programs and npm packages; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.javascript
	@$(BIN)/python -m benchmarks.javascript --set packages

bench-go: $(READY)          ## how many bugs the repair engine fixes in Go programs; QUICK=1 for a part
	@$(BIN)/python -m benchmarks.go

bench-updates: $(READY)     ## code that a newer version of a library broke: what the engine makes of 60 library pairs; QUICK=1 for twelve
	@$(BIN)/python -m benchmarks.updates

bench-near-misses: $(READY) ## what the repair engine makes of patches of models that are nearly right; QUICK=1 for a part
	$(BIN)/python -m benchmarks.agents.near_misses

bench-candidates: $(READY)  ## validated candidates a second, warm process against subprocess pytest; QUICK=1 for fewer
	$(BIN)/python -m benchmarks.candidates

bench-planning: $(READY)    ## test generation and the gates on real packages; QUICK=1 for a part
	$(BIN)/python -m benchmarks.planning

bench-explain: $(READY)     ## does `testfix explain` name the faulty statement, and does a session abstain where no edit helps; QUICK=1 for ten programs
	@$(BIN)/python -m benchmarks.explain

bench-order: $(READY)       ## are tests that depend on their order explained and repaired: thirty small projects; QUICK=1 for eight
	@$(BIN)/python -m benchmarks.order

bench-checks: $(READY)      ## are red checks turned green, and the rest named: small projects of twelve classes; QUICK=1 for a sixth
	@PATH="$(TOOLS_PATH):$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m benchmarks.checks

bench-flaky: $(READY)       ## is it named what makes tests flaky: forty small projects, and ten steady failures; QUICK=1 for seven
	@$(BIN)/python -m benchmarks.flaky

bench-verify: $(READY)      ## does `testfix verify` tell tampered tests from refactored ones: 172 changes; QUICK=1 for every fourth
	@$(BIN)/python -m benchmarks.verify

bench-fix: $(READY)         ## how long `testfix fix` takes on one-bug projects, and on what; QUICK=1 for six small ones
	$(BIN)/python -m benchmarks.fix

bench-fix-change: $(READY)  ## what changes since the commit BEFORE do to `testfix fix`, with pytest and vitest; QUICK=1 for two pairs
	@PATH="$(TOOLS_PATH):$$PATH" $(BIN)/python -m benchmarks.fix.paired $(or $(BEFORE),HEAD)

bench-parity: $(READY)      ## public repositories by their own command and by `testfix measure`, and a planted fault repaired in each; QUICK=1 for twelve
	@$(BIN)/python -m benchmarks.parity $(PARITY_ARGS)

bench-overhead: $(READY)    ## what the pipeline adds around running tests and searching; QUICK=1 for two rounds
	$(BIN)/python -m benchmarks.overhead

bench-history: $(READY)     ## the history at a million test outcomes; QUICK=1 for a tenth
	$(BIN)/python -m benchmarks.history

bench-scale: $(READY)       ## 5,000 registered projects and a growing history, against the plain way; 100,000 sessions; a model of a night; the speed of N workers; QUICK=1 for a tenth
	@$(BIN)/python -m benchmarks.scale
	@$(BIN)/python -m benchmarks.scale.sessions
	@$(BIN)/python -m benchmarks.scale.night
	@$(BIN)/python -m benchmarks.scale.workers

lock:                   ## resolve requirements.lock again (no registry address goes in)
	$(BIN)/uv pip compile --quiet --generate-hashes $(LOCKED:%=--extra %) --no-emit-index-url --no-header --universal -p 3.11 pyproject.toml -o requirements.lock

clean:                  ## remove what the commands above made
	rm -rf .venv .tools .pictures .dagster .demo .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
