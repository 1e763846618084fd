"""Mutants of the corpus, judged by the simulator and by `check` in turn: none that goes wrong there may be proved here.

    python -m bench.ptx.campaign --out build/ptx-campaign.jsonl [--seconds 3600] [--lines 1110] [--only NAME ...]
    python -m bench.ptx.campaign --out build/ptx-campaign.jsonl --table

The log has a line of JSON for each mutant. The same command goes on where it was interrupted, and prints the table at the
end. Kernels take turns, a few mutants each; those with the shortest texts come first. `check` is told of the
launch how much shared memory it gives, and asked how the kernel stands; each judge has `--limit` seconds of processor
time for a mutant.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.options import KernelOptions
from bench.ptx.corpus import CORPUS, CorpusKernel, corpus_kernels
from bench.ptx.mutants import Mutant, Mutants, base_faults, chosen, row_of

TURN = 6
"""Mutants of one kernel in a round."""
VERDICTS = ("refuted", "unknown", "proved", "refused", "crashed", "no answer")
Key = tuple[str, str, str, int]


class OutOfTime(BaseException):
    """A judge took longer than it may."""


def within(seconds: float, judge: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a judge says within so much processor time, or that there is no answer."""

    def over(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return judge()
    except OutOfTime:
        return {"verdict": "no answer"}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def checked(text: str, name: str, shared: int | None = None) -> dict[str, Any]:
    """How `check` says that a kernel stands, and why that is not known. Of the launch it is told the shared memory alone."""
    try:
        found = check_ptx(text, name, KernelOptions(standing_only=True, dynamic_shared=shared))
    except DiagnosticError as error:
        return {"verdict": "refused", "why": str(error)[:200]}
    except Exception as error:  # a fault of the check, which is what this looks for
        return {"verdict": "crashed", "why": f"{type(error).__name__}: {error}"[:200]}
    why = next((kernel.open for kernel in found.kernels if kernel.standing == found.standing), "")
    return {"verdict": found.standing, "why": why}


@dataclass
class Patient:
    """A kernel of the corpus with its mutants in the order in which they are judged."""

    source: CorpusKernel
    ignored: frozenset[str] | None = None
    itself: str = ""
    given: int = 0
    mutants: list[Mutant] = field(default_factory=list[Mutant])

    def __post_init__(self) -> None:
        self.mutants = list(Mutants(self.source, self.source.module()[1]).all())

    def turn(self) -> list[Mutant]:
        """The next few."""
        before = {key_of(m) for m in chosen(self.mutants, self.given)}
        self.given += TURN
        return [m for m in chosen(self.mutants, self.given) if key_of(m) not in before]


def key_of(mutant: Mutant) -> Key:
    return (mutant.kernel, mutant.kind, mutant.what, mutant.index)


def in_turns(patients: list[Patient]) -> Iterator[tuple[Patient, Mutant]]:
    """All mutants, some of each kernel in each round."""
    while patients:
        for patient in list(patients):
            few = patient.turn()
            if not few:
                patients.remove(patient)
            for mutant in few:
                yield patient, mutant


def judge(patient: Patient, mutant: Mutant, limit: float) -> dict[str, Any]:
    """A mutant's row: the simulator's, with the verdict of `check` and the seconds of both."""
    name, shared = f"{patient.source.name}.ptx", patient.source.entry["dynamic_shared"]
    if patient.ignored is None:
        patient.ignored = base_faults(patient.source)
        patient.itself = within(limit, lambda: checked(patient.source.text, name, shared))["verdict"]
    ignored = patient.ignored
    start = time.process_time()
    edit = {"kernel": mutant.kernel, "kind": mutant.kind, "what": mutant.what, "index": mutant.index}
    row = {**edit, "line": mutant.line, **within(limit, lambda: row_of(patient.source, mutant, ignored))}
    middle = time.process_time()
    said = within(limit, lambda: checked(mutant.text, name, shared))
    row |= {"itself": patient.itself, "check": said["verdict"], "check_why": said.get("why", "")}
    row |= {"seconds": round(middle - start, 2), "check_seconds": round(time.process_time() - middle, 2)}
    return row


def run(options: argparse.Namespace) -> None:
    """Judges what the log does not have yet."""
    rows = rows_of(options.out)
    done = {(row["kernel"], row["kind"], row["what"], row["index"]) for row in rows}
    sources = [s for s in corpus_kernels(options.corpus) if s.text.count("\n") <= options.lines]
    sources = [s for s in sources if not options.only or any(word in s.name for word in options.only)]
    patients = [Patient(s) for s in sorted(sources, key=lambda s: s.text.count("\n"))]
    known = {row["kernel"]: row for row in rows if "ignored" in row}
    for patient in patients:
        if row := known.get(patient.source.name):
            patient.ignored, patient.itself = frozenset(row["ignored"]), row["itself"]
    end = time.monotonic() + options.seconds
    gc.collect()
    gc.freeze()  # the texts and mutants stay
    gc.disable()
    text = options.out.read_text() if options.out.exists() else ""
    with options.out.open("a") as log:
        log.write("\n" if text and not text.endswith("\n") else "")  # the last line was cut off
        for patient, mutant in in_turns(patients):
            if time.monotonic() > end or len(done) >= options.most:
                break
            if key_of(mutant) in done:
                continue
            row = judge(patient, mutant, options.limit)
            done.add(key_of(mutant))
            log.write(json.dumps(row) + "\n")
            log.flush()
            gc.collect()
            if proved_and_wrong(row):
                print("PROVED AND WRONG", row, flush=True)


def rows_of(log: Path) -> list[dict[str, Any]]:
    """What a log has; a line that was cut off is left out."""
    text = log.read_text() if log.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def proved_and_wrong(row: dict[str, Any]) -> bool:
    """What may not be."""
    return (row["verdict"], row["check"]) == ("wrong", "proved")


def table(rows: Iterable[dict[str, Any]]) -> str:
    """How many of each verdict of the one judge have which of the other; then why those that go wrong are unknown.

    Mutants of kernels that are wrong themselves are counted apart: what is found in them may be that.
    """
    every = list(rows)
    rows = [row for row in every if row["itself"] != "refuted"]
    apart = Counter((row["verdict"], row["check"]) for row in every if row["itself"] == "refuted")
    counts = Counter((row["verdict"], row["check"]) for row in rows)
    lines = [f"| the simulator says | mutants | {' | '.join(VERDICTS)} |", "| --- |" + " ---: |" * 7]
    for verdict in ("wrong", "nothing found", "unknown", "no answer"):
        total = sum(count for (said, _), count in counts.items() if said == verdict)
        cells = [str(counts[verdict, other]) for other in VERDICTS]
        lines.append(f"| {verdict} | {total} | {' | '.join(cells)} |")
    answered = sum(counts["wrong", other] for other in ("refuted", "unknown", "proved"))
    if answered:
        share = 100 * counts["wrong", "refuted"] / answered
        lines += ["", f"Of those that go wrong and have an answer {share:.1f} % are refuted."]
    unknown = (r for r in rows if r["verdict"] == "wrong" and r["check"] in ("unknown", "no answer"))
    whys = Counter((row["kernel"], row["kind"], row["check_why"]) for row in unknown)
    lines += [
        f"{count} x {kernel}, {kind}: {why or 'no answer'}"
        for (kernel, kind, why), count in whys.most_common()
    ]
    seconds = [sum(row[name] for row in every) for name in ("seconds", "check_seconds")]
    told = ", ".join(f"{said} and {check} {count}" for (said, check), count in sorted(apart.items()))
    lines.append(f"Mutants of kernels that are wrong themselves: {told or 'none'}.")
    kernels = len({row["kernel"] for row in every})
    lines.append(f"{len(every)} mutants of {kernels} kernels, {seconds[0]:.0f} s and {seconds[1]:.0f} s")
    return "\n".join(lines)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[], help="kernels whose names have one of these words")
    parser.add_argument("--lines", type=int, default=1110, help="kernels with longer texts are left out")
    parser.add_argument("--most", type=int, default=3000, help="mutants in the log")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds that a judge has for a mutant")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if not options.table:
        run(options)
    rows = rows_of(options.out)
    print(table(rows))
    return 1 if any(map(proved_and_wrong, rows)) else 0


if __name__ == "__main__":
    raise SystemExit(main())
