"""What `opt` says of passes while they run: IR between them, differences, times, and how to do it again."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import unified_diff
from time import perf_counter

from asyncir.ir import ModuleOp
from asyncir.source.text import print_module
from asyncir.transforms import PassStep

_RULE = "===" + "-" * 73 + "==="


@dataclass(frozen=True, slots=True)
class Dumps:
    """Which IR is printed on standard error. `before` and `after` are names of passes."""

    before_all: bool = False
    after_all: bool = False
    changed: bool = False
    """After a pass, but only where the IR has changed."""
    diff: bool = False
    """What a pass has changed, as a unified diff."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Whether anything is to be printed."""
        return (
            self.before_all or self.after_all or self.changed or self.diff or bool(self.before or self.after)
        )


@dataclass
class PassWatcher:
    """Sees the module before the first pass and behind each one, and prints what `dumps` asks for."""

    dumps: Dumps
    steps: tuple[PassStep, ...]
    _text: str = ""
    _done: int = 0

    def start(self, module: ModuleOp) -> None:
        """Before the first pass."""
        self._done = 0
        if self.dumps.any:
            self._text = print_module(module)
            self._announce()

    def behind(self, step: PassStep, module: ModuleOp) -> None:
        """Behind a pass."""
        self._done += 1
        if not self.dumps.any:
            return
        text = print_module(module)
        if self.dumps.diff:
            _show(_difference(step.name, self._text, text))
        elif self._is_wanted(step, text != self._text):
            _show(f"{_header('After', step)}\n{text}\n")
        self._text = text
        self._announce()

    def _is_wanted(self, step: PassStep, changed: bool) -> bool:
        named = self.dumps.after_all or step.name in self.dumps.after
        if self.dumps.changed:
            return changed and (named or not self.dumps.after)
        return named

    def _announce(self) -> None:
        """The module as it comes to the next pass."""
        if self._done == len(self.steps):
            return
        step = self.steps[self._done]
        if self.dumps.before_all or step.name in self.dumps.before:
            _show(f"{_header('Before', step)}\n{self._text}\n")


def _header(when: str, step: PassStep) -> str:
    return f"// -----// IR Dump {when} {type(step.run).__name__} ({step.name}) //----- //"


def _difference(name: str, before: str, after: str) -> str:
    if before == after:
        return f"// -----// {name} changes nothing //----- //\n"
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"before {name}", f"after {name}"
    )
    return "".join(lines) + "\n"


def _show(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(text)


@dataclass
class Times:
    """Seconds by what was done, in the order of the first time: a row each in `report`."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    _since: float = field(default_factory=perf_counter)
    _begin: float = field(default_factory=perf_counter)

    @contextmanager
    def of(self, name: str) -> Generator[None]:
        """Count what happens inside to `name`."""
        start = perf_counter()
        try:
            yield
        finally:
            self.add(name, perf_counter() - start)

    def add(self, name: str, seconds: float) -> None:
        """Count so many seconds to `name`."""
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def lap(self, name: str = "") -> None:
        """Count the time since the last lap to `name`, if that is one."""
        now = perf_counter()
        if name:
            self.add(name, now - self._since)
        self._since = now

    def report(self) -> str:
        """The table that mlir-opt prints for `--mlir-timing`."""
        total = perf_counter() - self._begin
        rest = max(0.0, total - sum(self.seconds.values()))
        rows = [*self.seconds.items(), ("Rest", rest), ("Total", total)]
        title = "... Execution time report ..."
        lines = [_RULE, f"{title:^79}".rstrip(), _RULE, f"  Total Execution Time: {total:.4f} seconds", ""]
        lines.append("  ----Wall Time----  ----Name----")
        lines += [f"  {seconds:8.4f} ({100 * seconds / total:5.1f}%)  {name}" for name, seconds in rows]
        return "\n".join(lines) + "\n"
