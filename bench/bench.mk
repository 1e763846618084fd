# The benchmarks; each prints a table. docs/benchmarks.md says what they measure.
.PHONY: bench bench-kernels bench-compile bench-startup bench-fuzz

bench: bench-kernels bench-compile bench-startup ## The benchmarks below, bench-fuzz excepted

bench-kernels: setup runtime ## Loops without async against mlir-opt 22 and clang-22
	$(BIN)/python bench/kernels/bench.py

bench-compile: setup runtime ## The compiler's phases on 1,000 to 48,000 ops
	$(BIN)/python bench/compile_time.py

bench-startup: setup runtime ## Whole commands: --help, run
	$(BIN)/python bench/startup.py

bench-fuzz: setup runtime ## Random programs: native, interpreted, mlir-runner
	$(BIN)/python bench/fuzz.py
