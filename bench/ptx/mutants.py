"""Mutants of the corpus, judged by the simulator: which go wrong, and how.

    python -m bench.ptx.mutants --out build/ptx-mutants.jsonl [--most 31] [--share K/N] [--only NAME ...]
    python -m bench.ptx.mutants --out build/ptx-mutants.jsonl --table

A mutant is one edit of a kernel's text at one instruction that synchronises. Trip counts are 0 ... 2 x stages + 3; a kernel
with fixed trips has those. The log has a line of JSON for each mutant and goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.ptx.program import Immediate, Kernel, PtxInstruction, Register
from asyncir.semantics.kernels.adversary import APART, EXTREMES, random_orders
from asyncir.semantics.kernels.needed import is_visible, results_of
from asyncir.semantics.kernels.tries import SimulatorVerdict, faults_of, tries
from bench.ptx.corpus import CORPUS, CorpusKernel, corpus_kernels

MARK = "// edited: "


@dataclass(frozen=True)
class Mutant:
    """An edit: the statement at an instruction becomes other text."""

    kernel: str
    kind: str
    index: int
    line: int
    what: str
    text: str


def statement_range(text: str, lines: list[int], instruction: PtxInstruction) -> tuple[int, int]:
    """Where an instruction stands in the text, semicolon included."""
    begin = lines[instruction.spot.line - 1] + instruction.spot.column - 1
    return begin, text.index(";", begin) + 1


def line_starts(text: str) -> list[int]:
    starts = [0]
    starts += [match.end() for match in re.finditer("\n", text)]
    return starts


def changed_number(statement: str, old: int, new: int, last: bool = True) -> str | None:
    """A statement with one of its numbers changed."""
    found = list(re.finditer(rf"(?<![\w%.\[]){old}(?!\w)", statement))
    if not found:
        return None
    at = found[-1 if last else 0]
    return statement[: at.start()] + str(new) + statement[at.end() :]


def guard_of(instruction: PtxInstruction) -> str:
    guard = instruction.guard
    return "" if guard is None else f"@{'!' if guard.negated else ''}{guard.register} "


def kind_of(instruction: PtxInstruction) -> str:
    """What an instruction synchronises, empty if nothing."""
    name, parts = instruction.name, instruction.modifiers
    if name in ("bar", "barrier"):
        if "warp" in parts:
            return "warp barrier"
        if "cluster" in parts:
            return "cluster barrier"
        return "arrival at a barrier" if "arrive" in parts else "barrier"
    if name == "fence":
        return "proxy fence" if "async" in instruction.opcode else ""
    if name == "mbarrier":
        return {
            "arrive": "expect" if "expect_tx" in parts else "arrive", "expect_tx": "expect", "init": "init",
            "try_wait": "phase wait", "test_wait": "phase wait",
        }.get(parts[0], "")  # fmt: skip
    if name == "cp" and "mbarrier" in parts and "bulk" not in parts:
        return "arrive"
    if name in ("cp", "wgmma") and ("wait_group" in parts or "wait_all" in parts):
        return "wait"
    if name in ("cp", "wgmma") and "commit_group" in parts:
        return "commit"
    if name == "wgmma" and "fence" in parts:
        return "register fence"
    if name == "tcgen05" and parts[0] in ("wait::ld", "wait::st"):
        return "wait"
    if name == "tcgen05" and parts[0] == "commit":
        return "commit"
    if name == "cp" and "bulk" in parts and "complete_tx" in instruction.opcode:
        return "copy"
    if name == "cp" and parts[0] == "async" and len(instruction.operands) > 2:
        return "copy"
    return ""


class Mutants:
    """All edits of one kernel."""

    def __init__(self, source: CorpusKernel, kernel: Kernel) -> None:
        self.source = source
        self.kernel = kernel
        self.text = source.text
        self.lines = line_starts(self.text)
        self.labels = set(kernel.labels.values())

    def all(self) -> Iterator[Mutant]:
        for instruction in self.kernel.body:
            kind = kind_of(instruction)
            if kind:
                yield from self.edits(instruction, kind)

    def edits(self, instruction: PtxInstruction, kind: str) -> Iterator[Mutant]:
        begin, end = statement_range(self.text, self.lines, instruction)
        statement = self.text[begin:end]
        if kind == "copy":
            yield from self.slots(instruction, kind, statement, begin, end)
            return
        if kind not in ("init", "phase wait"):
            yield self.made(instruction, kind, "dropped", "", begin, end)
            later = self.moved(instruction, begin, end)
            if later is not None:
                yield Mutant(
                    self.source.name,
                    kind,
                    instruction.index,
                    instruction.spot.line,
                    "moved behind the next access",
                    later,
                )
        yield from self.counts(instruction, kind, statement, begin, end)
        if kind == "phase wait":
            yield from self.phase_waits(instruction, statement, begin, end)
        if kind in ("phase wait", "arrive", "expect"):
            yield from self.slots(instruction, kind, statement, begin, end)

    def made(
        self, instruction: PtxInstruction, kind: str, what: str, new: str, begin: int, end: int
    ) -> Mutant:
        text = self.text[:begin] + new + self.text[end:]
        return Mutant(self.source.name, kind, instruction.index, instruction.spot.line, what, text)

    def counts(
        self, instruction: PtxInstruction, kind: str, statement: str, begin: int, end: int
    ) -> Iterator[Mutant]:
        """A number more, a number less: groups, arrivals, bytes, threads."""
        numbers = [operand.value for operand in instruction.operands if isinstance(operand, Immediate)]
        if not numbers or kind in ("phase wait", "copy"):
            return
        step = {"expect": 16, "barrier": 32, "arrival at a barrier": 32}.get(kind, 1)
        if kind in ("barrier", "arrival at a barrier") and len(numbers) < 2:
            return
        for by in (step, -step):
            new = numbers[-1] + by
            if new >= (1 if kind == "init" else 0):
                edited = changed_number(statement, numbers[-1], new)
                if edited is not None:
                    yield self.made(
                        instruction, kind, f"count {'+' if by > 0 else '-'} {step}", edited, begin, end
                    )

    def phase_waits(
        self, instruction: PtxInstruction, statement: str, begin: int, end: int
    ) -> Iterator[Mutant]:
        done = instruction.operands[0]
        if isinstance(done, Register):
            written = statement[: statement.index(",")].split()[-1]
            passes = f"{guard_of(instruction)}setp.eq.u32 {written}, 0, 0;"
            yield self.made(instruction, "phase wait", "dropped", passes, begin, end)
        if "parity" not in instruction.modifiers:
            return
        parity = instruction.operands[2]
        if isinstance(parity, Immediate):
            edited = changed_number(statement, parity.value, 1 - parity.value)
            if edited is not None:
                yield self.made(instruction, "phase wait", "parity flipped", edited, begin, end)
        elif isinstance(parity, Register):
            body = self.text.index("{", self.text.index(self.kernel.name, self.text.index(".entry")))
            pieces = statement[:-1].split(",")
            written = pieces[2].strip()
            pieces[2] = " %edited_parity"
            new = f"xor.b32 %edited_parity, {written}, 1;\n{','.join(pieces)};"
            text = self.text[:begin] + new + self.text[end:]
            text = text[: body + 1] + "\n.reg .b32 %edited_parity;" + text[body + 1 :]
            yield Mutant(
                self.source.name,
                "phase wait",
                instruction.index,
                instruction.spot.line,
                "parity flipped",
                text,
            )

    def slots(
        self, instruction: PtxInstruction, kind: str, statement: str, begin: int, end: int
    ) -> Iterator[Mutant]:
        """The next barrier of the ring; a copy to a place that is too far by 64 bytes' multiple."""
        brackets = list(re.finditer(r"\[\s*(%?[\w$.]+)\s*(\+\s*-?\d+)?\s*\]", statement))
        if not brackets:
            return
        at = brackets[0]
        by = 2048 if kind == "copy" else 8
        offset = int((at[2] or "+0").replace("+", "").replace(" ", "")) + by
        edited = f"{statement[: at.start()]}[{at[1]}+{offset}]{statement[at.end() :]}"
        yield self.made(instruction, kind, "slot off by one", edited, begin, end)

    def moved(self, instruction: PtxInstruction, begin: int, end: int) -> str | None:
        """The instruction behind the next access of its block, if nothing that it uses changes in between."""
        uses = set(instruction.registers()) | ({instruction.guard.register} if instruction.guard else set())
        for other in self.kernel.body[instruction.index + 1 : instruction.index + 40]:
            if (
                other.index in self.labels
                or other.name in ("bra", "brx", "ret", "exit")
                or uses & set(results_of(other))
            ):
                return None
            if is_visible(other) and not kind_of(other).endswith(("wait", "commit")):
                _, behind = statement_range(self.text, self.lines, other)
                if self.text.count("{", end, behind) != self.text.count("}", end, behind):
                    return None
                return (
                    f"{self.text[:begin]}{self.text[end:behind]} {self.text[begin:end]}{self.text[behind:]}"
                )
        return None


