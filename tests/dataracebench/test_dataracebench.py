"""The programs of DataRaceBench, written anew with tasks: the interpreter says of each whether it has a race.

The header of a file in `programs`:

    // One line of why it races or not: the page docs/dataracebench.md has it. More lines may follow.
    // drb: DRB001-antidep1-orig-yes       (which program of DataRaceBench this is)
    // race: yes                           (or no)
    // at: %a                              (the memory that both accesses of the race name, or one each)
    // run: @main(5 : i64) = 3 : i64       (with the result, if there is no race)
    // quiet: @main(1 : i64)               (arguments with which a program that has a race shows none)

`python -m tests.dataracebench.test_dataracebench` writes the page's table anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import asyncir
from asyncir.diagnostics import Diagnostic
from asyncir.ir import ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.oracle import mlir_opt, needs_mlir

pytestmark = pytest.mark.feature("N11")

FOLDER = Path(__file__).parent / "programs"
PAGE = Path(__file__).parent.parent.parent / "docs" / "dataracebench.md"
SCHEDULES = ("latest", "earliest", *(f"seed:{n}" for n in range(5)))
LAST = 181
"""The highest number in the list of DataRaceBench that the programs were taken from."""
_CALL = re.compile(r"@main\((?P<arguments>[^)]*)\)(?: = (?P<result>\S+) : \w+)?")
_LAUNCH = re.compile(r"( *)(%\w+)(?:, %\w+)* = async\.execute ")
_MEMORY = re.compile(r"(%\w+)\[")


@dataclass(frozen=True)
class Call:
    """A call of `@main`: its arguments, and its result where one is stated."""

    arguments: tuple[int, ...]
    result: float | None

    @classmethod
    def parse(cls, text: str) -> Call:
        found = _CALL.fullmatch(text)
        assert found, f"not a call: {text!r}"
        arguments = [a.partition(":")[0] for a in found["arguments"].split(",") if a]
        return cls(tuple(map(int, arguments)), None if found["result"] is None else float(found["result"]))


@dataclass(frozen=True)
class Program:
    """A file of the suite, and what its header says."""

    path: Path
    reason: str
    drb: str
    race: bool
    at: frozenset[str]
    runs: tuple[Call, ...]
    quiet: tuple[Call, ...]

    @property
    def number(self) -> str:
        return self.drb.removeprefix("DRB").partition("-")[0]

    @property
    def row(self) -> str:
        name = f"[{self.drb}](../tests/dataracebench/programs/{self.path.name})"
        return f"| {name} | {'yes' if self.race else 'no'} | {self.reason} |"


def load(path: Path) -> Program:
    """Read a header."""
    lines = [line[2:].strip() for line in path.read_text(encoding="utf-8").splitlines() if line[:2] == "//"]
    fields: dict[str, list[str]] = {"drb": [], "race": [], "at": [], "run": [], "quiet": []}
    for line in lines:
        key, colon, rest = line.partition(": ")
        if colon and key in fields:
            fields[key].append(rest)
    (drb,), (race,) = fields["drb"], fields["race"]
    at = frozenset(name for line in fields["at"] for name in line.split(", "))
    assert race in ("yes", "no"), path
    runs, quiet = (tuple(map(Call.parse, fields[key])) for key in ("run", "quiet"))
    return Program(path, lines[0], drb, race == "yes", at, runs, quiet)


PROGRAMS = [load(path) for path in sorted(FOLDER.glob("*.mlir"))]
RACY = [p for p in PROGRAMS if p.race]
FREE = [p for p in PROGRAMS if not p.race]


@cache
def module(path: Path) -> ModuleOp:
    return parse_module(path.read_text(encoding="utf-8"), path.name)


def outcomes(program: Program, call: Call) -> dict[str, Outcome]:
    """What each schedule comes to."""
    found = module(program.path)
    return {s: interpret(found, "main", call.arguments, parse_schedule(s)) for s in SCHEDULES}


def codes(outcome: Outcome) -> list[str]:
    return [d.code for d in outcome.diagnostics]


def accessed(program: Program, outcome: Outcome) -> set[str]:
    """What the two accesses of the race name."""
    (race,) = outcome.diagnostics
    return accessed_by(program, race)


def accessed_by(program: Program, race: Diagnostic) -> set[str]:
    """What the two accesses of a race name."""
    (before,) = race.notes
    lines = program.path.read_text(encoding="utf-8").splitlines()
    found: set[str] = set()
    for span in (race.span, before.span):
        assert span is not None
        name = _MEMORY.search(lines[span.line - 1])
        assert name, span
        found.add(name[1])
    return found


@pytest.mark.parametrize("program", RACY, ids=lambda p: p.path.stem)
def test_a_race_is_reported(program: Program) -> None:
    """Under every schedule, since reports follow from what happens before what and not from the order of the run."""
    for call in program.runs:
        for schedule, outcome in outcomes(program, call).items():
            assert codes(outcome) == ["S001"], (schedule, call)
            assert accessed(program, outcome) <= program.at, (schedule, call)


@pytest.mark.parametrize("program", FREE, ids=lambda p: p.path.stem)
def test_no_race_is_reported(program: Program) -> None:
    for call in program.runs:
        for schedule, outcome in outcomes(program, call).items():
            assert codes(outcome) == [], (schedule, call)
            assert outcome.results == (call.result,), (schedule, call)


@pytest.mark.parametrize("program", [p for p in RACY if p.quiet], ids=lambda p: p.path.stem)
def test_a_run_speaks_of_its_own_arguments(program: Program) -> None:
    """A program that has a race need not show it with other arguments: a run is no proof."""
    for call in program.quiet:
        for schedule, outcome in outcomes(program, call).items():
            assert codes(outcome) == [], (schedule, call)


def in_order(text: str) -> str:
    """The program with each task awaited where it is launched."""
    lines: list[str] = []
    open_tasks: list[tuple[str, str]] = []
    for line in text.splitlines():
        lines.append(line)
        if launch := _LAUNCH.match(line):
            open_tasks.append((f"{launch[1]}}}", f"{launch[1]}async.await {launch[2]} : !async.token"))
        elif open_tasks and line == open_tasks[-1][0]:
            lines.append(open_tasks.pop()[1])
    assert not open_tasks
    return "\n".join(lines)


@pytest.mark.parametrize("program", RACY, ids=lambda p: p.path.stem)
def test_the_race_is_a_wait_that_is_missing(program: Program) -> None:
    waiting = parse_module(in_order(program.path.read_text(encoding="utf-8")))
    for call in program.runs:
        for schedule in ("latest", "earliest"):
            outcome = interpret(waiting, "main", call.arguments, parse_schedule(schedule))
            assert codes(outcome) == [], (schedule, call)


def test_there_are_enough_of_both_kinds() -> None:
    assert len(PROGRAMS) >= 60
    assert len(RACY) >= 25
    assert len(FREE) >= 25


def test_each_program_of_dataracebench_is_there_once() -> None:
    names = [p.drb for p in PROGRAMS]
    assert sorted(set(names)) == sorted(names)


def test_names_say_what_they_say_there() -> None:
    """DataRaceBench's names end with whether there is a race; ours begin with its number."""
    for program in PROGRAMS:
        assert program.drb.endswith("-yes" if program.race else "-no"), program.path
        assert program.path.name.startswith(f"drb{program.number}_"), program.path
        assert program.runs, program.path
        assert bool(program.at) is program.race, program.path
        assert len(program.reason) <= 116, program.path
        assert all((call.result is None) is program.race for call in program.runs), program.path
        assert program.race or not program.quiet, program.path


