"""How long checks, passes and compiles take beside another checkout: one with an environment of its own.

    python bench/beside.py OTHER [--pairs 20] [--kinds check,passes,compile] [--names PART]

Both checkouts get the same programs, in processes that take turns; what is measured is CPU time, which what else the machine
does disturbs little. A check is one without the verifier. For each program, and for all of a kind together, prints the median
over the pairs of how many times as long it takes here. Exit status 1 where a kind takes over 1.05 times as long.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GOAL = 1.05
KINDS = ("check", "passes", "compile")
WAITS = (10, 20, 50, 100, 200)

Task = tuple[str, str, str, str]
"""The kind, the name of the program, its text, and the passes where it is for these."""
Times = list[float]


def files(folder: str) -> Iterator[tuple[str, str]]:
    """The programs of a folder."""
    for file in sorted((ROOT / folder).glob("*.mlir")):
        yield file.stem, file.read_text()


def tasks() -> Iterator[Task]:
    """All programs, each with what is done with it."""
    # late: the processes that measure have these of their own checkout
    import check
    import pass_times
    import pipeline_times
    import programs

    from asyncir.diagnostics import DiagnosticError
    from asyncir.source.text import parse_module

    for name, text in files("examples/peers"):
        with contextlib.suppress(DiagnosticError):  # Some are refused at once.
            parse_module(text)
            yield "check", name, text, ""
    for shape, make in check.SHAPES.items():
        for waits in WAITS:
            yield "check", f"{shape}, {waits} waits", make(waits), ""
    for shape, make in pass_times.SHAPES.items():
        for name in pass_times.PASSES:
            yield "passes", f"{name} of {shape}", make(500), name
    for shape, make in pipeline_times.SHAPES.items():
        text = "\n".join([pipeline_times.HEAD, *make(40), "  return", "}"]) + "\n"
        yield "passes", f"software-pipeline of {shape}", text, "software-pipeline"
    for name, text in files("bench/loops"):
        how = "software-pipeline{machine=dma-vector-tensor schedule=list}"
        yield "passes", f"software-pipeline of {name}", text, how
    for name, text in files("bench/kernels"):
        yield "compile", name, text, ""
    for shape, make in (("one function", programs.one_function), ("many functions", programs.many_functions)):
        for ops in (250, 1000):
            yield "compile", f"{shape}, {ops} ops", make(ops), ""


def work(checkout: Path, listed: Path) -> None:
    """In a process of a checkout: measure each program once, and print the times."""
    sys.path[:0] = [str(checkout / "bench"), str(checkout / "src")]
    # An environment may have been installed from files that are others by now.
    sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
    # late: each process has a checkout of its own
    from compile_time import once
    from growth import cpu_seconds

    from asyncir import check
    from asyncir.source.text import parse_module
    from asyncir.transforms import run_pipeline

    alone: dict[str, Any] = {"recheck": False} if "recheck" in inspect.signature(check).parameters else {}

    def measured(kind: str, text: str, passes: str) -> float:
        if kind == "compile":
            return sum(once(text, False).seconds.values())
        if kind == "passes":
            module = parse_module(text, "beside.mlir", verify=False)
            return cpu_seconds(lambda: run_pipeline(module, passes))
        module = parse_module(text, "beside.mlir")
        return cpu_seconds(lambda: check(module, **alone))

    found = json.loads(listed.read_text())
    for kind, _, text, passes in {task[0]: task for task in found}.values():
        measured(kind, text, passes)  # Modules are loaded before time is taken.
    print(json.dumps([measured(kind, text, passes) for kind, _, text, passes in found]))


def ran(checkout: Path, listed: Path) -> Times:
    """The times in one process."""
    command = [str(checkout / ".venv" / "bin" / "python"), str(Path(__file__).resolve())]
    command += [str(checkout), "--work", str(listed)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def report(found: list[Task], pairs: list[tuple[Times, Times]], kinds: list[str]) -> bool:
    """Print the medians; whether the goal is met."""

    def ratio(chosen: Callable[[Task], bool]) -> float:
        which = [i for i, task in enumerate(found) if chosen(task)]
        return statistics.median(sum(a[i] for i in which) / sum(b[i] for i in which) for a, b in pairs)

    met = True
    for kind in kinds:
        for task in (task for task in found if task[0] == kind):
            print(f"  {ratio(lambda other, task=task: other is task):5.2f} x {task[1]}")
        whole = ratio(lambda other, kind=kind: other[0] == kind)
        print(f"{whole:5.2f} x {kind}{'' if whole <= GOAL else '  missed'}", flush=True)
        met = met and whole <= GOAL
    return met


def main() -> int:
    """Measure and print; 1 where the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, help="a checkout with .venv in it")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--names", default="", help="only programs with this in their names")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.other, options.work)
        return 0
    kinds = [kind for kind in KINDS if kind in options.kinds.split(",")]
    found = [task for task in tasks() if task[0] in kinds and options.names in task[1]]
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "programs.json"
        listed.write_text(json.dumps(found))
        pairs = [(ran(ROOT, listed), ran(options.other.resolve(), listed)) for _ in range(options.pairs)]
    return 0 if report(found, pairs, kinds) else 1


if __name__ == "__main__":
    sys.exit(main())
