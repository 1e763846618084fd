"""The marks: attributes by which passes hand on what they know, and by which a program says what it wants of them.

Each has one name here and nowhere else. `Written by` and `read by` name files without their folder where that is
`transforms/`; what a program may write itself is documented where it is said.
"""

from __future__ import annotations

from asyncir.ir import StringAttr

# ---- on modules and functions

DETERMINISTIC = "asyncir.deterministic_reductions"
"""On a module: parallel loops reduce in an order that no number of threads changes, as if the option of `async-parallel-for`
had been given. Written by `driver/stages`, read by `async_parallel_for`."""

DETECTS_RACES = "asyncir.detects_races"
"""On a module: the program looks for races while it runs.
Written by `driver/stages`, read by `lowering/cpu/stages`."""

CHECKS_BOUNDS = "asyncir.checks_bounds"
"""On a module: an access of memory out of bounds is a failure.
Written by `driver/stages`, read by `lowering/cpu/stages`."""

POLLS = "asyncir.polls"
"""On a module: loops that only compute look whether they are cancelled, too. As `LEAVES`, the program is left there.
Written by `driver/stages` for programs in Python, read by `check_cancellation`."""

BRIEF = "asyncir.brief"
"""On a loop, and then on the branch that closes it: it ends before long, and need not look.
Written by `split_brief_loops`, read and removed by `check_cancellation`."""

LEAVES = StringAttr("leaves")

EFFECTS_ATTRIBUTE = "asyncir.effects"
"""On a function that is only declared: `"none"`, `"read"` or `"output"`. Without it, a call does anything.
On an op of another dialect: `"none"`. Written by programs, and by `_dialect_memory` on ops that give memory or numbers, read
by `dialects/effects`, removed by `lower_sync`."""

CALLBACK = "asyncir.callback"
"""On a function that is only declared: the host provides it. It may block; who calls it waits as for a task.
Written by programs and `driver/compile`, read by `bind_callbacks`."""

HOST = "asyncir.host"
"""On a function: its body calls the host. Written by `bind_callbacks`, read and removed by `carry_context`."""

SCHEDULED = "asyncir.scheduled"
"""On an `async.func`: it starts on a worker, not in its caller, and takes the place that launched it as an argument.
Written by `outline_execute`, read by the passes on tasks and by `lowering/cpu`."""

AWAITED_AT = "asyncir.awaited_at"
"""On a scheduled `async.func`: where the program waits for it, inside the task that it stands for.
Written by `fuse_task_calls`, read by `lowering/cpu/functions`."""

NURSERY = "asyncir.nursery"
"""On an `async.execute`, and then on its function: the task is one of a nursery. If it fails, its run is cancelled.
Written by `source/python/tasks`, read by `fuse_task_calls` and `lowering/cpu/functions`."""

STREAMS = "asyncir.streams"
"""On a function: it does little but read memory. Vectors of a whole line of the cache, several at a time, ask a memory that
is cold for its lines in an order that takes a sixth longer than half a line at a time (`bench/runtime/cold.py`).
Written by `_parallel_functions`, read by `lowering/cpu/functions`."""

DISJOINT_ARGS = "asyncir.disjoint_args"
"""On a task's function: `[[0, 1]]`, pairs of its arguments, arrays which do not overlap.
Written by `outline_execute`, read by `analyses/disjoint_values` for `outline_loops`."""
DRAINS = "asyncir.drains"
"""On a function: where it fails, the tasks that it holds are complete before it is.
Written by `queues_to_tasks`, read by `lowering/cpu/functions`."""

SLOTS = "asyncir.slots"
"""On a function: how many slots its `rt.own` ops use. Written by `count_references`, read by `lowering/cpu/functions`."""

# ---- on single ops

WORK_TIME = "sync.time"
"""On a `sync.work`: a dictionary of `startup`, `per-element`, `per-byte` and `latency`, as far as they are not its engine's.
Written by programs, by `expand_bodies` and by the view of pipelines, read by `semantics/machines/costs`."""

