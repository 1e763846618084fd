"""The functions of the runtime that Python calls, with their types: the interface of runtime.h, operations.h, inboxes.h
and trace.h.
"""

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
bool: runtime_forked serial_exact
bool ptr: runtime_destroy runtime_end_stuck task_block task_is_done
bool u32: run_is_over
bool u32 bool: cancel
i64: clock inbox_open runtime_worker_count trace_dropped trace_size
i64 ptr i64: serial_choices trace_read trace_workers
i64 i64 ptr i64: inbox_take
int i64: inbox_descriptor runtime_start
int ptr: serial_begin
int text: runtime_limit_memory
none: crash_reports_end operation_begin operation_end runtime_stop runtime_wait_idle serial_end trace_end
none: trace_forget
none i64: inbox_close trace_begin
none ptr: blocking_end error_release on_cancel memory_free runtime_counts runtime_memory runtime_stats
none ptr: on_interrupt
none ptr ptr: inbox_put operation_complete
none ptr ptr ptr: task_on_done task_watch
none ptr u32: task_release task_retain
none text: crash_reports_begin
none u32: run_close
ptr: blocking_begin worker_current
ptr ptr: error_cause error_retain runtime_create runtime_select task_error
ptr ptr ptr ptr: call
ptr u32: run_failure
ptr text text text u64: error_create_host
text: runtime_start_error runtime_symbols
text ptr: error_code error_location error_message
text u32: trace_origin_location trace_origin_name
u32: run_open
u32 u32: run_select
u64: error_forgotten_host
u64 ptr: error_host
"""
"""What they return, what they take, and their names without `asyncir_`."""


def bind(library: ctypes.CDLL) -> Any:
    """Declare the types of the functions; returns the library."""
    for line in _FUNCTIONS.strip().splitlines():
        types, names = line.split(": ")
        result, *arguments = (_TYPES[each] for each in types.split())
        for name in names.split():
            function = getattr(library, f"asyncir_{name}")
            function.restype, function.argtypes = result, arguments
    return library


def filled(record: type[Record], fill: Callable[[Any], object]) -> Record:
    """A dataclass of whole numbers, from a C function that fills a structure with them, each 64 bits wide."""
    numbers = (ctypes.c_int64 * len(fields(record)))()  # pyright: ignore[reportArgumentType]
    fill(numbers)
    return record(*numbers)
