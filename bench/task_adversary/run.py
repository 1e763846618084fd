"""The adversary of `asyncir check` for tasks: random programs and their mutants before the check and the interpreter.

    python -m bench.task_adversary.run --programs 300 --seed 1 [--mutants 3] [--family F] [--jobs 1] [--keep DIR]
    python -m bench.task_adversary.run --plain --programs 200      the interpreter's search against every order

Programs run in processes of their own, with a limit of time, which are started anew after some programs.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import queue
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from .compare import examine
from .mutants import mutate
from .plain import examine_plain
from .programs import families, program
from .table import PlainTable, Table

ALONE = 40
"""Programs for which a process lives."""


def variants(family, seed, mutants, small=False):
    """A program and its mutants: (name, text); a second one of a kind has its number in its name."""
    text = program(family, seed, small)
    yield "base", text
    rng = random.Random(f"mutants {family} {seed}")
    seen, names = {text}, Counter()
    for _ in range(mutants):
        changed = mutate(text, rng)
        if changed is not None and changed[1] not in seen:
            kind, text_of = changed
            seen.add(text_of)
            names[kind] += 1
            yield f"{kind}-{names[kind]}" if names[kind] > 1 else kind, text_of


class OutOfTime(BaseException):
    """A comparison takes longer than it may."""


def limited(compare, text, seconds):
    """A record of a comparison, which has so much time."""

    def late(_number, _frame):
        raise OutOfTime

    signal.signal(signal.SIGPROF, late)
    before = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        record = compare(text)
    except OutOfTime:
        record = {"standing": "slow", "faults": [("slow", f"over {seconds} s")]}
    except MemoryError:
        record = {"standing": "slow", "faults": [("memory", "too much")]}
    except Exception as error:
        record = {"standing": "crash", "faults": [("crash", f"{type(error).__name__}: {error}")]}
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {**record, "all": time.process_time() - before}


def work(tasks, options):
    """In the process of its own: a line of JSON for each comparison, one in front of it."""
    resource.setrlimit(resource.RLIMIT_AS, (options.gigabytes << 30, options.gigabytes << 30))
    for family, seed in tasks:
        for name, text in variants(family, seed, options.mutants, options.plain):
            head = {"family": family, "seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), flush=True)
            record = limited(examine_plain if options.plain else examine, text, options.seconds)
            if name == "base" and record["standing"] == "refused":
                record["faults"].append(("a program is refused", record["reason"]))
            print(json.dumps({**head, **record}), flush=True)


def chunk(tasks, options, found):
    """Has some programs compared by a process; where it dies, it is started again behind what killed it."""
    while tasks:
        command = [sys.executable, "-m", "bench.task_adversary.run", "--work", json.dumps(tasks)]
        command += ["--mutants", str(options.mutants), "--seconds", str(options.seconds)]
        command += ["--gigabytes", str(options.gigabytes), *(["--plain"] if options.plain else [])]
        begun = None
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            for record in answers(process, 20 * options.seconds):
                begun = record if record.get("begins") else None
                if begun is None:
                    found.put(record)
        if begun is None:
            if process.returncode:
                raise RuntimeError(f"a worker ended with {process.returncode} before its first program")
            return
        ended = f"the process ended with {process.returncode}"
        found.put({**begun, "standing": "crash", "faults": [("crash", ended)]})
        tasks = tasks[tasks.index([begun["family"], begun["seed"]]) + 1 :]


def answers(process, seconds):
    """The lines of a process, which is ended where one takes so long."""
    while True:
        guard = threading.Timer(seconds, process.kill)
        guard.start()
        line = process.stdout.readline()
        guard.cancel()
        if not line:
            return
        yield json.loads(line)


def records(tasks, options):
    """All records, in whatever order they come."""
    found = queue.Queue()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        parts = (tasks[k : k + ALONE] for k in range(0, len(tasks), ALONE))
        chunks = [pool.submit(chunk, part, options, found) for part in parts]
        while not (all(c.done() for c in chunks) and found.empty()):
            with contextlib.suppress(queue.Empty):
                yield found.get(timeout=0.5)
        for c in chunks:
            c.result()


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
    with open(options.log or os.devnull, "a", encoding="utf-8") as log:
        for record in records(tasks, options):
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