PASSES_ON = "asyncir.passes_on"
"""On an `async.await`: the error of what is awaited becomes the waiter's own, instead of the cause of one.
Written by passes that make awaits, read by `semantics` and `lowering/cpu`."""

INDEPENDENT = "asyncir.independent"
"""On a loop, and then on its branch backwards: no iteration needs what another one computes.
Written by `_parallel_nests`, handed on by `convert_scf_to_cf`, read by `lowering/cpu/emit_control`."""

BLOCK = "asyncir.block"
"""On the call of a block in a loop over blocks on one worker: the loop is to look there, too, whether it is cancelled.
Written by `_parallel_dispatch`, read by `check_cancellation`, known to `lowering/cpu/functions`."""

BEFORE = "asyncir.before"
"""On a wait in front of a commit: what it would wait for is the youngest group of the FIFO.
Written, read and removed by `queues_to_tasks` and `queues_to_unordered_tasks`."""

STAYS = "asyncir.stays"
"""On an op of a queue: it cannot be told what it stands for. Written, read and removed by `queues_to_unordered_tasks`."""

OF_BLOCK = "asyncir.of_block"
"""On an allocation at the begin of a function that was a kernel: it was memory of the kernel's block or thread.
Written and read by `_kernel_functions`."""
BARRIER = "asyncir.barrier"
"""On a barrier of a copy of a module: its number. Written and read by `_block_barriers`."""
ASSUMED_BLOCK_SIZE = "asyncir.assumed_block_size"
"""On a function that was a kernel: it does not say how many threads a block has, so that what is proved is proved for some.
Written by `_kernel_functions`, read by the drivers of checks."""
NUMBER = "asyncir.number"
"""On an op of a copy of a module: which op of the module it stands for. Written and read by `analyses/mixed_tasks`."""

VENDOR_OP = "asyncir.vendor_op"
"""On a `sync.work` of a copy of a module, and on a function that is its body: the vendor's op that it stands for.
Written by `driver/machine_runs`, read by `semantics/machines/race`."""

FORM = "sync.form"
"""On an op of the sync dialect: what else there is to say of the vendor's op that it was, `{op = "npu.set_flag", generic}`.
Written by `assign_engines`, read by `lower_sync`."""

# ---- on structured ops: docs/tensors.md

TILE_SIZES = "tile_sizes"
"""On a structured op: `array<i64: 32, 0, 64>`, how many iterations of each loop a tile has; 0 of one that is not tiled.
Written by programs, read and removed by `tile_linalg`."""
PARALLEL_TILE_SIZES = "parallel_tile_sizes"
"""The same, of tiles that are computed in parallel. Written and read with `TILE_SIZES`."""
PACK_SIZES = "pack_sizes"
"""On a contraction: `array<i64: 6, 16, 256>`, rows, columns and steps of the tile of its kernel, which it is to become; 0 of
what is as usual. Written by programs and `driver/schedule`, read by `convert_linalg_to_kernels`."""
VECTORIZE = "vectorize"
"""On a structured op: it is to become loops around vectors.
Written by programs and `driver/schedule`, read by `convert_linalg_to_kernels` and `convert_linalg_to_vector_loops`."""

# ---- on loops that are to be software pipelines: docs/pipelines.md, docs/schedules.md

STAGES = "software_pipeline_stage"
"""On a loop: the stage of each statement, in program order. On a statement: its stage.
Written by programs, `form_statements` and `schedule_loops`, read by `make_async`, `size_buffers`, `expand_pipeline`."""
ORDERS = "software_pipeline_order"
"""On a loop: the place of each statement in the body, a permutation. On a statement: its place.
Written and read with `STAGES`."""
ASYNC_STAGES = "software_pipeline_async_stages"
"""On a loop: the stages whose statements are asynchronous. Written by programs, read by `form_statements`."""
ANNOTATIONS = (STAGES, ORDERS, ASYNC_STAGES)

