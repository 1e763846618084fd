"""Random programs over queues by the thousand: right, exact, judged; and their mutants.

Each figure goes over seeds, in processes, and appends a line of JSON for each seed to its log: a run that was
interrupted goes on where it was. The table is made from the log. Exit status 1 if anything is wrong.

    python bench/queue_programs.py counts --programs 20000
    python bench/queue_programs.py verdicts --programs 2000
    python bench/queue_programs.py mutants --programs 3000
    python bench/queue_programs.py certificates --programs 300
    python bench/queue_programs.py proofs --programs 1100

`proofs` are certificates without corrupted ones. Of `verdicts` three seeds are one program, of `mutants` nine.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.queues.certified import CORRUPTIONS, certified  # noqa: E402
from tests.queues.counted import count  # noqa: E402
from tests.queues.forms import FORMS  # noqa: E402
from tests.queues.judged import mutant, variant  # noqa: E402
from tests.queues.mutants import KINDS  # noqa: E402

Row = dict[str, Any]


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, set) else str(value)


def counts_of(seed: int) -> list[Row]:
    """Token to count on one program."""
    found = count(seed)
    # Not `asdict`, which makes of a Counter's items its keys.
    return [{**vars(found), "inexact": dict(found.inexact)}]


def verdicts_of(number: int) -> list[Row]:
    """The verdicts on a program with constant counts; of three, two are perturbed."""
    return [asdict(variant(number // 3, number % 3))]


def ladders_of(number: int) -> list[Row]:
    """The verdicts on a program as the pass makes it by default."""
    return [asdict(variant(number, 0, constant=False))]


def mutants_of(number: int) -> list[Row]:
    """A mutant: all kinds of a program, then those of the next one."""
    made = mutant(number // len(KINDS), KINDS[number % len(KINDS)])
    return [asdict(made)] if made else []


def certificates_of(number: int) -> list[Row]:
    """The certificate of a program, and corrupted ones."""
    return [asdict(certified(number))]


def proofs_of(number: int) -> list[Row]:
    """The certificate of a program."""
    return [asdict(certified(number, corrupt=False))]


class _TimeOut(Exception):
    pass


def _ring(*_: object) -> None:
    raise _TimeOut


def look(task: tuple[str, int, int]) -> str:
    """The line of a seed."""
    figure, seed, seconds = task
    signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        rows, error = FIGURES[figure][0](seed), ""
    except _TimeOut:
        rows, error = [], f"more than {seconds} s of CPU time"
    except Exception:  # what crashes is a finding like any other
        rows, error = [], "crash: " + " | ".join(traceback.format_exc().splitlines()[-3:])
    signal.setitimer(signal.ITIMER_PROF, 0)
    return json.dumps({"seed": seed, "error": error, "rows": rows}, default=_plain)


def rows_of(log: Path, seeds: range) -> Iterator[Row]:
    """The lines of the log."""
    for line in log.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["seed"] in seeds:
            yield row


def show(title: str, value: object) -> None:
    """A line of the table."""
    print(f"  {title:52} {value}")


def share(part: float, whole: float) -> str:
    """`part (x %)`."""
    return f"{part} ({100 * part / whole:.2f} %)" if whole else str(part)


def _complaints(kind: str, seed: int, texts: list[str], most: int = 300) -> int:
    if texts:
        print(f"  seed {seed}: {kind}: {texts[0][:most]}")
    return bool(texts)


def table_of_counts(lines: list[Row]) -> int:
    """Figures 1 and 2."""
    forms: Counter[str] = Counter()
    inexact: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    runs = waits = 0
    for line in lines:
        for row in line["rows"]:
            forms.update(row["forms"])
            inexact.update(row["inexact"])
            runs, waits = runs + row["runs"], waits + row["waits"]
            for kind in ("source", "races", "differences"):
                wrong[kind] += _complaints(kind, row["seed"], row[kind])
    for form in FORMS:
        show(form, f"{100 * forms[form] / len(lines):.1f} %")
    show("programs", len(lines))
    show("runs of the programs with counts", runs)
    show("programs with races", wrong["races"])
    show("programs with other results", wrong["differences"])
    show("token programs that are wrong", wrong["source"])
    show("dynamic waits", waits)
    show("inexact", share(sum(inexact.values()), waits))
    for reason, number in inexact.most_common():
        show(f"  {reason}", number)
    return sum(wrong.values()) + inexact["not explained"] + inexact["asks for less than the source"]


def table_of_verdicts(lines: list[Row]) -> int:
    """Figure 3."""
    total: Counter[str] = Counter()
    for line in lines:
        for row in line["rows"]:
            if row["failed"]:
                total["not compared: " + row["failed"].split(":")[0]] += 1
                continue
            total["programs"] += 1
            total["of which affine"] += row["affine"]
            total["of which with races"] += row["racy"]
            total["executions of the interpreter"] += row["inputs"]
            total["waits"] += row["waits"]
            total["programs that needed a wider bound"] += row["wider"]
            total["unknown verdicts"] += row["unknown"]
            total["unknown verdicts in affine programs"] += row["unknown"] if row["affine"] else 0
            total["programs that differ"] += _complaints(row["variant"], row["seed"], row["differences"])
    for title, number in total.items():
        show(title, number)
    show("unknown", share(total["unknown verdicts"], total["waits"] + total["programs"]))
    return total["programs that differ"]


def table_of_mutants(lines: list[Row]) -> int:
    """Figure 5: one line for each kind of mutant."""
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for line in lines:
        for row in line["rows"]:
            of = found[row["kind"]]
            if row["failed"]:
                of["refused"] += 1
                continue
            of["harmful" if row["harmful"] else "harmless"] += 1
            if row["harmful"]:
                of["refuted"] += row["refuted"]
                of["replayed"] += row["replayed"]
                of["missed"] += not row["refuted"]
                of["said to be right"] += row["proved"]
            else:
                of["refuted, harmless"] += row["refuted"] and not row["replayed"]
                of["refuted beyond the bound"] += row["refuted"] and row["replayed"]
                of["proved"] += row["proved"]
            if row["harmful"] != row["refuted"]:
                print(f"  seed {row['seed']}: {row['what']}: {'missed' if row['harmful'] else 'refuted'}")
    titles = ("harmful", "refuted", "replayed", "harmless", "proved", "refuted, harmless", "refused")
    print(f"  {'':18}" + "".join(f"{t:>19}" for t in titles))
    for kind, of in found.items():
        print(f"  {kind:18}" + "".join(f"{of[t]:19}" for t in titles))
    beyond = sum(of["refuted beyond the bound"] for of in found.values())
    show("refuted with a witness beyond the bound that replays", beyond)
    return sum(of["missed"] + of["refuted, harmless"] for of in found.values())


def table_of_certificates(lines: list[Row]) -> int:
    """Figure 7."""
    total: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for line in lines:
        for row in line["rows"]:
            total["programs"] += 1
            for what in ("proved", "certificate", "accepted"):
                total[what] += row[what]
            if row["certificate"] and row["why"]:
                print(f"  seed {row['seed']}: not accepted: {row['why']}")
            for kind, answers in row["corrupted"].items():
                made[kind] += len(answers)
                refused[kind] += sum(answers)
    for what, number in total.items():
        show(what, number)
    for kind in CORRUPTIONS:
        show(f"corrupted ({kind}), refused of made", f"{refused[kind]} of {made[kind]}")
    show("corrupted, refused of made", f"{sum(refused.values())} of {sum(made.values())}")
    return sum(made.values()) - sum(refused.values())


FIGURES: dict[str, tuple[Callable[[int], list[Row]], Callable[[list[Row]], int]]] = {
    "counts": (counts_of, table_of_counts),
    "verdicts": (verdicts_of, table_of_verdicts),
    "ladders": (ladders_of, table_of_verdicts),
    "mutants": (mutants_of, table_of_mutants),
    "certificates": (certificates_of, table_of_certificates),
    "proofs": (proofs_of, table_of_certificates),
}


def main() -> int:
    """Run what the log has not, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("figure", choices=FIGURES)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60, help="the most CPU time of one seed")
    parser.add_argument("--log", type=Path, help="default: build/queue-programs-FIGURE.jsonl")
    options = parser.parse_args()
    log: Path = options.log or ROOT / "build" / f"queue-programs-{options.figure}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.touch()
    seeds = range(options.seed, options.seed + options.programs)
    done = {row["seed"] for row in rows_of(log, seeds)}
    tasks = [(options.figure, seed, options.seconds) for seed in seeds if seed not in done]
    with multiprocessing.Pool(options.processes) as pool, log.open("a", encoding="utf-8") as file:
        for line in pool.imap_unordered(look, tasks, chunksize=1):
            file.write(line + "\n")
            file.flush()
    lines = list(rows_of(log, seeds))
    print(f"{options.figure}: seeds {seeds.start} to {seeds.stop - 1}")
    errors = Counter(line["error"].split("|")[-1] for line in lines if line["error"])
    wrong = FIGURES[options.figure][1](lines)
    for error, number in errors.most_common(8):
        show(f"no answer: {error}", number)
    return 1 if wrong or errors else 0


if __name__ == "__main__":
    sys.exit(main())
