"""Pieces of text of which mlir-opt 22 and we must say the same. `python -m tests.text.pieces FILE` prints the differences.

A file has many pieces, with `// -----` between them, so that mlir-opt reads them all in one run.
"""

from __future__ import annotations

import difflib
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from tests.oracle import run_mlir_opt

HERE = Path(__file__).parent / "pieces"
GENERIC = "-mlir-print-op-generic"
ALLOW = "-allow-unregistered-dialect"
MARKER = "// -----\n"


def pieces(text: str) -> list[str]:
    """The pieces of a file."""
    return [piece.strip("\n") + "\n" for piece in re.split(r"^// -----\n", text, flags=re.MULTILINE)]


@dataclass(frozen=True)
class Oracle:
    """What mlir-opt prints for each of many pieces, pretty and generic; why it refuses one instead."""

    flags: tuple[str, ...] = ()

    def printed(self, texts: list[str], *flags: str) -> list[str]:
        """What it prints for each, which is nothing where it refuses one."""
        return [out for out, _ in self.judged(texts, *flags)]

    def judged(self, texts: list[str], *flags: str) -> list[tuple[str, str]]:
        """What it prints for each, and the first error that it has."""
        if not texts:
            return []
        all_flags = ("-split-input-file", *self.flags, *flags)
        code, out, err = run_mlir_opt(MARKER.join(texts), *all_flags)
        outs = re.split(r"^// -----\n", out, flags=re.MULTILINE)
        if code not in (0, 1) or len(outs) != len(texts):
            return self._halved(texts, flags, err)
        errors = _errors_by_piece(texts, err)
        return [("" if n in errors else o.strip("\n") + "\n", errors.get(n, "")) for n, o in enumerate(outs)]

    def _halved(self, texts: list[str], flags: tuple[str, ...], err: str) -> list[tuple[str, str]]:
        """Where a piece makes it stop: the other pieces without that one."""
        if len(texts) == 1:
            return [("", f"it stops: {err[:200]}")]
        middle = len(texts) // 2
        return self.judged(texts[:middle], *flags) + self.judged(texts[middle:], *flags)


def _errors_by_piece(texts: list[str], err: str) -> dict[int, str]:
    starts: list[int] = []
    line = 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 1
    errors: dict[int, str] = {}
    for found in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)", err, re.MULTILINE):
        errors.setdefault(bisect_right(starts, int(found[1])) - 1, found[2])
    return errors


@dataclass(frozen=True)
class Difference:
    """A piece of which the two do not say the same."""

    piece: str
    what: str
    detail: str


def differences(texts: list[str], *, foreign: bool = False) -> Iterator[Difference]:
    """All differences between the two on these pieces: whether each is taken, and what is printed for it."""
    oracle = Oracle((ALLOW,) if foreign else ())
    judged = oracle.judged(texts)
    taken: list[tuple[str, str]] = []
    for text, (pretty, error) in zip(texts, judged, strict=True):
        refusal = _refusal(text, foreign)
        if error and not refusal:
            yield Difference(text, "only mlir-opt refuses", error)
        elif refusal and not error:
            yield Difference(text, "only we refuse", refusal)
        elif not error:
            taken.append((text, pretty))
    yield from _differences_in_text(oracle, taken, foreign)


def _differences_in_text(oracle: Oracle, taken: list[tuple[str, str]], foreign: bool) -> Iterator[Difference]:
    sources, pretties = [text for text, _ in taken], [pretty for _, pretty in taken]
    generics = oracle.printed(sources, GENERIC)
    ways = (
        ("pretty of its pretty", pretties, False, pretties, None),
        ("generic of its pretty", pretties, True, oracle.printed(pretties, GENERIC), None),
        ("generic of its generic", generics, True, generics, None),
        ("its pretty of our pretty of the source", sources, False, pretties, ()),
        ("its generic of our generic of the source", sources, True, generics, (GENERIC,)),
        ("its pretty of our pretty of its generic", generics, False, pretties, ()),
    )
    for what, inputs, generic, expected, then in ways:
        ours = [_printed(text, generic, foreign) for text in inputs]
        final = ours if then is None else oracle.printed(ours, *then)
        for text, got, wanted, middle in zip(sources, final, expected, ours, strict=True):
            if got != wanted:
                yield Difference(text, what, _diff(wanted, got) if got else middle)


def _printed(text: str, generic: bool, foreign: bool) -> str:
    read = parsed(text, foreign)
    return read if isinstance(read, str) else print_module(read, generic=generic)


@lru_cache(maxsize=1024)
def parsed(text: str, foreign: bool = False) -> ModuleOp | str:
    """The module in a text, which is printed in two forms; or why it is refused."""
    try:
        return parse_module(text, "piece.mlir", ctx=context(ANY_DIALECT) if foreign else None)
    except DiagnosticError as error:
        return f"refused: {error.diagnostics[0].message}\n"


def _refusal(text: str, foreign: bool) -> str:
    printed = _printed(text, True, foreign)
    return printed if printed.startswith("refused: ") else ""


def _diff(wanted: str, got: str) -> str:
    lines = difflib.unified_diff(
        wanted.splitlines(), got.splitlines(), "mlir-opt", "asyncir", lineterm="", n=0
    )
    return "\n".join(lines)


def main() -> None:
    """Print the differences of the files that the command line names."""
    paths = [arg for arg in sys.argv[1:] if not arg.startswith("-")]
    for path in paths:
        texts = pieces(Path(path).read_text())
        found = list(differences(texts, foreign=ALLOW in sys.argv))
        shown: set[str] = set()
        for each in found:
            if each.piece not in shown:
                shown.add(each.piece)
                print(f"--- {each.what}\n{each.piece}\n{each.detail}")
        print(f"{path}: {len(texts)} pieces, {len(shown)} differ")


if __name__ == "__main__":
    main()
