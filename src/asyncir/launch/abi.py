"""The functions of the runtime that Python calls, with their types: the interface of runtime.h, operations.h and trace.h."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

Record = TypeVar("Record")

_TYPES: dict[str, Any] = {
    "none": None,
    "bool": ctypes.c_bool,
    "int": ctypes.c_int,
    "i64": ctypes.c_int64,
    "u32": ctypes.c_uint32,
    "u64": ctypes.c_uint64,
    "ptr": ctypes.c_void_p,
    "text": ctypes.c_char_p,
}

_FUNCTIONS = """
none blocking_end ptr
ptr blocking_begin
ptr call ptr ptr ptr
bool cancel u32 bool
i64 clock
none crash_reports_begin text
none crash_reports_end
ptr error_cause ptr
text error_code ptr
ptr error_create_host text text text u64
u64 error_forgotten_host
u64 error_host ptr
text error_location ptr
text error_message ptr
none error_release ptr
ptr error_retain ptr
none operation_begin
none operation_complete ptr ptr
none operation_end
none run_close u32
bool run_is_over u32
u32 run_open
u32 run_select u32
none runtime_counts ptr
ptr runtime_create ptr
bool runtime_destroy ptr
bool runtime_end_stuck ptr
bool runtime_forked
int runtime_limit_memory text
none runtime_memory ptr
ptr runtime_select ptr
int runtime_start i64
text runtime_start_error
none runtime_stats ptr
none runtime_stop
text runtime_symbols
none runtime_wait_idle
i64 runtime_worker_count
int serial_begin ptr
i64 serial_choices ptr i64
none serial_end
bool serial_exact
bool task_block ptr
ptr task_error ptr
bool task_is_done ptr
none task_on_done ptr ptr ptr
none task_release ptr u32
none task_retain ptr u32
none task_watch ptr ptr ptr
none trace_begin i64
i64 trace_dropped
none trace_end
none trace_forget
text trace_origin_location u32
text trace_origin_name u32
i64 trace_read ptr i64
i64 trace_size
i64 trace_workers ptr i64
ptr worker_current
"""
"""What it returns, its name without `asyncir_`, what it takes."""


def bind(library: ctypes.CDLL) -> Any:
    """Declare the types of the functions; returns the library."""
    for line in _FUNCTIONS.strip().splitlines():
        result, name, *arguments = line.split()
        function = getattr(library, f"asyncir_{name}")
        function.restype, function.argtypes = _TYPES[result], [_TYPES[each] for each in arguments]
    return library


def filled(record: type[Record], fill: Callable[[Any], object]) -> Record:
    """A dataclass of whole numbers, from a C function that fills a structure with them, each 64 bits wide."""
    numbers = (ctypes.c_int64 * len(fields(record)))()  # pyright: ignore[reportArgumentType]
    fill(numbers)
    return record(*numbers)
