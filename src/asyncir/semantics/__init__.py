"""The interpreter, the scheduler's choices, and the race detector. `docs/semantics.md` is what it executes."""

# Each of these adds the handlers of a dialect.
from asyncir.semantics import access as access
from asyncir.semantics import affine as affine
from asyncir.semantics import arith as arith
from asyncir.semantics import async_ops as async_ops
from asyncir.semantics import casts as casts
from asyncir.semantics import complex_ops as complex_ops
from asyncir.semantics import control as control
from asyncir.semantics import coroutines as coroutines
from asyncir.semantics import io_ops as io_ops
from asyncir.semantics import math as math
from asyncir.semantics import parallel as parallel
from asyncir.semantics import vector_memory as vector_memory
from asyncir.semantics import vector_ops as vector_ops
from asyncir.semantics import views as views
from asyncir.semantics.interpreter import Outcome, interpret, prepare
from asyncir.semantics.schedules import Earliest, Exhaustive, Latest, Schedule, Seeded, parse_schedule

__all__ = [
    "Earliest",
    "Exhaustive",
    "Latest",
    "Outcome",
    "Schedule",
    "Seeded",
    "interpret",
    "parse_schedule",
    "prepare",
]
