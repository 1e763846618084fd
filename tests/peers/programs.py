"""The programs of examples/peers, with what their headers say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "peers"
PAGE = ROOT / "docs" / "comparison.md"
KNOWN = {"peer", "theirs", "ours", "verdicts", "races", "run"}


@dataclass(frozen=True)
class Program:
    """One program."""

    name: str
    text: str
    says: str
    """The first line: what is special about it."""
    peer: str
    """Who fails on it, and with what."""
    theirs: str
    """What comes out there. `wait_group 0, 1`: the counts in what mlir-opt 22 lowers it to."""
    ours: str | None
    """The counts that `assign-wait-counts` derives, or `refused CODE`."""
    verdicts: str | None
    """What `check` says of each wait."""
    races: tuple[str, ...]
    """The kinds of its races, as `check` and the interpreter find them."""
    run: str | None
    """How a run ends, if not well: `error CODE`."""

    @property
    def refused(self) -> bool:
        return self.ours is not None and self.ours.startswith("refused")

    def row(self) -> str:
        """Its row on the page."""
        said: list[str] = []
        if self.refused:
            said.append(str(self.ours))
        elif self.ours is not None:
            said.append(f"counts {self.ours}")
        if self.races:
            said.append(f"refuted: {', '.join(self.races)}")
        elif not self.refused and self.run is None:
            said.append("proved")
        if self.run is not None:
            said.append(f"a run ends with {self.run.split()[1]}")
        if self.verdicts is not None:
            said.append(f"waits: {self.verdicts}")
        link = f"[{self.name}](../examples/peers/{self.name}.mlir)"
        return f"| {link} | {self.says} | {self.theirs} | {'; '.join(said)} |"


def _program(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    first, *lines = text.splitlines()
    header = dict(re.findall(r"^// (\w+): (.*)$", "\n".join(lines), re.MULTILINE))
    assert set(header) <= KNOWN, path
    return Program(
        path.stem,
        text,
        first.removeprefix("// ").rstrip(".") + ("." if ". " in first else ""),
        header["peer"],
        header["theirs"],
        header.get("ours"),
        header.get("verdicts"),
        tuple(header.get("races", "").split()),
        header.get("run"),
    )


def programs() -> list[Program]:
    """All of them, by name."""
    return [_program(path) for path in sorted(FOLDER.glob("*.mlir"))]


def with_rows(page: str) -> str:
    """The page with the rows of its tables written again; a table is for the programs whose names begin alike."""
    for prefix in ("nvgpu", "tvm", "triton"):
        rows = "\n".join(program.row() for program in programs() if program.name.startswith(prefix))
        page = re.sub(
            rf"(?:^\| \[{prefix}-.*\n)+", lambda _, rows=rows: rows + "\n", page, flags=re.MULTILINE
        )
    return page


if __name__ == "__main__":
    PAGE.write_text(with_rows(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
