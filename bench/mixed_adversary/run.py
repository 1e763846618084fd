"""The adversary of programs with tasks and queues: random ones and their mutants, before a judge of its own.

    python -m bench.mixed_adversary.run --programs 300 --seed 1 [--mutants 3] [--seconds 20] [--log F] [--keep DIR]

The judge (`model.py`) knows docs/semantics.md and docs/semantics-queues.md, and nothing of asyncir. Programs run in a process
of their own, with a limit of time, which is started anew after some programs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Any

from bench.adversary.workers import answers

from .compare import Record, examine
from .growing import grow
from .mutants import mutate
from .printing import print_program
from .regular import regular
from .settling import settle, tighten
from .shrink import has, shrink
from .table import Table
from .tree import Program, well_formed

ALONE = 25
"""Programs for which a process lives."""


class OutOfTimeError(BaseException):
    """A comparison takes longer than it may."""


def base(seed: int) -> Program:
    """A program, mostly without races."""
    rng = random.Random(f"settling {seed}")
    program = regular(f"regular {seed}") if seed % 2 else grow(f"mixed {seed}")
    if rng.random() < (0.75 if seed % 2 else 0.93) and settle(program, rng) == 0 and rng.random() < 0.75:
        tighten(program, rng)
    assert well_formed(program)
    return program


def variants(seed: int, mutants: int) -> Iterator[tuple[str, Program]]:
    program, rng = base(seed), random.Random(f"mutants {seed}")
    yield "base", program
    for k in range(mutants):
        changed = mutate(program, rng)
        if changed is not None:
            yield f"{changed[0]}-{k}", changed[1]


def limited(program: Program, seed: int, seconds: int) -> Record:
    """A comparison, which has so much time of the processor."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTimeError

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return examine(program, seed)
    except OutOfTimeError:
        return Record("slow", faults=[("slow", f"over {seconds} s")])
    except Exception as error:
        return Record("crash", faults=[("crash", f"{type(error).__name__}: {error}")])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def work(seeds: list[int], options: argparse.Namespace) -> None:
    """In the process of its own: a line of JSON for each comparison, one in front of it."""
    resource.setrlimit(resource.RLIMIT_AS, (options.gigabytes << 30, options.gigabytes << 30))
    gc.set_threshold(20_000, 20, 50)
    for seed in seeds:
        for name, program in variants(seed, options.mutants):
            head = {"seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), flush=True)
            record = limited(program, seed, options.seconds)
            print(json.dumps({**head, "record": asdict(record)}), flush=True)


def records(seeds: list[int], options: argparse.Namespace) -> Iterator[tuple[int, str, Record]]:
    """By processes that are started one after the other; one that dies is a fault of what it was at."""
    while seeds:
        part = seeds[:ALONE]
        command = [sys.executable, "-m", "bench.mixed_adversary.run", "--work", json.dumps(part)]
        for name in ("mutants", "seconds", "gigabytes"):
            command += [f"--{name}", str(getattr(options, name))]
        begun: dict[str, Any] | None = None
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            for said in answers(process, 5 * options.seconds):
                begun = said if said.get("begins") else None
                if begun is None:
                    found = said["record"]
                    found["faults"] = [(kind, detail) for kind, detail in found["faults"]]
                    yield said["seed"], said["variant"], Record(**found)
        seeds = seeds[len(part) :]
        if begun is not None:
            ended = f"the process ended with {process.returncode}"
            yield begun["seed"], begun["variant"], Record("crash", faults=[("crash", ended)])
            seeds = [*part[part.index(begun["seed"]) + 1 :], *seeds]


def keep(seed: int, variant: str, record: Record, options: argparse.Namespace) -> None:
    """The program of a fault as a file whose first lines say what is wrong; `--shrink` makes it small."""
    directory = Path(options.keep)
    directory.mkdir(parents=True, exist_ok=True)
    program = dict(variants(seed, options.mutants))[variant]
    for kind, detail in record.faults:
        small = shrink(program, has(kind, seed)) if options.shrink else program
        name = re_name(f"{kind}-{seed}-{variant}")
        (directory / f"{name}.mlir").write_text(
            f"// {kind}: {detail}\n// seed {seed}, {variant}\n{print_program(small).text}"
        )


def re_name(text: str) -> str:
    return "".join(c if c.isalnum() or c == "-" else "_" for c in text)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=20, help="of the processor, for a comparison")
    parser.add_argument("--minutes", type=float, default=0, help="begin no program later than that")
    parser.add_argument("--gigabytes", type=int, default=6)
    parser.add_argument("--keep", help="a directory for the programs of faults")
    parser.add_argument("--shrink", action="store_true", help="make them small, too")
    parser.add_argument("--log", help="a file for all records")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    if options.work:
        work(json.loads(options.work), options)
        return 0
    print(f"programs {options.programs}, seed {options.seed}, mutants {options.mutants}", flush=True)
    seeds = list(range(options.seed, options.seed + options.programs))
    table, began = Table(), time.time()
    with open(options.log or os.devnull, "a", encoding="utf-8") as log:
        for seed, variant, record in records(seeds, options):
            if options.minutes and time.time() - began > 60 * options.minutes:
                print(f"out of time at seed {seed}", flush=True)
                break
            table.add(record, variant)
            print(json.dumps({"seed": seed, "variant": variant, **asdict(record)}), file=log, flush=True)
            for kind, detail in record.faults:
                print(f"{kind.upper()}: {seed} {variant}: {detail[:220]}", flush=True)
            if record.faults and options.keep:
                keep(seed, variant, record, options)
    table.print()
    return 1 if table.faults else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