@needs_mlir
def test_mlir_opt_reads_them() -> None:
    mlir_opt("\n// -----\n".join(p.path.read_text(encoding="utf-8") for p in PROGRAMS), "--split-input-file")


def generated() -> list[str]:
    """The lines of the page's table."""
    return ["| program | race | because |", "| --- | --- | --- |", *(p.row for p in PROGRAMS)]


def table(page: str) -> tuple[int, int]:
    """The first line of the page's table, and the one behind its last."""
    lines = page.splitlines()
    start = lines.index("| program | race | because |")
    end = next((n for n in range(start, len(lines)) if not lines[n].startswith("|")), len(lines))
    return start, end


def test_the_page_lists_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    start, end = table(page)
    assert page.splitlines()[start:end] == generated(), (
        "run `python -m tests.dataracebench.test_dataracebench`"
    )
    assert f"{len(PROGRAMS)} programs: {len(RACY)} with a race, {len(FREE)} without" in page


def test_the_page_says_what_was_left_out() -> None:
    """Each number is a program here, or in the page's table of those that were left out."""
    section = PAGE.read_text(encoding="utf-8").partition("## Left out")[2].partition("\n## ")[0]
    out: list[int] = []
    for row in re.findall(r"^\| (\d[\d, to]*) \|", section, re.MULTILINE):
        for part in row.split(", "):
            first, _, last = part.partition(" to ")
            out += range(int(first), int(last or first) + 1)
    here = {int(p.number) for p in PROGRAMS if p.number.isdigit()}
    assert sorted([*out, *here]) == list(range(1, LAST + 1))


def write() -> None:
    """Write the page's table anew."""
    page = PAGE.read_text(encoding="utf-8")
    start, end = table(page)
    lines = page.splitlines()
    PAGE.write_text("\n".join([*lines[:start], *generated(), *lines[end:]]) + "\n", encoding="utf-8")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.mlir")), ids=lambda p: p.stem)
def test_the_check_is_right_of_every_one(path: Path) -> None:
    program = load(path)
    said = asyncir.check(path.read_text(encoding="utf-8"), filename=path.name, entry="main").standing
    assert said == ("refuted" if program.race else "proved")


if __name__ == "__main__":
    write()
