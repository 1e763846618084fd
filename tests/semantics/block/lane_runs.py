"""Runs of a block of threads, all together and thread by thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from asyncir.ir import ModuleOp, Operation
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.semantics.blocks.engine import run_lanes
from asyncir.source.text import parse_module


def _main(module: ModuleOp) -> Operation:
    return next(op for op in module.ops if "main" in str(op.properties.get("sym_name")))


def both(text: str, *args: np.ndarray[Any, Any]) -> tuple[Outcome | None, Outcome]:
    """The run as arrays, if it comes to an end, and the one thread by thread; they leave the same in memory."""
    module = parse_module(text, "test.mlir")
    one, other = [a.copy() for a in args], [a.copy() for a in args]
    together = run_lanes(module, _main(module), one)
    outcome = interpret(module, "main", other, parse_schedule("latest"), record=True)
    if together is None:
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one, args, strict=True)), text
        return None, outcome
    assert outcome.ok, (text, outcome.diagnostics)
    assert together.results == outcome.results
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True)), text
    return together, outcome


def block(threads: int | Sequence[int], lines: Sequence[str], arguments: str) -> str:
    """`@main` for a block of threads with these lines, the numbers `%c0` to `%c4` and the thread's `%id` along x."""
    extents = (threads, 1, 1) if isinstance(threads, int) else tuple(threads)
    size = ", ".join(map(str, extents))
    head = f"func.func @main({arguments}) attributes {{gpu.known_block_size = array<i32: {size}>}} {{"
    constants = [f"%c{i} = arith.constant {i} : index" for i in range(5)]
    return "\n".join([head, *constants, "%id = gpu.thread_id x", *lines, "return", "}"])
