"""Random programs on tensors: do all ways to run them come to the same?

    python -m bench.tensor_programs.campaign --programs 3000 --seed 1 [--seconds 2400] [--keep FOLDER] [--no-mlir]

Each program is interpreted with two inputs; after each pass, with one of them; compiled, and run by one thread and by two;
and lowered by mlir-opt 22 to loops, where it can do that. Integers and exact floats have to be equal in each bit, others to
1e-5 of the largest of a tensor, or to what their error can be. Programs are compiled twenty at a time,
in a process of its own: one
that crashes is named, and the campaign goes on behind it. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import asyncir
from bench.tensor_programs import beside
from bench.tensor_programs.draw import Program, program
from bench.tensor_programs.running import (
    ON_MEMORY,
    ON_TENSORS,
    Unlike,
    compare,
    compile_all,
    interpreted,
    natively,
    printed,
)

TOGETHER = 20
SECONDS = 4
"""More than a program needs, all ways together."""


class Campaign:
    """What has been run, and what differed."""

    def __init__(self, folder: Path, *, mlir: bool, share: int = 3):
        self.folder, self.share, self.mlir = folder, share, mlir and beside.available()
        self.counts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.faults: list[tuple[int, str, str]] = []

    def guarded(self, seed: int, way: str, what: Callable[[], None]) -> bool:
        """Do it and count it; whatever goes wrong is a fault of the program in this way."""
        self.counts[way] += 1
        try:
            what()
        except Unlike as difference:
            self.faults.append((seed, way, str(difference)))
        except asyncir.DiagnosticError as error:
            first = error.diagnostics[0]
            if first.code == "L001":
                self.refused[f"asyncir: {first.message}"] += 1
                return False
            self.faults.append((seed, way, f"{first.code} {first.message}"))
        except Exception as error:  # A crash of a pass is a finding, too.
            self.faults.append((seed, way, f"{type(error).__name__}: {error}"))
        else:
            return True
        return False

    def judge(self, programs: Sequence[Program]) -> None:
        """All ways to run these programs."""
        expected: dict[int, list[tuple[Any, ...]]] = {}
        for each in programs:
            found: list[tuple[Any, ...]] = []
            if self.guarded(each.seed, "interpreted", lambda each=each, found=found: _interpret(each, found)):
                expected[each.seed] = found
                self.guarded(each.seed, "printed", lambda each=each: self._read(each))
        sound = [each for each in programs if each.seed in expected]
        for each in sound:
            self._passes(each, expected[each.seed])
        self._native([each for each in sound if not each.interpreted_only], expected)
        if self.mlir:
            shared = [each for each in sound if not (each.interpreted_only or each.ours_only)]
            self._beside(shared, expected)

    def _read(self, each: Program) -> None:
        texts = printed(each)
        if not self.mlir:
            return
        # All three at once, with other names: mlir-opt is slow to start.
        whole = "\n".join(
            text.replace(each.name, f"{name}_{each.name}").replace("#map", f"#{name}_map")
            for name, text in texts.items()
        )
        complaint = beside.read(whole)
        if complaint is not None:
            raise Unlike(f"mlir-opt does not read it: {complaint}")

    def _passes(self, each: Program, expected: list[tuple[Any, ...]]) -> None:
        ways = _turn(ON_TENSORS, each.seed, self.share)
        if not each.interpreted_only:
            ways += _turn(ON_MEMORY, each.seed, self.share)
        for way in ways:
            number = (each.seed + len(way)) % 2

            def run(way: str = way, number: int = number) -> None:
                compare(each.results, expected[number], interpreted(each, way, each.inputs(number)))

            self.guarded(each.seed, way, run)

    def _native(self, programs: Sequence[Program], expected: dict[int, list[tuple[Any, ...]]]) -> None:
        if not programs:
            return
        try:
            compiled = compile_all(programs)
        except Exception as error:
            if (
                isinstance(error, asyncir.DiagnosticError)
                and len(programs) == 1
                and error.diagnostics[0].code == "L001"
            ):
                self.refused[f"asyncir: {error.diagnostics[0].message}"] += 1
                return
            if len(programs) > 1:
                for each in programs:
                    self._native([each], expected)
                return
            self.faults.append((programs[0].seed, "compiled", f"{type(error).__name__}: {error}"[:300]))
            return
        for threads in (1, 2):
            with asyncir.Runtime(threads=threads) as runtime:
                on = compiled.on(runtime)
                for each in programs:
                    for number in (0, 1):
                        say({"running": each.seed})
                        self.guarded(
                            each.seed,
                            f"compiled, {threads} threads",
                            lambda on=on, each=each, number=number: compare(
                                each.results,
                                expected[each.seed][number],
                                natively(on, each, each.inputs(number)),
                            ),
                        )

    def _beside(self, programs: Sequence[Program], expected: dict[int, list[tuple[Any, ...]]]) -> None:
        if not programs:
            return
        text = "".join(each.text for each in programs)
        library, why = beside.build(text, self.folder, f"m{programs[0].seed}_{len(programs)}")
        if library is None:
            if len(programs) == 1:
                self.refused[why] += 1
                return
            half = len(programs) // 2
            self._beside(programs[:half], expected)
            self._beside(programs[half:], expected)
            return
        for each in programs:
            say({"running": each.seed, "by": "mlir-opt"})
            for number in (0, 1):
                self.guarded(
                    each.seed,
                    "mlir-opt",
                    lambda each=each, number=number: compare(
                        each.results,
                        expected[each.seed][number],
                        beside.run(library, each, each.inputs(number)),
                    ),
                )


def _turn(ways: Sequence[str], seed: int, share: int) -> list[str]:
    """Of some ways those whose turn it is: so many, others for the next seed."""
    return [ways[(seed * share + n) % len(ways)] for n in range(min(share, len(ways)))]


def _interpret(each: Program, found: list[tuple[Any, ...]]) -> None:
    for number in (0, 1):
        results = interpreted(each, "", each.inputs(number))
        compare(each.results, results, results)
        found.append(results)


def say(what: dict[str, Any]) -> None:
    """A line for the process that started this one."""
    if not sys.stdout.isatty():
        print(json.dumps(what), flush=True)


def judged(seeds: Sequence[int], *, mlir: bool = True, folder: Path | None = None) -> Campaign:
    """The campaign on these seeds, in this process."""
    with tempfile.TemporaryDirectory() as made:
        campaign = Campaign(folder or Path(made), mlir=mlir)
        for start in range(0, len(seeds), TOGETHER):
            campaign.judge([program(seed) for seed in seeds[start : start + TOGETHER]])
    return campaign


def _child(seeds: range, mlir: bool) -> tuple[dict[str, Any], int | None]:
    """What a process for these seeds says; and the seed at which it died."""
    command = [
        sys.executable,
        "-m",
        "bench.tensor_programs.campaign",
        "--one",
        str(seeds.start),
        str(seeds.stop),
    ]
    started = subprocess.Popen(
        [*command, *([] if mlir else ["--no-mlir"])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        stdout, stderr = started.communicate(timeout=60 + SECONDS * len(seeds))
        how = f"died with {started.returncode}"
    except subprocess.TimeoutExpired:
        started.kill()
        stdout, stderr = started.communicate()
        how = "did not end"
    lines = [json.loads(line) for line in stdout.splitlines() if line.startswith("{")]
    if lines and "counts" in lines[-1]:
        return lines[-1], None
    running = [line["running"] for line in lines if "running" in line]
    last = running[-1] if running else seeds.start
    by = lines[-1].get("by", "asyncir") if lines else "asyncir"
    why = f"{how} ({by}): {stderr.strip()[-300:]}"
    return {"counts": {}, "refused": {}, "faults": [[last, "process", why]]}, last


def _parts(seeds: range, mlir: bool) -> list[dict[str, Any]]:
    """What processes for these seeds say; where one dies, those before and behind that seed have others."""
    said, died = _child(seeds, mlir) if seeds else ({"counts": {}, "refused": {}, "faults": []}, None)
    if died is None or len(seeds) == 1:
        return [said]
    return [said, *_parts(range(seeds.start, died), mlir), *_parts(range(died + 1, seeds.stop), mlir)]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--keep", type=Path, help="where programs that differ are written")
    parser.add_argument("--no-mlir", action="store_true")
    parser.add_argument("--one", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        campaign = judged(range(*options.one), mlir=not options.no_mlir)
        print(json.dumps({"counts": campaign.counts, "refused": campaign.refused, "faults": campaign.faults}))
        return 0
    counts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    faults: list[tuple[int, str, str]] = []
    begin, seed, end = time.perf_counter(), options.seed, options.seed + options.programs
    while seed < end and time.perf_counter() - begin < options.seconds:
        seeds = range(seed, min(end, seed + 5 * TOGETHER))
        for part in _parts(seeds, not options.no_mlir):
            counts.update(part["counts"])
            refused.update(part["refused"])
            for fault in part["faults"]:
                faults.append(tuple(fault))
                print("seed {}: {}: {}".format(*fault), flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{fault[0]}.mlir").write_text(program(fault[0]).text)
        seed = seeds.stop
        print(f"-- up to seed {seed}: {len(faults)} faults, {time.perf_counter() - begin:.0f} s", flush=True)
    for way, count in sorted(counts.items()):
        print(f"{count:7} {way}")
    for why, count in refused.most_common(20):
        print(f"{count:7} refused: {why}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
