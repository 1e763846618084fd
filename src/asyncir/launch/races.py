"""libasyncir_races: what programs report to that look for races while they run (`races.h`)."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from asyncir.diagnostics import Diagnostic, Note, Span, failure
from asyncir.launch.failures import parse_location
from asyncir.launch.runtime import FOLDERS

PREFIX = "asyncir_races_"
"""What the names of its functions start with."""

_NAME = "libasyncir_races.so"
_FUNCTIONS = """
enter leave fork call finish hand handed bind create ask_host before_wait after_wait complete add loop loop_end task_loop
iteration iteration_end task_loop_end read write atomic box fresh free
"""
MOST_SHOWN = 20
"""Of more races than that, it is only said how many there are."""

_WORDS = {"RAW": ("reads", "written"), "WAR": ("writes", "read"), "WAW": ("writes", "written")}
_HELP = "order them: `async.await` the other task, or make it a dependency"


@cache
def library() -> Any:
    """The library, loaded once. Beside the runtime that ASYNCIR_RUNTIME names, else where the runtime is."""
    chosen = os.environ.get("ASYNCIR_RUNTIME")
    own = [Path(chosen) if Path(chosen).is_dir() else Path(chosen).parent] if chosen else []
    path = next((folder / _NAME for folder in (*own, *FOLDERS) if (folder / _NAME).is_file()), None)
    if path is None:
        help = "install asyncir from a wheel, or build it with `make runtime`"
        raise failure("R003", f"the library '{_NAME}', which looks for races, is nowhere", help)
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError as error:
        help = "build it for this machine with `make runtime`"
        raise failure("R003", f"'{path}' cannot be loaded: {error}", help) from error
    loaded.asyncir_races_found.restype = ctypes.c_char_p
    return loaded


@cache
def symbols() -> Mapping[str, int]:
    """The functions that programs call, with their addresses."""
    names = [PREFIX + name for name in _FUNCTIONS.split()]
    return {name: ctypes.cast(getattr(library(), name), ctypes.c_void_p).value or 0 for name in names}


def begin() -> None:
    """Forget what was found. No program may be running."""
    library().asyncir_races_begin()


@dataclass(frozen=True, slots=True)
class _Made:
    """An access: the op, what its task is called, the place."""

    op: str
    task: str
    place: Span | None

    @property
    def order(self) -> tuple[str, int, int]:
        """Where it stands in the program."""
        return ("", 0, 0) if self.place is None else (self.place.file, self.place.line, self.place.column)


def found() -> list[Diagnostic]:
    """The races that were found since, in the order of the places in the program."""
    lines: list[str] = library().asyncir_races_found().decode(errors="replace").splitlines()
    races = sorted((_read(line) for line in lines), key=lambda race: (race[2].order, race[1].order))
    shown = [_diagnostic(*race) for race in races[:MOST_SHOWN]]
    if (more := len(races) - len(shown)) > 0:
        shown[-1] = replace(shown[-1], notes=(*shown[-1].notes, Note(f"there are {more} more races")))
    return shown


def _read(line: str) -> tuple[str, _Made, _Made]:
    """The kind and the accesses, the first being that which stands first: which was met first may change from run to run."""
    kind, *texts = line.split("\t")
    first, second = (_Made(op, task, parse_location(place)) for op, task, place in (texts[:3], texts[3:]))
    if second.order < first.order:
        return kind[::-1], second, first
    return kind, first, second


def _diagnostic(kind: str, first: _Made, second: _Made) -> Diagnostic:
    """As the interpreter says it (`semantics/tasks/races.py`)."""
    verb, before = _WORDS[kind]
    message = (
        f"race ({kind}): `{second.op}` {verb} an element that `{first.op}` has {before}, "
        "and neither happens before the other"
    )
    note = Note(f"{before} here, in {first.task}", first.place)
    return Diagnostic("S001", message, second.place, f"in {second.task}", _HELP, (note,))
