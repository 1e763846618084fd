# The benchmarks; each prints a table. docs/benchmarks.md says what they measure.
.PHONY: bench bench-ptx-corpus bench-ptx-mutants bench-kernels bench-runtime bench-compile bench-beside-mlir bench-networks-compile bench-startup bench-fuzz bench-round-trip bench-check bench-wait-counts bench-queues bench-serial bench-block-interpreter bench-beside bench-schedules bench-streaming bench-overlap bench-jit bench-inncabs bench-asyncio bench-pipelines bench-orders bench-simulate bench-sync bench-sync-growth

bench: bench-kernels bench-compile bench-startup ## The benchmarks below, bench-fuzz excepted

bench-kernels: setup runtime ## Loops without async against mlir-opt 22 and clang-22
	$(BIN)/python bench/kernels/bench.py

bench-runtime: setup runtime ## Tasks and parallel loops against C, oneTBB, libgomp, numba, asyncio, MLIR
	$(BIN)/python bench/runtime/table.py

bench-streaming: setup runtime ## A pipeline over a file against its stages one after the other
	$(BIN)/python bench/streaming.py

bench-overlap: setup runtime ## Pipelines of two balanced stages against two tasks; a product with its copies in flight
	$(BIN)/python bench/overlap.py

bench-jit: setup runtime ## Python functions compiled by asyncir.jit beside Numba; tasks beside asyncio
	$(BIN)/python -m bench.jit.run
	$(BIN)/python -m bench.jit.tasks

bench-inncabs: setup runtime ## Programs with tasks in Python, beside C++ with oneTBB
	$(BIN)/python -m bench.jit.inncabs.run

bench-asyncio: setup runtime ## The standard library's tests of asyncio with compiled coroutines
	$(BIN)/python -m bench.jit.conformance

bench-compile: setup runtime ## The compiler's phases on 1,000 to 48,000 ops
	$(BIN)/python bench/compile_time.py

bench-beside-mlir: setup runtime ## opt and compile on 6,000 and 48,000 ops beside mlir-opt 22 and clang-22
	$(BIN)/python bench/beside_mlir.py

bench-networks-compile: setup runtime ## ResNet-50 from text to machine code beside IREE
	$(BIN)/python -m bench.networks.prepare --model resnet50 --out build/networks/resnet50
	$(BIN)/python -m bench.networks.compile_time build/networks/resnet50

bench-startup: setup runtime ## Whole commands: --help, run
	$(BIN)/python bench/startup.py

bench-fuzz: setup runtime ## Random programs: native, interpreted, mlir-runner
	$(BIN)/python bench/fuzz.py

bench-round-trip: setup ## Count to token to count on 5,000 random programs
	$(BIN)/python bench/round_trip_counts.py

bench-wait-counts: setup ## Token to count on 10 to 10,000 waits
	$(BIN)/python bench/wait_counts.py

bench-queues: setup ## Random programs over queues: counts, verdicts, mutants, certificates
	$(BIN)/python bench/queue_programs.py counts --programs 20000
	$(BIN)/python bench/queue_programs.py verdicts --programs 6000
	$(BIN)/python bench/queue_programs.py ladders --programs 2000
	$(BIN)/python bench/queue_programs.py mutants --programs 9000
	$(BIN)/python bench/queue_programs.py certificates --programs 300
	$(BIN)/python bench/queue_programs.py proofs --programs 1100

bench-serial: setup runtime ## Programs with tasks in a thousand orders, or in all
	$(BIN)/python bench/serial.py

bench-block-interpreter: setup ## The interpreter on blocks of 1 to 1024 threads
	$(BIN)/python bench/block_interpreter.py

bench-check: setup ## The check of synchronisation on 10 to 10,000 waits
	$(BIN)/python bench/check.py
	$(BIN)/python bench/check_memory.py

bench-beside: setup ## Checks, passes and compiles beside OTHER, a checkout with an environment of its own
	$(BIN)/python bench/beside.py $(OTHER)

bench-schedules: setup ## Modulo schedules of the loops of 16 kernels against their lower bounds
	$(BIN)/python bench/schedules.py

bench-pipelines: setup ## Software pipelines: the family, samples and mutants; what is in flight; how the passes grow (an hour)
	$(BIN)/python bench/pipelines.py --family --copies --samples 20000 --scheduled 2000 --mutants 1000 --in-flight 1000
	$(BIN)/python bench/pipeline_times.py

bench-orders: setup ## Programs with tasks that have many orders, under `exhaustive`
	$(BIN)/python -m bench.orders

bench-simulate: setup ## Programs for described machines: entries of engines a second, with data and without
	$(BIN)/python bench/simulate.py

bench-sync: setup ## What insert-sync makes programs execute, against a forward scan and an expert
	$(BIN)/python -m bench.ascend_sync
	$(BIN)/python -m bench.kernel_sync

bench-sync-growth: setup ## How insert-sync, the check and the interpreter grow with programs for machines (half an hour)
	$(BIN)/python -m bench.sync_growth --measures insert-sync check simulate

bench-ptx-corpus: setup ## PTX of Triton, TileLang, nvcc, CUTLASS and CuTe DSL, without a GPU, into build/ptx-corpus (5 minutes)
	$(BIN)/python bench/ptx/build.py

bench-ptx-mutants: setup ## Mutants of that corpus, judged by the simulator (half an hour)
	$(BIN)/python -m bench.ptx.mutants --out build/ptx-mutants.jsonl
	$(BIN)/python -m bench.ptx.mutants --out build/ptx-mutants.jsonl --table
