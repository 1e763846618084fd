"""What the search for races while a program runs finds, and what it costs.

    python -m bench.detect_races mutants [--races 200] [--seed 1]     random programs with a race, judged by the interpreter
    python -m bench.detect_races programs [--tiny]                    the benchmarks' programs, with and without, 2 threads

The programs and mutants are those of bench/task_adversary. A race counts as found if one of at most three runs reports it: on
two threads, then in the orders of the seeds 0 and 1 of the serial runtime. A program without one has all three runs, and must
be silent.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import asyncir
from asyncir.driver.compile import compile
from asyncir.launch import races, runtime, serial
from bench.adversary.workers import limited, records, with_mutants
from bench.runtime.jobs import JOBS
from bench.task_adversary.judge import arguments, judge
from bench.task_adversary.mutants import mutate
from bench.task_adversary.programs import families, program

FOLDER = Path(__file__).parent / "runtime" / "programs"
ORDERS = (None, 0, 1)
"""None: in parallel; else the seed of an order."""
SECONDS = 60
"""Of the processor, for a program."""
INPUTS = ((0, 1), (1, 2), (2, 3), (3, 0))


def reported(function, numbers, seed):
    """The races that one run reports."""
    with nullcontext() if seed is None else serial.order(seed=seed):
        races.begin()
        try:
            function.call(arguments(numbers), timeout=20)
        except asyncir.DiagnosticError as error:
            if error.diagnostics[0].code[0] != "R":
                raise
        runtime.end_stuck()
        return races.found()


def runs_needed(function, numbers):
    """After how many runs a race was reported, and the report; 0 where none was."""
    for count, seed in enumerate(ORDERS, 1):
        if found := reported(function, numbers, seed):
            return count, found
    return 0, []


def compared(text):
    """What the runs of a program show: for each input, whether it has a race, and after how many runs one was reported."""
    try:
        program_ = compile(text, filename="p.mlir", threads=2, opt_level=0, detects_races=True)
    except asyncir.DiagnosticError as error:
        if error.diagnostics[0].code != "L001":
            raise
        return {"rows": [], "faults": []}  # it has no native form
    found, function = judge(asyncir.parse(text, "p.mlir"), INPUTS), program_["main"]
    rows = []
    for numbers in INPUTS:
        racy = numbers in found.races
        if racy or not (found.unjudged or found.undefined):
            count, said = runs_needed(function, numbers)
            detail = found.races[numbers] if racy else [str(race) for race in said]
            rows.append({"input": numbers, "racy": racy, "runs": count, "detail": detail})
    return {"rows": rows, "faults": [row for row in rows if row["racy"] != bool(row["runs"])]}


def work(tasks):
    """In a process of its own, since what a race does to memory may end it: a line of JSON for each program."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the programs print
    for family, seed in tasks:
        for name, text in with_mutants(program(family, seed), mutate, 3, f"{family} {seed}"):
            head = {"family": family, "seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), file=answers, flush=True)
            print(json.dumps({**head, **limited(compared, text, SECONDS, "crash")}), file=answers, flush=True)


def mutants(options):
    """Until so many racy programs have been met, and the others that come along."""
    runs, programs_, faults, seed = Counter(), Counter(), 0, options.seed
    while programs_["racy"] < options.races:
        tasks = [[family, seed] for family in options.family or families()]
        for record in records("bench.detect_races", ["mutants"], tasks, 1, SECONDS):
            for fault in record["faults"]:
                print(f"WRONG: {record['family']} {record['seed']} {record['variant']}: {fault}", flush=True)
            faults += len(record["faults"])
            rows = record.get("rows", [])
            racy = any(row["racy"] for row in rows)
            programs_["racy" if racy else "free" if rows else "not judged"] += 1
            runs.update((row["racy"], row["runs"]) for row in rows)
        print(f"seed {seed}: {dict(programs_)}, faults {faults}", flush=True)
        seed += 1
    for (racy, count), number in sorted(runs.items()):
        print(
            f"inputs {'with' if racy else 'without'} a race, {f'run {count}' if count else 'silent'}: {number}"
        )
    return 1 if faults else 0


# ---- what it costs

GOAL = 20
"""How many times as long a program may take."""


class BenchProgram(NamedTuple):
    """A file of bench/runtime/programs: the job that it does, its size in the table and in a test."""

    name: str
    job: str
    size: int
    tiny: int


PROGRAMS = (
    BenchProgram("fib", "fib", 30, 10),
    BenchProgram("spawn", "spawn", 1_000_000, 100),
    BenchProgram("structured", "structured", 1_000_000, 100),
    BenchProgram("chain", "chain", 1_000_000, 100),
    BenchProgram("wavefront", "wavefront", 1000, 10),
    BenchProgram("depth_calls", "fib", 1_000_000, 100),
    BenchProgram("depth_tasks", "fib", 1_000_000, 100),
    BenchProgram("alive", "fib", 1_000_000, 100),
    BenchProgram("pingpong", "pingpong", 320_000, 160),
    BenchProgram("saxpy", "saxpy", 10_000_000, 1000),
    BenchProgram("sum", "sum", 10_000_000, 1000),
    BenchProgram("launch", "launch", 10_000, 10),
)


def seconds(function, job):
    """Of one call, the arguments as they are at the start: on the clock, and of processors."""
    job.before()
    races.begin()
    start = time.perf_counter(), time.process_time()
    function(*job.arguments)
    return time.perf_counter() - start[0], time.process_time() - start[1]


def both(one, size, times):
    """The best seconds of a program without and with the search, in turns; and how many races it has."""
    source = (FOLDER / f"{one.name}.mlir").read_text(encoding="utf-8")
    plain, searching = (
        compile(source, filename=one.name, threads=2, opt_level=3, detects_races=d)["run"]
        for d in (False, True)
    )
    job = JOBS[one.job](size)
    rows = [(*seconds(plain, job), *seconds(searching, job)) for _ in range(times)]
    return [min(column) for column in zip(*rows, strict=True)], len(races.found())


def programs(options):
    """A line for each program."""
    late = []
    for one in PROGRAMS:
        if options.only and one.name not in options.only:
            continue
        size = one.tiny if options.tiny else one.size
        (wall, processors, searching, searching_processors), count = both(one, size, options.times)
        ratio, of_processors = searching / wall, searching_processors / processors
        print(
            f"{one.name:12} {size:9} {wall * 1e3:9.1f} ms {searching * 1e3:9.1f} ms  x{ratio:.1f}"
            f"  processors x{of_processors:.1f}  races: {count}",
            flush=True,
        )
        late += [one.name] if ratio > GOAL else []
    print(f"more than {GOAL} times as long: {', '.join(late) or 'none'}")
    return 1 if late and not options.tiny else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("mutants")
    one.add_argument("--family", action="append", choices=families())
    one.add_argument("--work", help=argparse.SUPPRESS)
    one.add_argument("--races", type=int, default=200)
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(run=mutants)
    one = commands.add_parser("programs")
    one.add_argument("--tiny", action="store_true", help="as small as in a test")
    one.add_argument("--times", type=int, default=3)
    one.add_argument("--only", nargs="*")
    one.set_defaults(run=programs)
    options = parser.parse_args(_in_front(sys.argv[1:]))
    if getattr(options, "work", None):
        work(json.loads(options.work))
        return 0
    return options.run(options)


def _in_front(arguments):
    """The command stands in front of what is given to a process that works."""
    return ["mutants", *(a for a in arguments if a != "mutants")] if "--work" in arguments else arguments


if __name__ == "__main__":
    sys.exit(main())
