"""What regions give on two cores: programs as they are, and behind `form-regions`, in one run.

    python -m bench.regions [--networks build/networks] [--rounds 3] [--pipeline form-regions]

Each way runs in a process of its own for a second; the ways take turns, and the best round counts. Three ways: the program
as it is on one thread and on two, where its loops are parallel, and with regions on two. Goals: with regions on two threads
at least 1.6 times as fast as on one where two things can be done at once, and chains at least 0.97 times as fast as without
regions. For networks onnxruntime stands beside it, with one thread and with two that take an operator each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import asyncir
from bench.networks.times import best, inputs

WIDE, CHAIN = 1.6, 0.97


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


PROGRAMS = {
    "two products of 512": (products(512), 512, WIDE),
    "two products of 128": (products(128), 128, CHAIN),  # the call takes as long
    "eight sums of 512 x 512": (sums(8, 512), 512, WIDE),
    "a chain of 4 products": (chain(384, 4), 384, CHAIN),
    "a chain of small ops": (small(40), 32, CHAIN),
}


def _program(place: Path, pipeline: str) -> tuple[Any, list[Any]]:
    module = asyncir.parse((place / "model.mlir").read_text())
    if pipeline:
        asyncir.run_pipeline(module, pipeline)
    program = asyncir.compile(module)
    return program[next(iter(program))], inputs(place)


def _onnxruntime(place: Path, both: bool) -> float:
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
    return best(lambda: session.run(None, given))


def one(place: Path, way: str, pipeline: str) -> float:
    """The time of one way, in ms, in this process."""
    if way.startswith("onnxruntime"):
        return _onnxruntime(place, way.endswith("2"))
    function, given = _program(place, pipeline if way == "regions" else "")
    return best(lambda: function(*given))


WAYS = {"one": "1", "two": "2", "regions": "2", "onnxruntime 1": "1", "onnxruntime 2": "2"}


def measure(place: Path, rounds: int, pipeline: str) -> dict[str, float]:
    """The best times of all ways."""
    ways = [way for way in WAYS if not way.startswith("onnx") or (place / "model.onnx").exists()]
    found: dict[str, float] = {}
    for _ in range(rounds):
        for way in ways:
            environment = {**os.environ, "ASYNCIR_NUM_THREADS": WAYS[way]}
            command = [sys.executable, "-m", "bench.regions", "--one", way, "--place", str(place)]
            done = subprocess.run(
                [*command, "--pipeline", pipeline],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            found[way] = min(found.get(way, float("inf")), float(done.stdout))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--networks", type=Path)
    parser.add_argument("--only", default="inception_v1,squeezenet,shufflenet,densenet121")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pipeline", default="form-regions")
    parser.add_argument("--one")
    parser.add_argument("--place", type=Path)
    asked = parser.parse_args(arguments)
    if asked.one:
        print(one(asked.place, asked.one, asked.pipeline))
        return 0
    met = True
    with tempfile.TemporaryDirectory() as folder:
        generator = np.random.default_rng(0)
        for name, (text, size, goal) in PROGRAMS.items():
            place = Path(folder, name.replace(" ", "_"))
            place.mkdir()
            (place / "model.mlir").write_text(text)
            np.savez(
                place / "inputs.npz", *(generator.normal(0, 1, (size, size)).astype(np.float32) for _ in "ab")
            )
            found = measure(place, asked.rounds, asked.pipeline)
            ratio = (found["one"] if goal == WIDE else found["two"]) / found["regions"]
            met = met and ratio >= goal
            print(
                f"{name:24} {_times(found)}; {'of one' if goal == WIDE else 'of two'} {ratio:.2f} (goal {goal})",
                flush=True,
            )
    for name in asked.only.split(",") if asked.networks else ():
        found = measure(asked.networks / name, asked.rounds, asked.pipeline)
        ratio, theirs = found["one"] / found["regions"], found["onnxruntime 1"] / found["onnxruntime 2"]
        met = met and (ratio >= theirs or name != "inception_v1")
        print(f"{name:24} {_times(found)}; of one {ratio:.2f}, onnxruntime {theirs:.2f}", flush=True)
    print("goals:", "met" if met else "missed")
    return 0 if met else 1


def _times(found: dict[str, float]) -> str:
    return ", ".join(f"{way} {time:.3f} ms" for way, time in found.items())


if __name__ == "__main__":
    raise SystemExit(main())
