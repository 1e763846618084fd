"""How the time of `asyncir check kernel.ptx` grows with the length of the PTX.

    python -m bench.ptx.growth [--shapes ring unrolled ...] [--sizes 300 600 ...] [--rounds 1] [--command] [--json OUT]
    python -m bench.ptx.growth --kernels build/ptx-corpus [NAME ...]

The first form makes kernels of about so many lines. Printed is the CPU time of a check in this process (reading, runs,
verdicts, the verifier), and what each doubling costs. `--command` measures `python -m asyncir check` as well, with the
start of Python and all imports. The second form checks kernels of a folder, shortest first.

    ring      a loop with a ring of cp.async copies; the rest of the lines computes
    unrolled  that ring with the loop unrolled: each trip has its copies, commit, wait, barrier and reads
    straight  the same without a loop
    redundant the same with a barrier too much in each trip
    tma       a loop with a ring of bulk copies and mbarriers, unrolled
    compute   a ring whose addresses take all of the lines
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from bench.growth import GOAL, doublings

SIZES = (300, 600, 1200, 3000, 6000, 12000, 30000)
LIMITS = {300: 1.0, 3000: 5.0, 30000: 60.0}
"""Seconds that lines may take."""
SLOTS = 4
BYTES = 2048
READ_AND_COPY_AHEAD = (
    "ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%r10];",
    f"add.s32 %r11, %r8, {SLOTS - 1};",
    f"and.b32 %r11, %r11, {SLOTS - 1};",
    "shl.b32 %r11, %r11, 11;",
    "add.s32 %r12, %r6, %r11;",
    "cp.async.cg.shared.global [%r12], [%rd1], 16;",
    "cp.async.commit_group;",
)
"""A slot is read, and the one that comes last is filled."""
HEAD = """.version 8.4
.target sm_90
.address_size 64
.extern .shared .align 128 .b8 smem[];
.visible .entry kernel(.param .u64 a, .param .u32 n) .reqntid 128
{
  .reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<8>; .reg .f32 %f<16>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  shl.b32 %r3, %r2, 4;
  xor.b32 %r4, %r3, 512;
  mov.u32 %r5, smem;
  add.s32 %r6, %r5, %r3;
  add.s32 %r7, %r5, %r4;
  mov.u32 %r8, 0;
  mov.u32 %r13, 0;
"""
TAIL = """END:
  st.global.f32 [%rd1], %f1;
  ret;
}
"""


def ring_trip(trip: int) -> list[str]:
    """One trip of a ring of cp.async copies, with its slots as constants."""
    slot, read = (trip + SLOTS - 1) % SLOTS, trip % SLOTS
    lines = [
        f"cp.async.wait_group {SLOTS - 2};",
        "bar.sync 0;",
        f"ld.shared.v4.f32 {{%f2, %f3, %f4, %f5}}, [%r7+{BYTES * read}];",
        f"cp.async.cg.shared.global [%r6+{BYTES * slot}], [%rd1+{16 * trip}], 16;",
        "cp.async.commit_group;",
    ]
    return lines + [f"fma.rn.f32 %f1, %f{2 + k % 4}, %f{2 + k // 4}, %f1;" for k in range(16)]


def ring_start() -> list[str]:
    """The first copies of a ring."""
    lines: list[str] = []
    for slot in range(SLOTS - 1):
        lines += [
            f"cp.async.cg.shared.global [%r6+{BYTES * slot}], [%rd1+{16 * slot}], 16;",
            "cp.async.commit_group;",
        ]
    return lines


def looped(start: list[str], body: list[str], step: int, end: list[str]) -> str:
    """A loop of `n / step` trips around a body."""
    lines = [*start, "setp.lt.s32 %p1, %r8, %r1;", "@!%p1 bra END;", "LOOP:", *body]
    lines += [f"add.s32 %r8, %r8, {step};", "setp.lt.s32 %p1, %r8, %r1;", "@%p1 bra LOOP;", *end]
    return HEAD + "".join(f"  {line}\n" for line in lines) + TAIL


def ring(lines: int) -> str:
    """A loop whose slots come from its counter; the rest of the lines is arithmetic on what was read."""
    body = [
        f"cp.async.wait_group {SLOTS - 2};",
        "bar.sync 0;",
        f"and.b32 %r9, %r8, {SLOTS - 1};",
        "shl.b32 %r9, %r9, 11;",
        "add.s32 %r10, %r7, %r9;",
        *READ_AND_COPY_AHEAD,
    ]
    rest = max(lines - 50, 0)
    body += [f"fma.rn.f32 %f{1 + k % 8}, %f{2 + k % 4}, %f{3 + k % 5}, %f{1 + k % 8};" for k in range(rest)]
    return looped(ring_start(), body, 1, ["cp.async.wait_group 0;"])


def compute(lines: int) -> str:
    """A loop whose address takes all of its lines."""
    body = [f"cp.async.wait_group {SLOTS - 2};", "bar.sync 0;", "mov.u32 %r9, %r2;"]
    for k in range(max(lines - 50, 0) // 2):
        body += [f"add.s32 %r9, %r9, {4 * k + 4};", f"xor.b32 %r9, %r9, {4 * k + 8};"]
    body += [
        "and.b32 %r9, %r9, 0;",
        f"and.b32 %r10, %r8, {SLOTS - 1};",
        "shl.b32 %r10, %r10, 11;",
        "add.s32 %r9, %r9, %r10;",
        "add.s32 %r10, %r7, %r9;",
        *READ_AND_COPY_AHEAD,
    ]
    return looped(ring_start(), body, 1, ["cp.async.wait_group 0;"])


def unrolled(lines: int) -> str:
    """A loop whose body is so many trips of the ring."""
    trips = max(lines // len(ring_trip(0)) // SLOTS, 1) * SLOTS
    body = [line for trip in range(trips) for line in ring_trip(trip)]
    return looped(ring_start(), body, trips, ["cp.async.wait_group 0;"])


def straight(lines: int, more: Sequence[str] = ()) -> str:
    """The ring without a loop; `more` at the end of each trip."""
    trip_lines = len(ring_trip(0)) + len(more)
    body = ring_start()
    for trip in range(max(lines // trip_lines, 1)):
        body += [*ring_trip(trip), *more]
    body.append("cp.async.wait_group 0;")
    return HEAD + "".join(f"  {line}\n" for line in body) + TAIL


def redundant(lines: int) -> str:
    """The ring without a loop, with a barrier too much in each trip."""
    return straight(lines, ["bar.sync 0;"])


def tma_trip(trip: int, trips: int) -> list[str]:
    """One trip of a ring of bulk copies, each with an mbarrier behind the slots."""
    read, slot = trip % SLOTS, (trip + SLOTS - 1) % SLOTS
    full, parity = SLOTS * BYTES, trip // SLOTS % 2
    assert trips % (2 * SLOTS) == 0, "phases begin anew with each trip of the loop"
    lines = [
        f"W{trip}: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5+{full + 8 * read}], {parity};",
        f"@!%p2 bra W{trip};",
        f"ld.shared.v4.f32 {{%f2, %f3, %f4, %f5}}, [%r7+{BYTES * read}];",
        "fence.proxy.async;",
        "bar.sync 0;",
        f"@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5+{full + 8 * slot}], {BYTES};",
        "@%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        f" [%r5+{BYTES * slot}], [%rd1], {BYTES}, [%r5+{full + 8 * slot}];",
    ]
    return lines + [f"fma.rn.f32 %f1, %f{2 + k % 4}, %f{2 + k // 4}, %f1;" for k in range(14)]


def tma(lines: int) -> str:
    """A loop whose body is so many trips of a ring of bulk copies."""
    trips = max(lines // len(tma_trip(0, 2 * SLOTS)) // (2 * SLOTS), 1) * 2 * SLOTS
    full = SLOTS * BYTES
    start = ["setp.eq.s32 %p3, %r2, 0;"]
    start += [f"@%p3 mbarrier.init.shared::cta.b64 [%r5+{full + 8 * k}], 1;" for k in range(SLOTS)]
    start += ["fence.proxy.async;", "bar.sync 0;"]
    for k in range(SLOTS - 1):
        start += [
            f"@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5+{full + 8 * k}], {BYTES};",
            "@%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            f" [%r5+{BYTES * k}], [%rd1], {BYTES}, [%r5+{full + 8 * k}];",
        ]
    body = [line for trip in range(trips) for line in tma_trip(trip, trips)]
    drain: list[str] = []
    for k in range(SLOTS - 1):
        drain += [
            f"D{k}: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5+{full + 8 * k}], 0;",
            f"@!%p2 bra D{k};",
        ]
    return looped(start, body, trips, drain)


SHAPES: dict[str, Callable[[int], str]] = {
    "ring": ring,
    "unrolled": unrolled,
    "straight": straight,
    "redundant": redundant,
    "tma": tma,
    "compute": compute,
}


def cpu(text: str, name: str) -> tuple[float, CheckedPtx]:
    """CPU seconds of one check, and the answer."""
    gc.collect()
    before = time.process_time()
    checked = check_ptx(text, name)
    return time.process_time() - before, checked


def command(text: str) -> float:
    """CPU seconds of the command, with its start."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "asyncir", "check", file.name], capture_output=True, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def grow(shape: str, sizes: Sequence[int], rounds: int, with_command: bool) -> list[dict[str, object]]:
    """Measures one shape, and prints a line a size."""
    rows: list[dict[str, object]] = []
    counts: list[int] = []
    times: list[float] = []
    for size in sizes:
        text = SHAPES[shape](size)
        lines = text.count("\n")
        took, checked = min((cpu(text, shape) for _ in range(rounds)), key=lambda pair: pair[0])
        started = command(text) if with_command else None
        counts.append(lines)
        times.append(took)
        ratio = doublings(counts[-2:], times[-2:]) if len(counts) > 1 else []
        row = {"shape": shape, "lines": lines, "seconds": round(took, 3), "standing": checked.standing}
        row |= {"doubling": round(ratio[0], 2) if ratio else None, "command": started}
        rows.append(row)
        more = f"{ratio[0]:5.2f} x" if ratio else ""
        over = " OVER" if took > LIMITS.get(size, took) or (ratio and ratio[0] > GOAL) else ""
        whole = f"{started:8.2f} s as a command" if started is not None else ""
        why = checked.kernels[0].open
        print(
            f"{shape:9} {lines:6} lines {took:8.3f} s {more:8}{whole} {checked.standing} {why}{over}",
            flush=True,
        )
    return rows


def real(folder: Path, names: Sequence[str]) -> list[dict[str, object]]:
    """The kernels of a folder, shortest first."""
    rows: list[dict[str, object]] = []
    paths = [path for path in folder.glob("*.ptx") if not names or path.stem in names]
    for path in sorted(paths, key=lambda path: path.read_text().count("\n")):
        text = path.read_text()
        took, checked = cpu(text, path.name)
        lines = text.count("\n")
        rows.append({"name": path.stem, "lines": lines, "seconds": round(took, 3)})
        print(f"{path.stem:44} {lines:6} lines {took:8.3f} s {checked.standing}", flush=True)
    return rows


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--shapes", nargs="*", choices=tuple(SHAPES), default=list(SHAPES))
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--command", action="store_true")
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.kernels is not None:
        rows = real(options.kernels, options.names)
    else:
        rows = [
            row
            for shape in options.shapes
            for row in grow(shape, options.sizes, options.rounds, options.command)
        ]
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
