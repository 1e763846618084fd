"""What regions give on two cores: programs as they are, and behind `form-regions`, in one run.

    python -m bench.regions [--networks build/networks] [--rounds 30] [--processes 2] [--pipeline form-regions]

Each way has a process of its own, in which the program is compiled and called until it is warm; then the processes take
turns, a few calls each, so that what else the machine does meets all of them. The figure of a turn is its fastest call; a
ratio is the median of the ratios of turns that came one behind the other, and all of it is done with `--processes` sets of
processes, since where memory happens to lie makes a difference of some per cent. Three ways: the program as it is on one
thread and on two, where its loops are parallel, and with regions on two. Goals: with regions on two threads at least 1.6
times as fast as on one where two things can be done at once, and everything, networks too, at least 0.97 times as fast
as without regions. For networks onnxruntime stands beside it, with one thread and with two that take an operator each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import asyncir
from bench.networks.times import inputs

WIDE, CHAIN = 1.6, 0.97
WARM, CALLS = 5, 4
NETWORKS = ("inception_v1", "squeezenet", "shufflenet", "densenet121", "resnet50")


def products(size: int) -> str:
    """Two products that need nothing of each other, and their difference."""
    of = f"tensor<{size}x{size}xf32>"
    return f"""func.func @main(%a: {of}, %b: {of}) -> {of} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {of}
  %f = linalg.fill ins(%zero : f32) outs(%e : {of}) -> {of}
  %x = linalg.matmul ins(%a, %b : {of}, {of}) outs(%f : {of}) -> {of}
  %y = linalg.matmul ins(%b, %a : {of}, {of}) outs(%f : {of}) -> {of}
  %z = linalg.sub ins(%x, %y : {of}, {of}) outs(%e : {of}) -> {of}
  return %z : {of}
}}
"""


def chain(size: int, length: int) -> str:
    """Products one behind the other."""
    of = f"tensor<{size}x{size}xf32>"
    lines = [f"func.func @main(%a: {of}, %b: {of}) -> {of} {{", "  %zero = arith.constant 0.0 : f32"]
    lines += [f"  %e = tensor.empty() : {of}", f"  %x0 = linalg.copy ins(%a : {of}) outs(%e : {of}) -> {of}"]
    for n in range(length):
        lines.append(f"  %f{n} = linalg.fill ins(%zero : f32) outs(%e : {of}) -> {of}")
        text = f"linalg.matmul ins(%x{n}, %b : {of}, {of}) outs(%f{n} : {of}) -> {of}"
        lines.append(f"  %x{n + 1} = {text}")
    return "\n".join([*lines, f"  return %x{length} : {of}", "}", ""])


def small(count: int) -> str:
    """Ops that are worth no task, one behind the other."""
    of = "tensor<32x32xf32>"
    lines = [f"func.func @main(%a: {of}, %b: {of}) -> {of} {{", f"  %x0 = arith.mulf %a, %b : {of}"]
    names = ("mulf", "addf")
    lines += [f"  %x{n} = arith.{names[n % 2]} %x{n - 1}, %b : {of}" for n in range(1, count)]
    return "\n".join([*lines, f"  return %x{count - 1} : {of}", "}", ""])


def sums(width: int, size: int) -> str:
    """Reductions of different things, which no loop does at once, and their sum."""
    of, row = f"tensor<{size}x{size}xf32>", f"tensor<{size}xf32>"
    lines = [f"func.func @main(%a: {of}, %b: {of}) -> {row} {{", "  %zero = arith.constant 0.0 : f32"]
    lines += [f"  %e = tensor.empty() : {of}", f"  %r = tensor.empty() : {row}"]
    lines.append(f"  %s = linalg.fill ins(%zero : f32) outs(%r : {row}) -> {row}")
    for n in range(width):
        lines.append(f"  %k{n} = arith.constant {n}.5 : f32")
        lines.append(
            f"  %m{n} = linalg.map ins(%{'ab'[n % 2]} : {of}) outs(%e : {of}) (%x: f32, %o: f32) {{\n"
            f"    %p = arith.mulf %x, %k{n} : f32\n    %q = math.tanh %p : f32\n    linalg.yield %q : f32\n  }}"
        )
        lines.append(
            f"  %v{n} = linalg.reduce {{ arith.addf }} ins(%m{n} : {of}) outs(%s : {row}) dimensions = [1]"
        )
    total = "%v0"
    for n in range(1, width):
        lines.append(f"  %t{n} = linalg.add ins({total}, %v{n} : {row}, {row}) outs(%r : {row}) -> {row}")
        total = f"%t{n}"
    return "\n".join([*lines, f"  return {total} : {row}", "}", ""])


def ladder(width: int, depth: int, size: int) -> str:
    """Layers of products, each of which needs two of the layer before, so that no two become one region."""
    of = f"tensor<{size}x{size}xf32>"
    lines = [f"func.func @main(%a: {of}, %b: {of}) -> {of} {{", "  %zero = arith.constant 0.0 : f32"]
    lines += [f"  %e = tensor.empty() : {of}", f"  %f = linalg.fill ins(%zero : f32) outs(%e : {of}) -> {of}"]
    row = ["%a", "%b"] * (width // 2)
    for layer in range(depth):
        for n in range(width):
            text = f"ins({row[n]}, {row[(n + 1) % width]} : {of}, {of}) outs(%f : {of}) -> {of}"
            lines.append(f"  %x{layer}_{n} = linalg.matmul {text}")
        row = [f"%x{layer}_{n}" for n in range(width)]
    total = row[0]
    for n in range(1, width):
        lines.append(f"  %t{n} = linalg.add ins({total}, {row[n]} : {of}, {of}) outs(%e : {of}) -> {of}")
        total = f"%t{n}"
    return "\n".join([*lines, f"  return {total} : {of}", "}", ""])


PROGRAMS = {
    "two products of 512": (products(512), 512, WIDE),
    "two products of 128": (products(128), 128, CHAIN),  # the call takes as long
    "eight sums of 512 x 512": (sums(8, 512), 512, WIDE),
    "a chain of 4 products": (chain(384, 4), 384, CHAIN),
    "a chain of small ops": (small(40), 32, CHAIN),
    "ladder of 2 x 20 of 96": (ladder(2, 20, 96), 96, CHAIN),
    "ladder of 4 x 10 of 192": (ladder(4, 10, 192), 192, CHAIN),
}


def _asyncir(place: Path, pipeline: str) -> Callable[[], Any]:
    module = asyncir.parse((place / "model.mlir").read_text())
    if pipeline:
        asyncir.run_pipeline(module, pipeline)
    program = asyncir.compile(module)
    function, given = program[next(iter(program))], inputs(place)
    return lambda: function(*given)


def _onnxruntime(place: Path, both: bool) -> Callable[[], Any]:
    # late: only this process needs it
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    if both:
        options.inter_op_num_threads = 2
        options.execution_mode = onnxruntime.ExecutionMode.ORT_PARALLEL
    session = onnxruntime.InferenceSession(place / "model.onnx", options, providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]
    given = dict(zip(names, inputs(place), strict=True))
    return lambda: session.run(None, given)


def serve(place: Path, way: str, pipeline: str) -> None:
    """One way, in this process: for each line that comes, the fastest of some calls, in ms."""
    if way.startswith("onnxruntime"):
        call = _onnxruntime(place, way.endswith("2"))
    else:
        call = _asyncir(place, pipeline if way == "regions" else "")
    for _ in range(WARM):
        call()
    print("ready", flush=True)
    for _ in sys.stdin:
        found = float("inf")
        for _ in range(CALLS):
            begin = time.perf_counter()
            call()
            found = min(found, time.perf_counter() - begin)
        print(found * 1e3, flush=True)


WAYS = {"one": "1", "two": "2", "regions": "2", "onnxruntime 1": "1", "onnxruntime 2": "2"}


@dataclass
class Found:
    """The times of each way, in ms, turn by turn."""

    times: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def of(self, slow: str, fast: str) -> float:
        """How many times as fast one way is as another one: the median over turns."""
        return median(a / b for a, b in zip(self.times[slow], self.times[fast], strict=True))

    def __str__(self) -> str:
        return ", ".join(f"{way} {median(times):.3f}" for way, times in self.times.items())


def measure(place: Path, rounds: int, processes: int, pipeline: str) -> Found:
    """All ways in turns."""
    ways = [way for way in WAYS if not way.startswith("onnx") or (place / "model.onnx").exists()]
    found = Found({way: [] for way in ways})
    for _ in range(processes):
        running = [_started(place, way, pipeline) for way in ways]
        for _ in range(rounds):
            for way, process in zip(ways, running, strict=True):
                found.times[way].append(float(_asked(process)))
        for process in running:
            process.communicate()
    return found


def _started(place: Path, way: str, pipeline: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.regions", "--serve", way, "--place", str(place)]
    process = subprocess.Popen(
        [*command, "--pipeline", pipeline],
        env={**os.environ, "ASYNCIR_NUM_THREADS": WAYS[way]},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    if process.stdout.readline() != "ready\n":
        raise RuntimeError(f"{way}: no answer")
    return process


def _asked(process: subprocess.Popen[str]) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return process.stdout.readline()


def _write_programs(folder: Path) -> dict[str, Path]:
    generator = np.random.default_rng(0)
    found: dict[str, Path] = {}
    for name, (text, size, _) in PROGRAMS.items():
        place = found[name] = folder / name.replace(" ", "_")
        place.mkdir()
        (place / "model.mlir").write_text(text)
        np.savez(
            place / "inputs.npz", *(generator.normal(0, 1, (size, size)).astype(np.float32) for _ in "ab")
        )
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--networks", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pipeline", default="form-regions")
    parser.add_argument("--serve")
    parser.add_argument("--place", type=Path)
    asked = parser.parse_args(arguments)
    if asked.serve:
        serve(asked.place, asked.serve, asked.pipeline)
        return 0
    met = True
    only = [name for name in asked.only.split(",") if name]
    with tempfile.TemporaryDirectory() as folder:
        places = _write_programs(Path(folder))
        if asked.networks:
            places |= {name: asked.networks / name for name in NETWORKS}
        for name, place in places.items():
            if only and name not in only:
                continue
            found = measure(place, asked.rounds, asked.processes, asked.pipeline)
            one, two = found.of("one", "regions"), found.of("two", "regions")
            theirs = found.of("onnxruntime 1", "onnxruntime 2") if "onnxruntime 1" in found.times else 0.0
            wide = name in PROGRAMS and PROGRAMS[name][2] == WIDE
            met = met and two >= CHAIN and (not wide or one >= WIDE) and one >= theirs
            beside = f", onnxruntime {theirs:.2f}" if theirs else ""
            print(f"{name:24} {found}; of one {one:.2f}, of two {two:.3f}{beside}", flush=True)
    print("goals:", "met" if met else "missed")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
