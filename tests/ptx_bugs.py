"""The cases of corpus/ in PTX: synchronisation bugs of GPU kernels, with what a checker has to say of which line.

`python -m tests.ptx_bugs` prints them as JSON, one a line, with line numbers, for other tools to be measured on.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "corpus"
VERDICTS = ("race", "deadlock", "misuse", "redundant", "too strong")
KINDS = ("wait", "barrier", "fence", "arrive", "phase wait", "init")
FINDINGS = ("missing", "too weak", "too strong", "redundant", "deadlock", "divergent", "misuse")
MARK = re.compile(r"// site: ([\w-]+)$", re.M)


@dataclass(frozen=True)
class Site:
    """A place that is to be named: an instruction of wrong.ptx, by its mark, and what is wrong there."""

    at: str
    kind: str
    """What sort of synchronisation is missing there, or is the instruction."""
    finding: str
    since: str | None = None
    """Where something is missing: the earlier of the two accesses that nothing orders; `at` is the later one."""
    exact: int | None = None
    """The count that a wait should have."""
    instead: tuple[str, ...] = ()
    """Other lines, one of which may as well be named: of two barriers in a row either can go."""


@dataclass(frozen=True)
class PtxCase:
    """A folder of the corpus: what its case.toml says, and its two kernels, each called `main`."""

    name: str
    title: str
    upstream: tuple[str, ...]
    what: str
    target: str
    block: tuple[int, ...]
    verdict: str
    """What the wrong kernel is; all fixed ones are right."""
    sites: tuple[Site, ...]
    found: str | None = None
    """Where the bug was seen, if not (only) by upstream."""
    grid: tuple[int, ...] = (1,)
    cluster: tuple[int, ...] = ()
    parameters: tuple[tuple[str, int], ...] = ()
    """Values with which it shows; parameters without one are addresses of arrays in global memory."""
    trips: str | None = None
    """The parameter that says how often the loop runs."""
    maps: tuple[tuple[str, tuple[int, ...], int], ...] = ()
    """Parameters that point to tensor maps: box and bytes of an element."""

    def text(self, which: str) -> str:
        """The text of `wrong` or `fixed`."""
        return (FOLDER / self.name / f"{which}.ptx").read_text(encoding="utf-8")

    @property
    def lines(self) -> dict[str, int]:
        """Line numbers of the marks in wrong.ptx."""
        text = self.text("wrong")
        return {mark[1]: text.count("\n", 0, mark.start()) + 1 for mark in MARK.finditer(text)}

    def as_data(self) -> dict[str, Any]:
        """For JSON: as in case.toml, with lines of wrong.ptx in place of marks."""
        lines = self.lines
        sites = [
            {
                key: _numbered(key, value, lines)
                for key, value in asdict(site).items()
                if value not in (None, ())
            }
            for site in self.sites
        ]
        data = {key: value for key, value in asdict(self).items() if value}
        return {**data, "parameters": dict(self.parameters), "sites": sites}


def _numbered(key: str, value: Any, lines: dict[str, int]) -> Any:
    if key == "instead":
        return [lines[mark] for mark in value]
    return lines[value] if key in ("at", "since") else value


@cache
def ptx_cases() -> tuple[PtxCase, ...]:
    """All cases in PTX, by name."""
    files = [file for file in sorted(FOLDER.glob("*/case.toml")) if (file.parent / "wrong.ptx").exists()]
    return tuple(_read(file.parent.name, tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)


def _read(name: str, said: dict[str, Any]) -> PtxCase:
    maps = tuple((n, tuple(m["box"]), m["bytes"]) for n, m in said.pop("maps", {}).items())
    parameters = tuple(said.pop("parameters", {}).items())
    sites = tuple(Site(instead=tuple(site.pop("instead", ())), **site) for site in said.pop("sites"))
    for key in ("upstream", "block", "grid", "cluster"):
        if key in said:
            said[key] = tuple(said[key])
    return PtxCase(name=name, sites=sites, parameters=parameters, maps=maps, **said)


def words(case: PtxCase) -> str:
    """What is to be named, for the table: `wait too weak (exact: 0), wait missing`."""
    said = [
        f"{site.kind} {site.finding}" + ("" if site.exact is None else f" (exact: {site.exact})")
        for site in case.sites
    ]
    return ", ".join(dict.fromkeys(said))


if __name__ == "__main__":
    for one in ptx_cases():
        print(json.dumps(one.as_data()))
