# The benchmarks; each prints a table. docs/benchmarks.md says what they measure.
PYTHON ?= python

.PHONY: bench bench-kernels bench-compile bench-startup bench-fuzz
bench: bench-kernels bench-compile bench-startup

bench-kernels:
	$(PYTHON) bench/kernels/bench.py

bench-compile:
	$(PYTHON) bench/compile_time.py

bench-startup:
	$(PYTHON) bench/startup.py

bench-fuzz:
	$(PYTHON) bench/fuzz.py
