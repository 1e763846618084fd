"""A network as a program, with inputs and what onnxruntime answers.

    python -m bench.networks.prepare --model squeezenet --out build/networks/squeezenet

writes model.onnx, model.mlir, input.npy and expected.npy. Light models (`--list`) have seeded random weights and inputs;
magika has its own weights, and files of Python's library as inputs: then both arrays have one row for each input.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

import asyncir
from asyncir.source.onnx import read_onnx
from bench.networks import magika, weights


def prepare(name: str, folder: Path, seed: int, count: int) -> Path:
    """Write the model, inputs and answers; the file of the model."""
    folder.mkdir(parents=True, exist_ok=True)
    if name == "magika":
        model, rows = magika.model(folder), magika.inputs(count)
    else:
        model = weights.with_weights(name, seed)
        (given,) = model.graph.input
        shape = [dim.dim_value for dim in given.type.tensor_type.shape.dim]
        rows = np.random.default_rng(seed).normal(0, 1, (count, *shape)).astype(np.float32)
        weights.calibrate(model, rows[0])
    file = folder / "model.onnx"
    onnx.save(model, file)
    np.save(folder / "input.npy", rows if name == "magika" else rows[0] if count == 1 else rows)
    answers = answered(file, rows)
    np.save(folder / "expected.npy", answers if name == "magika" else answers[0] if count == 1 else answers)
    return file


def answered(file: Path, rows: np.ndarray) -> np.ndarray:
    """What onnxruntime answers to each input, without any fusion that would change how it rounds."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    return np.stack([session.run(None, {given.name: row})[0] for row in rows])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", choices=[*weights.light_models(), "magika"], required=True)
    parser.add_argument("--out", type=Path, required=True, help="the folder")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inputs", type=int, help="how many; 1, of magika 1000")
    parser.add_argument("--as-emitted", action="store_true", help="model.mlir is what IREE prints")
    asked = parser.parse_args()
    count = asked.inputs or (1000 if asked.model == "magika" else 1)
    start = time.perf_counter()
    file = prepare(asked.model, asked.out, asked.seed, count)
    answered_at = time.perf_counter()
    text = read_onnx(str(file)).text if asked.as_emitted else asyncir.print_module(asyncir.from_onnx(file))
    (asked.out / "model.mlir").write_text(text)
    expected = np.load(asked.out / "expected.npy")
    spread = f"from {expected.min():.4g} to {expected.max():.4g}"
    times = f"answers {answered_at - start:.1f} s, import {time.perf_counter() - answered_at:.1f} s"
    print(f"{asked.model}: {expected.shape} {spread}; {times}; {len(text) / 1e6:.1f} MB of text")


if __name__ == "__main__":
    main()
