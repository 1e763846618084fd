"""The interpreter, the scheduler's choices, and the race detector. `docs/semantics.md` is what it executes."""

# Each of these adds the handlers of a dialect.
from asyncir.semantics.core import (
    access as access,
    affine as affine,
    arith as arith,
    buffers as buffers,
    casts as casts,
    complex_ops as complex_ops,
    control as control,
    forall as forall,
    index_ops as index_ops,
    linalg_ops as linalg_ops,
    linalg_softmax as linalg_softmax,
    linalg_tiles as linalg_tiles,
    math as math,
    parallel as parallel,
    tensor_ops as tensor_ops,
    vector_masked as vector_masked,
    vector_memory as vector_memory,
    vector_ops as vector_ops,
    vector_products as vector_products,
    views as views,
)
from asyncir.semantics.tasks import (
    async_ops as async_ops,
    coroutines as coroutines,
    device_works as device_works,
    io_ops as io_ops,
    queue_ops as queue_ops,
    regions as regions,
    stream_ops as stream_ops,
)
from asyncir.semantics.tasks.interpreter import Outcome, interpret, prepare
from asyncir.semantics.tasks.schedules import (
    Earliest,
    Exhaustive,
    InOrder,
    Latest,
    Seeded,
    TaskSchedule,
    parse_schedule,
)

__all__ = [
    "Earliest",
    "Exhaustive",
    "InOrder",
    "Latest",
    "Outcome",
    "Seeded",
    "TaskSchedule",
    "interpret",
    "parse_schedule",
    "prepare",
]
