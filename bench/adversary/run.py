"""The adversary of `asyncir check`: random programs, each with mutants, before the check and before a simulator of its own.

    python -m bench.adversary.run --programs 1000 --seed 1 [--mutants 3] [--family F] [--jobs 2] [--keep DIR]

Programs run in processes of their own, with a limit of memory and of time, which are started anew after some programs. What
is printed depends on the seed and the programs alone, but for the times.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import gc
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
from pathlib import Path

from . import kernels, soup
from .compare import examine
from .mutants import mutate

ALONE = 40
"""Programs for which a process lives."""


def families():
    return [*kernels.FAMILIES, *soup.FAMILIES]


def program(family, seed):
    rng = random.Random(f"{family} {seed}")
    return soup.program(rng, family) if family in soup.FAMILIES else kernels.ring(rng, family)


def variants(family, seed, mutants):
    """A program and its mutants: (name, text); a second one of a kind has its number in its name."""
    text = program(family, seed)
    yield "base", text
    rng = random.Random(f"mutants {family} {seed}")
    seen, names = {text}, collections.Counter()
    for _ in range(mutants):
        changed = mutate(text, rng)
        if changed is not None and changed[1] not in seen:
            kind, text_of = changed
            seen.add(text_of)
            names[kind] += 1
            yield f"{kind}-{names[kind]}" if names[kind] > 1 else kind, text_of


class OutOfTime(BaseException):
    """The check takes longer than it may."""


def work(tasks, mutants, seconds, gigabytes):
    """In the process of its own: a line of JSON for each comparison, one in front of it."""
    resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))

    def late(_number, _frame):
        raise OutOfTime

    signal.signal(signal.SIGPROF, late)
    gc.set_threshold(20_000, 20, 50)  # a sixth faster
    for family, seed in tasks:
        for name, text in variants(family, seed, mutants):
            head = {"family": family, "seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), flush=True)
            before = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                record = examine(text)
            except OutOfTime:
                record = {
                    "standing": "slow",
                    "faults": [("slow", f"over {seconds} s")],
                    "seconds": time.process_time() - before,
                }
            except MemoryError:
                record = {
                    "standing": "slow",
                    "faults": [("memory", f"over {gigabytes} GB")],
                    "seconds": time.process_time() - before,
                }
            except Exception as error:
                record = {"standing": "harness", "faults": [("harness", repr(error))], "seconds": 0.0}
            signal.setitimer(signal.ITIMER_PROF, 0)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                json.dumps({**head, **record, "peak": peak, "all": time.process_time() - before}), flush=True
            )


def chunk(tasks, options, found):
    """Has some programs compared by a process; where it dies, it is started again behind what killed it."""
    while tasks:
        command = [
            sys.executable,
            "-m",
            "bench.adversary.run",
            "--work",
            json.dumps(tasks),
            "--mutants",
            str(options.mutants),
        ]
        command += ["--seconds", str(options.seconds), "--gigabytes", str(options.gigabytes)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        begun, tasks = None, list(tasks)
        while True:
            guard = threading.Timer(20 * options.seconds, process.kill)
            guard.start()
            line = process.stdout.readline()
            guard.cancel()
            if not line:
                break
            record = json.loads(line)
            begun = record if record.get("begins") else None
            if begun is None:
                found.put(record)
        process.wait()
        if begun is None:
            return
        found.put(
            {
                **begun,
                "standing": "crash",
                "faults": [("crash", f"the process ended with {process.returncode}")],
                "seconds": 0.0,
            }
        )
        tasks = tasks[tasks.index([begun["family"], begun["seed"]]) + 1 :]


def records(tasks, options):
    """All records, in whatever order they come."""
    found = queue.Queue()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chunks = [
            pool.submit(chunk, tasks[k : k + ALONE], options, found) for k in range(0, len(tasks), ALONE)
        ]
        while not (all(c.done() for c in chunks) and found.empty()):
            with contextlib.suppress(queue.Empty):
                yield found.get(timeout=0.5)
        for c in chunks:
            c.result()


class Table:
    """What was seen, counted."""

    def __init__(self):
        self.standings = collections.defaultdict(collections.Counter)
        self.faults = collections.defaultdict(collections.Counter)
        self.reasons, self.rechecked, self.refusals = (
            collections.Counter(),
            collections.Counter(),
            collections.Counter(),
        )
        self.seconds, self.peak, self.racing = [], 0.0, 0
        self.programs = collections.Counter()
        self.waits = self.waits_unknown = self.advised = 0

    def add(self, record):
        family, standing = record["family"], record["standing"]
        self.programs[family] += record["variant"] == "base"
        if standing.startswith("refused"):
            self.refusals[standing[:110]] += 1
            standing = "refused"
        self.standings[family][standing] += 1
        for kind, _ in record["faults"]:
            self.faults[family][kind] += 1
        for reason in record.get("unknown", ()):
            self.reasons[reason] += 1
        if record.get("rechecked"):
            self.rechecked[record["rechecked"]] += 1
        self.racing += bool(record.get("races"))
        self.waits += record.get("waits", 0)
        self.waits_unknown += record.get("waits_unknown", 0)
        self.advised += bool(record.get("advised"))
        self.seconds.append((record["seconds"], f"{family} {record['seed']} {record['variant']}"))
        self.peak = max(self.peak, record.get("peak", 0.0))

    def print(self):
        kinds = sorted({k for c in self.faults.values() for k in c})
        heads = ("programs", "checks", "proved", "refuted", "unknown", "%", "refused", "slow")
        print(f"{'family':12} " + " ".join(f"{h:>8}" for h in heads) + "  faults")
        total = collections.Counter()
        for family, counts in self.standings.items():
            total += counts
            self._row(family, self.programs[family], counts, self.faults[family])
        self._row("all", sum(self.programs.values()), total, sum(self.faults.values(), collections.Counter()))
        print(
            "faults: "
            + (", ".join(f"{k} {sum(c[k] for c in self.faults.values())}" for k in kinds) or "none")
        )
        print(f"racing by the simulator: {self.racing}; advice followed in {self.advised}")
        print(f"waits {self.waits}, of these unknown {self.waits_unknown}")
        for title, counter in (
            ("unknown because", self.reasons),
            ("refused", self.refusals),
            ("checked again", self.rechecked),
        ):
            if counter:
                print(title + ":")
                for text, n in counter.most_common(25):
                    print(f"  {n:6} {text}")
        self.seconds.sort(reverse=True)
        plain = [s for s, _ in self.seconds]
        if plain:
            middle, most = plain[len(plain) // 2], plain[len(plain) // 100]
            print(f"seconds a check: median {middle:.3f}, 99 % {most:.2f}; peak {self.peak:.0f} MB; slowest:")
        for seconds, which in self.seconds[:8]:
            print(f"  {seconds:7.2f} {which}")

    def _row(self, name, programs, counts, faults):
        n = sum(counts.values())
        share = 100 * counts["unknown"] / max(n - counts["refused"], 1)
        other = counts["slow"] + counts["crash"] + counts["harness"]
        said = ", ".join(f"{k} {v}" for k, v in sorted(faults.items()))
        standings = [counts[k] for k in ("proved", "refuted", "unknown")]
        columns = " ".join(
            f"{v:8}" for v in (programs, n, *standings, round(share, 1), counts["refused"], other)
        )
        print(f"{name:12} {columns}  {said}")


def keep(record, options):
    """The program of a fault, as a file whose first lines say what is wrong."""
    directory = Path(options.keep)
    directory.mkdir(parents=True, exist_ok=True)
    texts = dict(variants(record["family"], record["seed"], options.mutants))
    text = texts[record["variant"]]
    for kind, detail in record["faults"]:
        name = f"{kind.replace(' ', '_')}-{record['family']}-{record['seed']}-{record['variant']}.mlir"
        (directory / name).write_text(
            f"// {kind}: {detail}\n// {record['family']} {record['seed']} {record['variant']}\n{text}"
        )


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--family", action="append")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, for a comparison")
    parser.add_argument("--gigabytes", type=int, default=4)
    parser.add_argument("--keep", help="a directory for the programs of faults")
    parser.add_argument("--log", help="a file for all records")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main():
    options = parse()
    if options.work:
        work(json.loads(options.work), options.mutants, options.seconds, options.gigabytes)
        return 0
    chosen = options.family or families()
    tasks = [[chosen[k % len(chosen)], options.seed + k // len(chosen)] for k in range(options.programs)]
    print(
        f"programs {options.programs}, seed {options.seed}, mutants {options.mutants}, families {' '.join(chosen)}",
        flush=True,
    )
    table, bad = Table(), 0
    log = open(options.log, "a") if options.log else None  # noqa: SIM115
    for record in records(tasks, options):
        table.add(record)
        if log:
            print(json.dumps(record), file=log, flush=True)
        for kind, detail in record["faults"]:
            print(
                f"{kind.upper()}: {record['family']} {record['seed']} {record['variant']}: {detail[:200]}",
                flush=True,
            )
        if record["faults"]:
            bad += 1
            if options.keep:
                keep(record, options)
    table.print()
    return 1 if bad else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
