"""The adversary of `asyncir check` for tasks: random programs and their mutants before the check and the interpreter.

    python -m bench.task_adversary.run --programs 300 --seed 1 [--mutants 3] [--family F] [--jobs 1] [--keep DIR]
    python -m bench.task_adversary.run --plain --programs 200      the interpreter's search against every order

Programs run in processes of their own, with a limit of time, which are started anew after some programs.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from bench.adversary.workers import limit_memory, limited, records, with_mutants

from .compare import examine
from .mutants import mutate
from .plain import examine_plain
from .programs import families, program
from .table import PlainTable, Table


def variants(family, seed, mutants, small=False):
    """A program and its mutants: (name, text)."""
    return with_mutants(program(family, seed, small), mutate, mutants, f"{family} {seed}")


def work(tasks, options):
    """In the process of its own: a line of JSON for each comparison, one in front of it."""
    limit_memory(options.gigabytes)
    for family, seed in tasks:
        for name, text in variants(family, seed, options.mutants, options.plain):
            head = {"family": family, "seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), flush=True)
            record = limited(examine_plain if options.plain else examine, text, options.seconds, "crash")
            if name == "base" and record["standing"] == "refused":
                record["faults"].append(("a program is refused", record["reason"]))
            print(json.dumps({**head, **record}), flush=True)


def keep(record, options):
    """The program of a fault, as a file whose first lines say what is wrong."""
    directory = Path(options.keep)
    directory.mkdir(parents=True, exist_ok=True)
    text = dict(variants(record["family"], record["seed"], options.mutants, options.plain))[record["variant"]]
    for kind, detail in record["faults"]:
        name = f"{kind.replace(' ', '_')}-{record['family']}-{record['seed']}-{record['variant']}.mlir"
        where = f"{record['family']} {record['seed']} {record['variant']}"
        (directory / name).write_text(f"// {kind}: {detail}\n// {where}\n{text}")


def parse(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--family", action="append", choices=families())
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=20, help="of the processor, for a comparison")
    parser.add_argument("--gigabytes", type=int, default=4)
    parser.add_argument(
        "--plain", action="store_true", help="compare the interpreter's search with every order"
    )
    parser.add_argument("--keep", help="a directory for the programs of faults")
    parser.add_argument("--log", help="a file for all records")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def tell(record):
    where = f"{record['family']} {record['seed']} {record['variant']}"
    for kind, detail in record["faults"]:
        print(f"{kind.upper()}: {where}: {detail[:300]}", flush=True)


def main(arguments=None):
    options = parse(arguments)
    if options.work:
        work(json.loads(options.work), options)
        return 0
    chosen = options.family or families()
    tasks = [[chosen[k % len(chosen)], options.seed + k // len(chosen)] for k in range(options.programs)]
    what = f"programs {options.programs}, seed {options.seed}, mutants {options.mutants}"
    print(f"{what}, families {' '.join(chosen)}", flush=True)
    table, bad, done = (PlainTable if options.plain else Table)(), 0, 0
    given = ["--mutants", str(options.mutants), "--seconds", str(options.seconds)]
    given += ["--gigabytes", str(options.gigabytes), *(["--plain"] if options.plain else [])]
    with open(options.log or os.devnull, "a", encoding="utf-8") as log:
        for record in records("bench.task_adversary.run", given, tasks, options.jobs, options.seconds):
            table.add(record)
            print(json.dumps(record), file=log, flush=True)
            tell(record)
            bad += bool(record["faults"])
            done += record["variant"] == "base"
            if record["variant"] == "base" and done % 50 == 0:
                print(f"{done} programs, {bad} with faults", flush=True)
            if record["faults"] and options.keep:
                keep(record, options)
    table.print()
    return 1 if bad else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