SCHEDULE = "software_pipeline_schedule"
"""On a loop without annotations: it wants a schedule. Alone, or `"optimal"` or `"list"`: by which method.
Written by programs, read by `assign_latencies` and `schedule_loops`."""
METHODS = ("optimal", "list")
ENGINES = "software_pipeline_engines"
"""On a loop: what its machine has, `{dma = {count = 2 : i64, asynchronous}}`, by the name of the engine.
Written by `assign_latencies`, read by `schedule_loops`."""
MODULO_SCHEDULE = "software_pipeline_modulo_schedule"
"""On a loop: the schedule that was found, and what bounds it; a record for readers, which no pass needs.
Written by `schedule_loops`, read by `tools/view`."""
ARGS_ALIAS = "software_pipeline_args_alias"
"""On a loop: arrays that are passed to its function may overlap. Alone: any; or `[[0, 1], [2]]`, these pairs of arguments.
Written by programs and `form_statements`, read by `analyses/loop_dependences` and the passes behind."""
DISTINCT_ARGS = "software_pipeline_distinct_args"
"""On a function: `[[0, 1]]`, pairs of its arguments, arrays which must not overlap; `[2]`: nor with any global.
Written by `mark_distinct_arguments`, read by `driver/signatures`, which checks each call."""
GLOBALS = -1
"""In place of the second argument of such a pair."""
SAME_OR_DISTINCT_ARGS = "software_pipeline_same_or_distinct_args"
"""On a function: pairs of arrays which may be the same one, with the same shape and strides, but must not overlap else.
Written and read with `DISTINCT_ARGS`."""
PARTS = "software_pipeline_parts"
"""On a loop with annotations: they count prologue, body and epilogue of a loop inside of it, to be expanded first.
Written by programs, read by `software_pipeline` and `form_statements`."""
ON_LOOPS = (STAGES, ORDERS, ASYNC_STAGES, SCHEDULE, ENGINES, MODULO_SCHEDULE, ARGS_ALIAS, PARTS)
MOST_STAGES = 255
"""The greatest stage: prologue and epilogue grow with the square of the number of stages."""

# ---- on the statements of such a loop, and on memory in front of it

STATEMENT = "software_pipeline_statement"
"""On an `scf.execute_region no_inline`: it is a statement; the value is its name.
Written by programs and `form_statements`, read by `dialects/pipelining.is_statement`."""
VALUES = ".values"
"""The end of the name of what an asynchronous statement loads and computes for others, as a statement before it."""
ASYNC = "software_pipeline_async"
"""On a statement: it is asynchronous. On a `queue.commit` or a `queue.await` in a statement: it is there for that.
Written by `form_statements`, `schedule_loops` and `make_async`, read by `expand_pipeline`."""
IN_ORDER = "software_pipeline_in_order"
"""On such a wait: erase it when the loop is expanded, for only iterations that run one after the other need it.
Written by `make_async`, read by `expand_pipeline`."""
ENGINE = "software_pipeline_engine"
"""On a statement, or an op that becomes part of one: the name of the engine that it runs on.
Written by programs and `assign_latencies`, read by `schedule_loops`."""
LATENCY = "software_pipeline_latency"
"""On a statement, or an op of one: after how many cycles others can use what it computes.
Written by programs and `assign_latencies`, read by `analyses/modulo` and `tools/view`."""
BUSY = "software_pipeline_busy"
"""On a statement: for how many cycles it keeps which engines busy. On an op of one: a number, of its own engine.
Written by programs and `assign_latencies`, read by `analyses/modulo` and `tools/view`."""
QUEUE = "software_pipeline_queue"
"""On an asynchronous statement: its queue, counted from the first of its loop; that of its stage where it is missing.
Written by programs and `schedule_loops`, read by `make_async`."""
ON_STATEMENTS = (STATEMENT, ASYNC, ENGINE, LATENCY, BUSY, QUEUE)

PRIVATE = "software_pipeline_private"
"""On an allocation in front of a loop: it stood in the body, so that each iteration had memory of its own.
Written by `form_statements`, read by `size_buffers`."""
