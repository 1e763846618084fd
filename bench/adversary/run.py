"""The adversary of `asyncir check`: random programs, each with mutants, before the check and before a simulator of its own.

    python -m bench.adversary.run --programs 1000 --seed 1 [--mutants 3] [--family F] [--jobs 2] [--keep DIR]

Programs run in processes of their own, with a limit of memory and of time, which are started anew after some programs. What
is printed depends on the seed and the programs alone, but for the times.
"""

import argparse
import collections
import json
import os
import random
import resource
import sys
from pathlib import Path

from . import kernels, soup
from .compare import examine
from .mutants import mutate
from .workers import limit_memory, limited, records, with_mutants


def families():
    return [*kernels.FAMILIES, *soup.FAMILIES]


def program(family, seed):
    rng = random.Random(f"{family} {seed}")
    return soup.program(rng, family) if family in soup.FAMILIES else kernels.ring(rng, family)


def variants(family, seed, mutants):
    """A program and its mutants: (name, text)."""
    return with_mutants(program(family, seed), mutate, mutants, f"{family} {seed}")


def work(tasks, mutants, seconds, gigabytes):
    """In the process of its own: a line of JSON for each comparison, one in front of it."""
    limit_memory(gigabytes)
    for family, seed in tasks:
        for name, text in variants(family, seed, mutants):
            head = {"family": family, "seed": seed, "variant": name}
            print(json.dumps({**head, "begins": True}), flush=True)
            record = limited(examine, text, seconds, "harness")
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(json.dumps({**head, **record, "peak": peak}), flush=True)


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
    given = ["--mutants", str(options.mutants), "--seconds", str(options.seconds)]
    given += ["--gigabytes", str(options.gigabytes)]
    for record in records("bench.adversary.run", given, tasks, options.jobs, options.seconds):
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
