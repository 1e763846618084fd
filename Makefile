# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every target sets up what it needs: python3 (3.11 or newer), a C++20 compiler and make are taken for granted.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CMAKE := $(BIN)/cmake
READY := $(VENV)/.ready
WORKERS ?= 2
MINUTES ?= 10

# The tests of bench/ and examples/ run with the environment's Python, whatever the PATH says.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help demo pictures test test-long test-sanitized cpp-tests quick slow-tests check docs notebooks features lint format test-runtime test-python sanitize runtime setup wheel wheels clean

help: ## This text
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: setup runtime ## The task graph of examples/cholesky on real data, the pipeline of examples/streaming on a file
	$(BIN)/python examples/cholesky/demo.py
	@echo
	$(BIN)/python examples/streaming/demo.py

pictures: setup ## The programs of examples/peers as pages, in build/pictures
	mkdir -p build/pictures
	for file in examples/peers/*.mlir; do \
		$(BIN)/asyncir view $$file -o build/pictures/$$(basename $$file .mlir).html 2>/dev/null || echo "$$file is refused"; done

test: check test-runtime test-python ## check, the C++ tests, and all tests that take less than 3 s each

test-long: test-sanitized ## What `make test` leaves out: the C++ tests under sanitizers, the tests that take longer
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m long

check: setup ## ruff, pyright, the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: setup ## Format the Python files
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test-runtime: ## The C++ runtimes' tests
	@$(MAKE) --no-print-directory cpp-tests PRESETS=dev

test-sanitized: ## The same under TSan, and under ASan and UBSan
	@$(MAKE) --no-print-directory cpp-tests PRESETS='tsan asan'

# The next preset is built while the tests of one run, which wait half of the time.
cpp-tests: setup
	@failed=0; running=; for preset in $(PRESETS); do \
	  echo "runtime tests: $$preset"; \
	  $(CMAKE) -S runtime --preset $$preset > build/configure-$$preset.log || { cat build/configure-$$preset.log; failed=1; break; }; \
	  $(CMAKE) --build build/runtime-$$preset > build/build-$$preset.log || { cat build/build-$$preset.log; failed=1; break; }; \
	  runtime/test/run.sh $$preset & running="$$running $$!"; \
	done; \
	for each in $$running; do wait $$each || failed=1; done; exit $$failed

quick: setup runtime ## The tests that take less than 0.1 s each (tests/slow.txt has the others)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'not slow'

slow-tests: setup runtime ## Run all tests, and write tests/slow.txt anew
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --write-slow

sanitize: setup ## Random programs under ThreadSanitizer and AddressSanitizer for MINUTES each, with clang-22
	$(BIN)/python bench/sanitize/run.py thread --minutes $(MINUTES)
	$(BIN)/python bench/sanitize/run.py address --minutes $(MINUTES)

test-python: setup runtime ## pytest, without tests that take longer than 3 s
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'not long'

docs: setup ## The documentation as a site, in build/site
	$(BIN)/python -m sphinx -q -W -j auto -c docs/site docs build/site

notebooks: setup runtime ## Run the notebooks of docs/notebooks anew, and keep what they print
	$(BIN)/python -m tests.notebook.pages

features: setup ## The last column of docs/features.md, from the tests
	$(BIN)/python -m tests.test_features

runtime: setup ## The C++ runtime that programs in this checkout use, in build/runtime
	@$(CMAKE) -S runtime --preset release > build/configure-release.log || { cat build/configure-release.log; exit 1; }
	@$(CMAKE) --build build/runtime > build/build-release.log || { cat build/build-release.log; exit 1; }

wheel: setup ## A wheel with the runtime in it, in dist/
	$(BIN)/pip wheel --no-deps --wheel-dir dist .

wheels: ## Wheels for Linux on x86-64 and AArch64 that run on old systems (glibc 2.17), and an sdist, in dist/
	$(PYTHON) runtime/wheels.py --out dist

setup: $(READY) ## The environment .venv, with the package installed in place

# The native part is not built here but by `runtime`, which knows what has changed.
$(READY): pyproject.toml
	@mkdir -p build
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; choose one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3 -m venv does not work; on Debian: apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --config-settings=wheel.cmake=false --editable '.[dev]'
	@touch $@

clean: ## Remove what was built, the environment too
	rm -rf build dist $(VENV)

bench bench-kernels bench-compile bench-startup bench-fuzz: setup runtime

-include bench/bench.mk