def chosen(mutants: list[Mutant], most: int) -> list[Mutant]:
    """Of each kind of edit as many as of the others, as far as there are any."""
    by_kind: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_kind[mutant.kind, mutant.what].append(mutant)
    source = random.Random(len(mutants))
    for group in by_kind.values():
        source.shuffle(group)
    picked: list[Mutant] = []
    while len(picked) < most and any(by_kind.values()):
        for group in by_kind.values():
            if group and len(picked) < most:
                picked.append(group.pop())
    return sorted(picked, key=lambda mutant: (mutant.index, mutant.what))


def judged(source: CorpusKernel, text: str, ignored: frozenset[str]) -> SimulatorVerdict:
    """Four orders at trip counts where most shows, two at the others; lanes apart and random orders at two of them."""
    module, kernel = source.module(text)
    counts = source.trip_counts
    telling = [
        counts[min(len(counts) - 1, at)] for at in (source.stages + 2, len(counts) - 1, source.stages, 1)
    ]
    telling = list(dict.fromkeys(telling))
    others = [n for n in counts if n not in telling]

    def launched(trips: int) -> Any:
        return source.launch(module, kernel, trips)

    plan = (
        (telling, EXTREMES),
        (others, EXTREMES[2:]),
        (telling[:2], (EXTREMES[0], *APART, *random_orders(2))),
    )
    runs = 0
    for trips, orders in plan:
        found = tries(launched, trips, orders, ignored=ignored)
        runs += found.runs
        if found.wrong or found.unknown:
            return SimulatorVerdict(found.wrong, runs, found.witness, found.unknown)
    return SimulatorVerdict(False, runs)


