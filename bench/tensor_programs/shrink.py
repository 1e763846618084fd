"""Makes a program small that differs in some way: lines, blocks and results that the difference does not need go away.

python -m bench.tensor_programs.shrink --seed 4711 --way "canonicalize" [--way compiled] [--way mlir-opt]
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import asyncir
from bench.tensor_programs import beside
from bench.tensor_programs.draw import Program, program
from bench.tensor_programs.running import Unlike, compare, compile_all, interpreted, natively

_RETURN = re.compile(r"^  return (.*) : (.*)$", re.MULTILINE)


class _Refused(Exception):
    """mlir-opt says that it cannot do this."""


def differs(given: Program, way: str) -> bool:
    """Whether the program has a meaning, and comes to something else this way."""
    for number in (0, 1):
        arguments = given.inputs(number)
        try:
            expected = interpreted(given, "", arguments)
            compare(given.results, expected, expected)
        except Exception:  # Not a program, or none with a meaning.
            return False
        try:
            compare(given.results, expected, _found(given, way, arguments))
        except _Refused:
            return False
        except asyncir.DiagnosticError as error:
            return error.diagnostics[0].code != "L001"
        except Exception:
            return True
    return False


def _found(given: Program, way: str, arguments: list[object]):
    if way == "compiled":
        return natively(compile_all([given]), given, arguments)
    if way != "mlir-opt":
        return interpreted(given, way, arguments)
    with tempfile.TemporaryDirectory() as folder:
        library, why = beside.build(given.text, Path(folder), "shrunk")
        if library is None:
            raise Unlike(why) if "crashed" in why else _Refused
        return beside.run(library, given, arguments)


def fewer_results(given: Program) -> list[Program]:
    """The program, with one of its results left out."""
    found: list[Program] = []
    for gone in range(len(given.results)) if len(given.results) > 1 else ():
        kept = [place for place in range(len(given.results)) if place != gone]
        results = tuple(given.results[place] for place in kept)
        types = ", ".join(value.type for value in results)
        head, _, rest = given.text.partition("\n")
        head = re.sub(r" -> \(.*\) \{$", f" -> ({types}) {{", head)
        names = _RETURN.search(rest)
        assert names is not None
        values = names[1].split(", ")
        line = f"  return {', '.join(values[place] for place in kept)} : {types}"
        rest = rest[: names.start()] + line + rest[names.end() :]
        found.append(replace(given, text=f"{head}\n{rest}", results=results))
    return found


def fewer_functions(given: Program) -> list[Program]:
    """The program without one of its private functions."""
    parts = re.split(r"^(?=func\.func private)", given.text, flags=re.MULTILINE)
    return [
        replace(given, text="".join(part for n, part in enumerate(parts) if n != gone))
        for gone in range(1, len(parts))
    ]


def fewer_lines(given: Program, count: int) -> list[Program]:
    """The program without some lines in a row that have as many braces opened as closed."""
    lines = given.text.splitlines()
    found: list[Program] = []
    for start in range(len(lines) - count, 0, -1):
        part = lines[start : start + count]
        if any(line.startswith(("  return", "func", "}")) for line in part):
            continue
        text = "\n".join(part)
        if text.count("{") == text.count("}"):
            found.append(replace(given, text="\n".join([*lines[:start], *lines[start + count :]]) + "\n"))
    return found


def shrink(given: Program, wrong: Callable[[Program], bool]) -> Program:
    """A program that is still wrong, and none of whose parts can go."""
    while True:
        smaller = [*fewer_functions(given), *fewer_results(given)]
        for count in (40, 30, 20, 16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1):
            smaller += fewer_lines(given, count)
        found = next((each for each in smaller if _is_read(each) and wrong(each)), None)
        if found is None:
            return given
        given = found


def _is_read(given: Program) -> bool:
    try:
        asyncir.parse(given.text)
    except asyncir.DiagnosticError:
        return False
    return True


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--way", required=True, help="a pipeline, `compiled` or `mlir-opt`")
    options = parser.parse_args()
    given = program(options.seed)
    if not differs(given, options.way):
        print("no difference")
        return 1
    print(shrink(given, lambda each: differs(each, options.way)).text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
