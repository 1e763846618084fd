"""The cases of corpus/: synchronisation bugs, each as a wrong program and a right one, with what the oracle says of them.

Those in PTX are in `ptx_bugs.py`. `python -m tests.bug_corpus` writes the tables of README.md.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from asyncir.driver.signatures import public_functions
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.tools.literals import read_arguments
from tests.ptx_bugs import ptx_cases, words

FOLDER = Path(__file__).parent.parent / "corpus"
README = FOLDER / "README.md"
VERDICTS = ("race", "deadlock", "misuse", "redundant")
ONE_ORDER = ("earliest", "latest", "seed:0", "seed:1", "seed:2")
"""Orders of which each is played once."""


@dataclass(frozen=True)
class Ended:
    """What came of playing a program in an order."""

    codes: frozenset[str]
    """Of all that is wrong."""
    outcomes: int
    contents: tuple[bytes, ...]
    """What is in the arrays among the arguments in the end."""
    cycles: int = 0


@dataclass(frozen=True)
class Case:
    """A folder of the corpus: what its case.toml says, and its two programs."""

    name: str
    title: str
    upstream: tuple[str, ...]
    what: str
    machine: str | None
    """A machine that comes with asyncir, or a file beside case.toml; None: a program of tasks."""
    entry: str
    arguments: tuple[str, ...]
    """As the command line has them; they show what is wrong."""
    verdict: str
    """What the wrong program is; all fixed ones are right."""
    codes: frozenset[str]
    """All that orders of the wrong program are found guilty of; some show a part of it."""

    def model(self) -> MachineModel | None:
        """The machine, of a program for one."""
        if self.machine is None:
            return None
        is_file = self.machine.endswith(".toml")
        return load_machine(str(FOLDER / self.name / self.machine) if is_file else self.machine)

    def play(self, which: str, order: str) -> Ended:
        """Play `wrong` or `fixed` in an order."""
        module = _module(self.name, which)
        (signature,) = [s for s in public_functions(module) if s.name == self.entry]
        values = read_arguments(signature, self.arguments)
        model = self.model()
        if model is None:
            outcome = interpret(module, self.entry, values, parse_schedule(order))
            codes = {d.code for one in (outcome, *outcome.others) for d in one.diagnostics}
            return Ended(frozenset(codes), 1 + len(outcome.others), _contents(values))
        played = play(module, self.entry, values, model, order)
        found = (played, *played.others)
        codes = {d.code for one in found for d in one.diagnostics}
        cycles = 0 if played.run is None else played.run.cycles
        return Ended(frozenset(codes), len(found), _contents(values), cycles)


def _contents(values: list[Any]) -> tuple[bytes, ...]:
    return tuple(value.tobytes() for value in values if isinstance(value, np.ndarray))


@cache
def _module(name: str, which: str) -> ModuleOp:
    file = FOLDER / name / f"{which}.mlir"
    return parse_module(file.read_text(encoding="utf-8"), str(file))


def text_of(name: str, which: str) -> str:
    """The text of a program."""
    return (FOLDER / name / f"{which}.mlir").read_text(encoding="utf-8")


@cache
def cases() -> tuple[Case, ...]:
    """All cases in our own text, by name."""
    found: list[Case] = []
    for file in sorted(FOLDER.glob("*/case.toml")):
        if not (file.parent / "wrong.mlir").exists():
            continue
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        found.append(
            Case(
                file.parent.name,
                said.pop("title"),
                tuple(said.pop("upstream")),
                said.pop("what"),
                said.pop("machine", None),
                said.pop("entry"),
                tuple(said.pop("arguments")),
                said.pop("verdict"),
                frozenset(said.pop("codes")),
            )
        )
        assert not said, f"{file}: {', '.join(said)}"
    return tuple(found)


BEGIN, END = "<!-- {} -->\n", "<!-- end of {} -->\n"


def table() -> str:
    """The table of cases in our own text."""
    lines = [
        "| case | what goes wrong | verdict | found | machine | upstream |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for case in cases():
        codes = ", ".join(sorted(case.codes)) or "nothing"
        row = (_linked(case.name), case.title, case.verdict, codes, _machine(case), _links(case.upstream))
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _machine(case: Case) -> str:
    if case.machine is not None:
        return f"`{Path(case.machine).stem}`"
    return "queues" if "queue.wait" in text_of(case.name, "wrong") else "tasks"


def ptx_table() -> str:
    """The table of cases in PTX."""
    lines = [
        "| case | what goes wrong | verdict | to be named | target | upstream |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for case in ptx_cases():
        links = "; ".join(filter(None, (_links(case.upstream), case.found)))
        row = (_linked(case.name), case.title, case.verdict, words(case), f"`{case.target}`", links)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _linked(name: str) -> str:
    return f"[{name}]({name})"


def _links(upstream: tuple[str, ...]) -> str:
    return ", ".join(f"[{_short(link)}]({link})" for link in upstream)


def _short(link: str) -> str:
    """`owner/repository#number`."""
    owner, repository, _, number = link.removeprefix("https://github.com/").split("/")
    return f"{owner}/{repository}#{number}"


def readme_with_tables() -> str:
    """README.md as it should be."""
    text = README.read_text(encoding="utf-8")
    for name, written in (("cases", table()), ("ptx cases", ptx_table())):
        before, begin, rest = text.partition(BEGIN.format(name))
        _, end, after = rest.partition(END.format(name))
        assert begin, f"README.md has no table of {name}"
        assert end, f"README.md has no end of the table of {name}"
        text = before + begin + written + end + after
    return text


if __name__ == "__main__":
    README.write_text(readme_with_tables(), encoding="utf-8")