def base_faults(source: CorpusKernel) -> frozenset[str]:
    """What the kernel itself does wrong, by the simulator's reading."""
    module, kernel = source.module()
    counts = source.trip_counts
    sample = sorted({counts[0], counts[min(len(counts) - 1, source.stages + 2)], counts[-1]})
    return faults_of(lambda trips: source.launch(module, kernel, trips), sample)


def row_of(source: CorpusKernel, mutant: Mutant, ignored: frozenset[str]) -> dict[str, Any]:
    started = time.process_time()
    row: dict[str, Any] = {
        "kernel": mutant.kernel, "arch": source.entry["arch"], "kind": mutant.kind, "what": mutant.what,
        "index": mutant.index, "line": mutant.line, "ignored": sorted(ignored),
    }  # fmt: skip
    try:
        verdict = judged(source, mutant.text, ignored)
    except DiagnosticError as error:
        return {**row, "verdict": "unknown", "why": str(error)[:200]}
    row |= {"verdict": "wrong" if verdict.wrong else "unknown" if verdict.unknown else "nothing found"}
    row |= {"runs": verdict.runs, "seconds": round(time.process_time() - started, 2), "why": verdict.unknown}
    if verdict.witness is not None:
        kernel = source.module(mutant.text)[1]
        row |= {
            "fault": verdict.witness.kind,
            "trips": verdict.witness.trips,
            "witness": verdict.witness.told(kernel.body),
        }
    return row


def run(options: argparse.Namespace) -> None:
    part, parts = (int(n) for n in options.share.split("/"))
    done: set[tuple[str, str, str, int]] = set()
    for log in {options.out, *options.done}:
        for line in log.read_text().splitlines() if log.exists() else ():
            row = json.loads(line)
            done.add((row["kernel"], row["kind"], row["what"], row["index"]))
    with options.out.open("a") as log:
        kernels = list(enumerate(corpus_kernels(options.corpus)))
        for number, source in reversed(kernels) if options.reverse else kernels:
            if number % parts != part or (
                options.only and not any(word in source.name for word in options.only)
            ):
                continue
            try:
                mutants = chosen(list(Mutants(source, source.module()[1]).all()), options.most)
            except DiagnosticError as error:
                print(source.name, "is not read:", str(error)[:100], flush=True)
                continue
            mutants = [m for m in mutants if (m.kernel, m.kind, m.what, m.index) not in done]
            ignored = base_faults(source) if mutants else frozenset[str]()
            for mutant in mutants:
                log.write(json.dumps(row_of(source, mutant, ignored)) + "\n")
                log.flush()
            print(source.name, len(mutants), sorted(ignored), flush=True)


def table(rows: list[dict[str, Any]]) -> str:
    """How many mutants of each kind go wrong."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    rows = list({(row["kernel"], row["kind"], row["what"], row["index"]): row for row in rows}.values())
    for row in rows:
        counts[f"{row['kind']}: {row['what']}"][row["verdict"]] += 1
        counts["all"][row["verdict"]] += 1
    lines = ["| edit | mutants | go wrong | nothing found | unknown |", "| --- | ---: | ---: | ---: | ---: |"]
    for name in (*sorted(set(counts) - {"all"}), "all"):
        count = counts[name]
        total = sum(count.values())
        lines.append(
            f"| {name} | {total} | {count['wrong']} | {count['nothing found']} | {count['unknown']} |"
        )
    faults = Counter(row["fault"] for row in rows if row["verdict"] == "wrong")
    return "\n".join(lines) + "\n\n" + ", ".join(f"{fault}: {count}" for fault, count in faults.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--most", type=int, default=31, help="mutants of a kernel")
    parser.add_argument("--share", default="0/1", help="K/N: each N-th kernel from the K-th")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument(
        "--done", nargs="*", type=Path, default=[], help="other logs: what they have is not judged again"
    )
    parser.add_argument("--reverse", action="store_true", help="the last kernel first")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        logs = [options.out, *options.done]
        print(table([json.loads(line) for log in logs for line in log.read_text().splitlines()]))
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    run(options)


if __name__ == "__main__":
    main()
