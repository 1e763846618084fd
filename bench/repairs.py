"""Repairs of random programs with tasks that lack waits, before the interpreter.

    python -m bench.repairs --programs 320 --lose 2 --jobs 2 [--seed 1] [--family F] [--fewer] [--keep DIRECTORY]

Programs of the adversary of the check that are proved lose some waits and dependencies. Where the rest is wrong, it is
repaired as `asyncir check --diff` does. The judge of the result shares no code with the check or the search: the interpreter
runs the repaired text with several arguments, in all orders. There must be no race and nobody who waits forever, and no more
waits than were lost, for those make the program right. With `--fewer` each set of at most one wait that could be added,
and is smaller than the repair, is tried: with none of them the program may be proved.
"""

import argparse
import itertools
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import asyncir
from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.analyses.tasks.additions import additions_to
from asyncir.driver.repairing import repaired
from asyncir.transforms._added_waits import with_waits

from .adversary.workers import limit_memory, limited, records
from .task_adversary.judge import judge
from .task_adversary.mutants import drop_await, drop_dependency
from .task_adversary.programs import families, program

LOSSES = (drop_await, drop_await, drop_dependency)


def lossy(text, rng, lose):
    """The program without some of its waits, and how many were left out."""
    lost = 0
    for _ in range(lose * 3):
        changed = rng.choice(LOSSES)(text, rng)
        if changed is not None and changed != text:
            text, lost = changed, lost + 1
        if lost == lose:
            break
    return text, lost


def is_right(module):
    report = check_synchronisation(module, entries=["main"])
    return all(f.standing.value == "proved" and not f.unfinished for f in report.functions)


def examine(text, lost):
    """What came of one program that lacks some waits."""
    record = {"faults": [], "lost": lost}
    checked = asyncir.check(text, entry="main", recheck=False)
    unfinished = any(d.code == "Q012" for d in checked.diagnostics)
    record["standing"] = standing = checked.functions["main"]
    if standing == "proved" and not unfinished:
        return {**record, "came": "nothing needed was lost"}
    if standing == "proved":
        record["standing"] = "unfinished"
    repair = repaired(text, "p.mlir", "main", checked=checked)
    if repair.reason:
        return {**record, "came": "not repaired", "reason": repair.reason}
    record |= {"came": "repaired", "added": repair.added, "smallest": repair.is_smallest, "text": repair.text}
    found = judge(asyncir.parse(repair.text))
    record["verdict"] = found.verdict
    if found.shows_a_fault():
        record["faults"].append(("a repaired program is wrong", str(found.races or found.deadlocks)[:200]))
    if repair.added > lost and repair.is_smallest:
        record["faults"].append(("a repair is too large", f"{repair.added} waits for {lost}"))
    return record


def fewer(record, text):
    """Whether a smaller set of at most one wait makes the program right as well."""
    module = asyncir.parse(text)
    every = list(additions_to(reached(call_graph(module), "main")).all())
    for size in range(min(record["added"], 2)):
        for waits in itertools.combinations(every, size):
            if is_right(with_waits(module, waits)):
                record["faults"].append(("fewer are enough", f"{size} waits for {record['added']}"))
                return
    record["fewer"] = True


def work(tasks, options):
    """In a process of its own: a line of JSON for each program, one in front of it."""
    limit_memory(options.gigabytes)
    for family, seed in tasks:
        base = program(family, seed)
        rng = random.Random(f"repairs {family} {seed}")
        text, lost = lossy(base, rng, options.lose)
        head = {"family": family, "seed": seed, "variant": "base"}
        print(json.dumps({**head, "begins": True}), flush=True)

        def compare(text, base=base, lost=lost):
            if not is_right(asyncir.parse(base)):
                return {"came": "not right at first", "faults": []}
            if not lost:
                return {"came": "nothing to lose", "faults": []}
            record = examine(text, lost)
            if options.fewer and record["came"] == "repaired" and record["smallest"]:
                fewer(record, text)
            return record

        record = limited(compare, text, options.seconds, "crash")
        print(json.dumps({"came": "too slow", **head, "program": text, **record}), flush=True)


class RepairTable:
    def __init__(self):
        self.came, self.sizes, self.why, self.verdicts, self.faults = (Counter() for _ in range(5))
        self.seconds, self.fewer = [], 0

    def add(self, record):
        self.came[record["came"]] += 1
        self.fewer += record.get("fewer", False)
        self.faults.update(kind for kind, _ in record["faults"])
        if record["came"] == "repaired":
            least = "shown to be the fewest" if record["smallest"] else "fewer may be enough"
            self.sizes[f"{record['lost']} lost, {record['added']} added, {least}"] += 1
            self.verdicts[record["verdict"]] += 1
            self.seconds.append(record["all"])
        elif record["came"] == "not repaired":
            self.why[f"{record['standing']}: {record['reason'][:110]}"] += 1

    def print(self):
        for title, counts in (
            ("programs", self.came),
            ("repairs", self.sizes),
            ("repaired programs by the interpreter", self.verdicts),
            ("not repaired", self.why),
            ("FAULTS", self.faults),
        ):
            if counts:
                print(f"{title}:")
                for word, count in counts.most_common():
                    print(f"{count:6} {word}")
        if self.fewer:
            print(f"{self.fewer:6} repairs of which each smaller set with at most one wait was tried")
        if self.seconds:
            seconds = sorted(self.seconds)
            middle, late = (seconds[int(len(seconds) * part)] for part in (0.5, 0.95))
            print(f"seconds for a repair and its judge: {middle:.2f} median, {late:.2f} for 95 %")


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lose", type=int, default=1, help="how many waits a program loses")
    parser.add_argument("--family", action="append", choices=families())
    parser.add_argument("--fewer", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, for a program")
    parser.add_argument("--gigabytes", type=int, default=4)
    parser.add_argument("--keep", help="a directory for what is not repaired, or wrongly")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.work:
        work(json.loads(options.work), options)
        return 0
    chosen = options.family or families()
    tasks = [[chosen[k % len(chosen)], options.seed + k // len(chosen)] for k in range(options.programs)]
    given = ["--lose", str(options.lose), "--seconds", str(options.seconds)]
    given += ["--gigabytes", str(options.gigabytes), *(["--fewer"] if options.fewer else [])]
    table = RepairTable()
    every = records("bench.repairs", given, tasks, options.jobs, options.seconds)
    for done, record in enumerate(every, 1):
        table.add(record)
        if done % 50 == 0:
            print(f"{done} programs", flush=True)
        for kind, detail in record["faults"]:
            print(f"{kind.upper()}: {record['family']} {record['seed']}: {detail}", flush=True)
        if options.keep and (record["faults"] or record["came"] in ("not repaired", "too slow")):
            name = f"{record['came'].replace(' ', '_')}-{record['family']}-{record['seed']}.mlir"
            Path(options.keep).mkdir(parents=True, exist_ok=True)
            Path(options.keep, name).write_text(record.get("program", ""), encoding="utf-8")
    table.print()
    return 1 if table.faults else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
