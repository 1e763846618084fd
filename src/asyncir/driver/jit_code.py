"""Machine code of jitted functions, from the cache or by the compiler, with the box through which Python calls it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.driver.collector import paused_collector
from asyncir.driver.compile import cache_key, load_entry, lower
from asyncir.driver.jit_types import boxed_results, boxed_type
from asyncir.launch import boxes, cache as code_cache, jit, runtime
from asyncir.launch.compiled import Compiled
from asyncir.launch.runs import listen

if TYPE_CHECKING:
    from asyncir.driver.jitted import JitOptions
    from asyncir.driver.schedule import Schedule
    from asyncir.driver.stages import Polls
    from asyncir.source.python.program import Translated

_WAITS = "asyncir_run"
"""What code needs of the runtime whose calls wait for tasks."""


def code_of(
    translated: Translated, options: JitOptions, slow: Callable[..., Any], fail: Callable[[int], Any]
) -> tuple[Compiled, Callable[..., Any] | None]:
    """The program, and a function of Python's own kind that calls it; None: that is for programs without tasks only."""
    box = _box(translated)
    choices = f"jit {options.opt_level} {bool(box)} {translated.is_async}"
    with paused_collector():
        name = cache_key(translated.text, "", choices) if options.cached else ""
        entry = code_cache.read(name) if name else None
    if entry is None:
        lowered = lower(translated.text, polls=_polls(translated))
        waits = _WAITS + "(" in lowered.text
        text = boxes.beside(lowered.text, "" if waits else box)
        code = jit.emit_object(text, opt_level=options.opt_level, constants=lowered.constants)
        entry = code_cache.CacheEntry(code, lowered.signatures, lowered.callbacks)
        if name:
            code_cache.write(name, entry)
    library = load_entry(entry, _hosts(translated))
    calls_back = bool(entry.callbacks)
    program = Compiled(library, entry.signatures, runtime.library(), options.threads, calls_back=calls_back)
    checked = any(
        signature.distinct for signature in entry.signatures
    )  # at each call, which a box does not do
    if checked or boxes.BOX_PREFIX + translated.name not in entry.code.defines:
        return program, None
    listen(runtime.library())
    return program, boxes.boxed(library, translated.name, slow, fail)


def _hosts(translated: Translated) -> dict[str, Callable[..., Any]]:
    """The functions of Python that it calls."""
    if not translated.hosts:
        return {}
    # late: few programs call any
    from asyncir.driver.jit_hosts import host_functions

    return host_functions(translated.hosts)


def _box(translated: Translated) -> str:
    """The text of the box; empty: there is none for these types."""
    arguments = [boxed_type(type_) for type_ in translated.arguments]
    results = boxed_results(translated.result)
    known = [one for one in arguments if one is not None]
    if not boxes.available() or results is None or len(known) < len(arguments) or translated.is_async:
        return ""
    return boxes.box_text(translated.name, known, results[0], results[1], translated.loops)


def llvm_of(translated: Translated, options: JitOptions) -> str:
    """The optimised LLVM text."""
    lowered = lower(translated.text, polls=_polls(translated))
    return jit.emit_llvm(lowered.text, opt_level=options.opt_level, constants=lowered.constants)


def assembly_of(translated: Translated, options: JitOptions) -> str:
    """The assembly for this machine."""
    lowered = lower(translated.text, polls=_polls(translated))
    return jit.emit_assembly(lowered.text, opt_level=options.opt_level, constants=lowered.constants)


def of_schedule(translated: Translated, schedule: Schedule) -> Translated:
    """The function as the schedule has it."""
    # late: few functions are scheduled
    from asyncir.driver.schedule import Schedule as Known
    from asyncir.source.text import print_module

    expect(schedule, Known, "the schedule", "one of asyncir.Schedule", "write asyncir.Schedule(f)")
    names = {loop.function for loop in schedule.get_loops()}
    own = set(_FUNCTION.findall(translated.text))
    if not names <= own:
        help = f"make it of the function: asyncir.Schedule({translated.name})"
        raise failure("J150", f"the schedule is one of @{min(names - own)}", help)
    return replace(translated, text=print_module(schedule.module, debuginfo=True))


_FUNCTION = re.compile(r"func\.func (?:private )?@([\w.]+)")


def _polls(translated: Translated) -> Polls:
    return "fails" if translated.is_async else "leaves"
