"""`asyncir run --runtime serial`: one order of the tasks, many, or all, and what the program comes to in them."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from click.exceptions import Exit

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Severity, failure
from asyncir.launch.failures import ProgramError
from asyncir.tools import shell
from asyncir.tools.requests import RunRequest

if TYPE_CHECKING:
    from asyncir.launch.serial import FoundOrder, Orders


@dataclass(frozen=True, slots=True)
class Order:
    """Which orders were asked for; at most one of the first four is given. Nothing given: that of seed 0."""

    seed: int | None = None
    seeds: int | None = None
    schedule: tuple[int, ...] | None = None
    exhaustive: bool = False
    limit: int | None = None
    threads: int = 0

    @property
    def several(self) -> bool:
        """Whether the program runs more than once."""
        return self.exhaustive or self.seeds is not None

    def __str__(self) -> str:
        # late: a program that is in the cache runs without it
        from asyncir.launch.serial import FoundOrder

        return self.again(FoundOrder(1, self.seed or 0, self.schedule))

    def again(self, found: FoundOrder) -> str:
        """The options that give what was found once more."""
        return f"{found} --threads {self.threads}" if self.threads else str(found)


@dataclass(frozen=True, slots=True)
class Ended:
    """What a run came to: what it printed, its results and arrays as JSON, its error, the cause of that, and so on."""

    printed: str
    results: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    error: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"printed {self.printed[:200]!r}"] if self.printed else []
        parts += ["returned " + ", ".join(r[:200] for r in self.results)] if self.results else []
        ends = dict.fromkeys((*self.error[:1], *self.error[-1:]))
        parts += ["error" + ", caused by ".join(ends)] if self.error else []
        parts += ["wrote " + ", ".join(a[:200] for a in self.arrays)] if self.arrays else []
        return "; ".join(parts) or "ended without output"


def asked(request: RunRequest) -> Order | None:
    """The order that the options of the command line ask for; None: the tasks run in parallel."""
    seed, seeds, exhaustive = request.seed, request.seeds, request.exhaustive
    options = {
        "--seed": seed,
        "--seeds": seeds,
        "--schedule": request.schedule,
        "--exhaustive": exhaustive or None,
    }
    chosen = [name for name, given in options.items() if given is not None]
    if request.runtime != "serial":
        if chosen or request.orders is not None:
            option = (chosen or ["--orders"])[0]
            raise failure("C040", f"{option} is for the serial runtime", "add --runtime serial")
        return None
    if len(chosen) > 1:
        raise failure("C040", f"{chosen[0]} and {chosen[1]} do not go together", "leave one out")
    if request.orders is not None and not exhaustive:
        raise failure("C040", "--orders is for --exhaustive", "add --exhaustive")
    return Order(seed, seeds, _schedule(request.schedule), exhaustive, request.orders, request.threads or 0)


def _schedule(text: str | None) -> tuple[int, ...] | None:
    if text is None or text == "first":
        return None if text is None else ()
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError:
        numbers = (-1,)
    if not all(0 <= number < 1 << 32 for number in numbers):
        raise failure("C040", f"'{text}' is no schedule", "numbers with commas between them, such as 0,2,1")
    return numbers


@contextmanager
def ordered(order: Order | None) -> Generator[None]:
    """Meanwhile tasks run in that order; if something fails, say how to get the same again."""
    if order is None or order.several:
        yield
        return
    # late: a program that is in the cache runs without it
    from asyncir.launch import serial

    with serial.order(seed=order.seed, schedule=order.schedule, threads=order.threads):
        try:
            yield
        except DiagnosticError as error:
            if is_of_program(error):
                _say_order(order)
            raise
        finally:
            if not serial.is_exact():
                shell.show([_inexact(order)])


def is_of_program(error: DiagnosticError) -> bool:
    """Whether the program ran and failed; else it was not called as it should."""
    return isinstance(error, ProgramError) or error.diagnostics[0].code in ("R104", "S001")


def _say_order(order: object) -> None:
    sys.stderr.write(f"the order was --runtime serial {order}\n")


def _inexact(order: Order) -> Diagnostic:
    message = f"{order} may give another order the next time"
    help = "it is not fixed when threads outside the program start or end something, or where a schedule does not fit"
    return Diagnostic("R222", message, help=help, severity=Severity.WARNING)


def run_orders(order: Order, once: Callable[[], tuple[Ended, DiagnosticError | None]], as_json: bool) -> None:
    """Run the program in all those orders, show the outcome of the first, and say whether others differ.

    If it fails in any of them, that is raised.
    """
    # late: a program that is in the cache runs without it
    from asyncir.launch import serial

    failures: dict[Ended, DiagnosticError] = {}

    def run() -> Ended:
        ended, failed = once()
        if failed is not None:
            failures.setdefault(ended, failed)
        return ended

    if order.seeds is not None:
        found = serial.try_seeds(run, range(order.seeds), threads=order.threads)
    else:
        limit = order.limit or serial.MOST_ORDERS
        found = serial.explore(run, limit=limit, threads=order.threads)
    if as_json:
        print(json.dumps(_as_json(order, found)))
        if failures:
            raise Exit(shell.PROGRAM_IS_WRONG)
        return
    _show(order, found)
    for ended, failed in failures.items():
        _say_order(order.again(found.outcomes[ended]))
        raise failed


def _show(order: Order, found: Orders[Ended]) -> None:
    first = next(iter(found.outcomes))
    sys.stdout.write(first.printed)
    for result in first.results:
        print(result)
    sys.stdout.flush()
    count = len(found.outcomes)
    what = "all there are" if found.complete else f"{order.seeds} seeds" if order.seeds else "not all"
    orders = f"{found.tried} orders, {what}" if found.tried != 1 else "1 order, the only one"
    sys.stderr.write(f"{orders}: {count} outcome{'s' if count > 1 else ''}\n")
    if count > 1:
        notes = [
            Note(f"in {f.count} of them, as with {order.again(f)}: {ended}")
            for ended, f in found.outcomes.items()
        ]
        shell.show([several(count, notes[:9])])
    if order.exhaustive and not found.complete:
        message = f"there are more than {found.tried} orders; no more were tried"
        help = "use --orders with a larger number, or random ones: --seeds 1000"
        shell.show([Diagnostic("R221", message, help=help, severity=Severity.WARNING)])


def several(count: int, notes: Sequence[Note]) -> Diagnostic:
    """R204: what the program comes to is not one thing."""
    message = f"{count} outcomes are possible, depending on the order of the tasks"
    return Diagnostic("R204", message, notes=tuple(notes), severity=Severity.WARNING)


def _as_json(order: Order, found: Orders[Ended]) -> dict[str, Any]:
    outcomes = [
        {
            "count": f.count,
            "option": order.again(f),
            "printed": ended.printed,
            "results": [json.loads(r) for r in ended.results],
            "arrays": [json.loads(a) for a in ended.arrays],
            "error": list(ended.error),
        }
        for ended, f in found.outcomes.items()
    ]
    return {
        "results": outcomes[0]["results"],
        "orders": found.tried,
        "complete": found.complete,
        "outcomes": outcomes,
    }


class Capture:
    """Collects what the program writes to standard output, at the level of the file descriptor, run by run."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._libc = ctypes.CDLL(None)

    @contextmanager
    def __call__(self) -> Generator[Callable[[], str]]:
        """Meanwhile collect; afterwards the result says what came."""
        sys.stdout.flush()
        self._libc.fflush(None)
        kept = os.dup(1)
        os.ftruncate(self._file.fileno(), 0)
        os.lseek(self._file.fileno(), 0, os.SEEK_SET)
        os.dup2(self._file.fileno(), 1)
        text: list[str] = []
        try:
            yield lambda: text[0]
        finally:
            self._libc.fflush(None)
            size = os.fstat(self._file.fileno()).st_size
            text.append(os.pread(self._file.fileno(), size, 0).decode(errors="replace"))
            os.dup2(kept, 1)
            os.close(kept)
