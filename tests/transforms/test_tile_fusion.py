"""Producers in loops on tiles give the same bits: random chains of ops, fused in random orders, on tensors and on memory."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import interpret
from asyncir.transforms import run_pipeline

ROWS, COLUMNS = 7, 6
OF = f"tensor<{ROWS}x{COLUMNS}xi32>"
MAPS = {"row": "(d0)", "column": "(d1)", "turned": "(d1, d0)", "whole": "(d0, d1)"}


def _op(name: str, of: str, inputs: list[tuple[str, str, str]], start: str, choices: random.Random) -> str:
    """An op that gives an array of the usual shape: inputs are values, their maps and their types."""
    maps = [f"affine_map<(d0, d1) -> {map}>" for _, map, _ in inputs] + ["affine_map<(d0, d1) -> (d0, d1)>"]
    arguments = [f"%x{n}: i32" for n in range(len(inputs))] + ["%y: i32"]
    values = [f"%x{n}" for n in range(len(inputs))] + (["%y"] if choices.random() < 0.3 else [])
    lines = ["%i0 = linalg.index 0 : index", "%s0 = arith.index_cast %i0 : index to i32"]
    for number, value in enumerate(values):
        kind = choices.choice(("addi", "subi", "muli"))
        lines.append(f"%s{number + 1} = arith.{kind} %s{number}, {value} : i32")
    lines.append(f"linalg.yield %s{len(values)} : i32")
    ins = f"ins({', '.join(v for v, _, _ in inputs)} : {', '.join(t for _, _, t in inputs)})"
    body = "\n      ".join(lines)
    return f"""  {name} = linalg.generic {{indexing_maps = [{", ".join(maps)}], iterator_types = ["parallel", "parallel"]}}
    {ins} outs({start} : {of}) {{
    ^bb0({", ".join(arguments)}):
      {body}
    }} -> {of}"""


def _chain(seed: int) -> tuple[str, int]:
    """A program of several ops, each of which uses some of those before it; and how many there are."""
    choices = random.Random(seed)
    lines = [f"  %e = tensor.empty() : {OF}", "  %c7 = arith.constant 7 : i32"]
    lines.append(f"  %v0 = linalg.fill ins(%c7 : i32) outs(%e : {OF}) -> {OF}")
    count = choices.randint(2, 4)
    for number in range(1, count + 1):
        known = [f"%v{n}" for n in range(number)]
        inputs = [(choices.choice(known[-2:]), MAPS["whole"], OF) for _ in range(choices.randint(1, 2))]
        if choices.random() < 0.4:
            inputs.append(("%r", MAPS["row"], f"tensor<{ROWS}xi32>"))
        if choices.random() < 0.3:
            inputs.append(("%t", MAPS["turned"], f"tensor<{COLUMNS}x{ROWS}xi32>"))
        start = choices.choice((known[-1], "%a"))
        lines.append(_op(f"%v{number}", OF, inputs, start, choices))
    returned = [f"%v{count}"] + ([f"%v{choices.randrange(count)}"] if choices.random() < 0.3 else [])
    types = ", ".join([OF] * len(returned))
    arguments = f"%a: {OF}, %r: tensor<{ROWS}xi32>, %t: tensor<{COLUMNS}x{ROWS}xi32>"
    body = "\n".join(lines)
    return (
        f"func.func @main({arguments}) -> ({types}) {{\n{body}\n  return {', '.join(returned)} : {types}\n}}\n",
        count,
    )


def _given() -> tuple[Any, ...]:
    numbers = np.random.default_rng(2)
    return tuple(
        numbers.integers(-9, 9, shape).astype(np.int32) for shape in ((ROWS, COLUMNS), ROWS, (COLUMNS, ROWS))
    )


def _results(module: Any) -> list[bytes]:
    outcome = interpret(module, "main", [each.copy() for each in _given()])
    assert (outcome.diagnostics, outcome.races) == ((), ()), asyncir.print_module(module)
    return [np.asarray(each).tobytes() for each in outcome.results]


def _fused(text: str, seed: int) -> tuple[asyncir.Schedule, int]:
    """The program with its last op in tiles, and as many others in the loops as fit there; and how many did."""
    choices = random.Random(seed)
    sch = asyncir.Schedule(text)
    sizes = choices.choice(([2, 0], [0, 4], [3, 2], [7, 2], [1, 5], [3, 6]))
    method = choices.choice((sch.tile, sch.parallelize))
    tiles = method(sch.get_ops()[-1], sizes)
    fused = 0
    while outside := [op for op in sch.get_ops() if op.op.parent_op() is tiles.loops[0].op.parent_op()]:
        before, codes = sch.text, list[str]()
        try:
            made = sch.fuse(outside[-1], choices.choice(tiles.loops))
        except DiagnosticError as error:
            made, codes = (), [d.code for d in error.diagnostics]
        assert made or (codes, sch.text) == (["P192"], before)
        if not made:
            break
        fused += 1
        if any(op.op is outside[-1].op for op in sch.get_ops()):
            break
    return sch, fused


@pytest.mark.parametrize("seed", range(60))
def test_random_chains_give_the_same(seed: int) -> None:
    text, _ = _chain(seed)
    expected = _results(asyncir.parse(text))
    sch, _ = _fused(text, seed)
    sch.module.verify()
    assert _results(sch.module) == expected, sch.text
    run_pipeline(sch.module, "one-shot-bufferize")
    sch.module.verify()
    assert _results(sch.module) == expected, sch.text


def test_most_ops_of_random_chains_are_fused() -> None:
    ops = fused = 0
    for seed in range(60):
        text, count = _chain(seed)
        ops += count
        fused += _fused(text, seed)[1]
    assert fused > 0.5 * ops


BY_HAND = """
func.func @main(%a: tensor<7x6xi32>) -> tensor<7x6xi32> {
  %c0 = arith.constant 0 : index
  %step = arith.constant STEP : index
  %c6 = arith.constant 6 : index
  %v = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]
  } outs(%a : tensor<7x6xi32>) {
  ^bb0(%y: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = arith.muli %i, %j : index
    %w = arith.index_cast %ij : index to i32
    %z = arith.subi %w, %y : i32
    linalg.yield %z : i32
  } -> tensor<7x6xi32>
  %r = scf.for %i = %c0 to %c6 step %step iter_args(%o = INIT) -> (tensor<7x6xi32>) {
    %x = tensor.extract_slice OF[0, %i] [ROWS, 2] [1, 1] : tensor<7x6xi32> to tensor<ROWSx2xi32>
    %p = tensor.extract_slice %o[0, %i] [ROWS, 2] [1, 1] : tensor<7x6xi32> to tensor<ROWSx2xi32>
    %q = linalg.add ins(%x, %x : tensor<ROWSx2xi32>, tensor<ROWSx2xi32>) outs(%p : tensor<ROWSx2xi32>) -> tensor<ROWSx2xi32>
    %s = tensor.insert_slice %q into %o[0, %i] [ROWS, 2] [1, 1] : tensor<ROWSx2xi32> into tensor<7x6xi32>
    scf.yield %s : tensor<7x6xi32>
  }
  return %r : tensor<7x6xi32>
}
"""


@pytest.mark.parametrize(
    ("step", "rows", "of", "init", "made"),
    [
        (2, 3, "%v", "%a", 1),
        (2, 7, "%o", "%v", 2),
        (2, 3, "%o", "%v", 0),
        (3, 7, "%o", "%v", 0),
        (1, 7, "%o", "%v", 0),
    ],
    ids=["read", "carried", "only some rows", "with gaps", "twice"],
)
def test_what_a_loop_begins_with_has_to_be_in_its_tiles(
    step: int, rows: int, of: str, init: str, made: int
) -> None:
    text = (
        BY_HAND.replace("STEP", str(step)).replace("ROWS", str(rows)).replace("OF", of).replace("INIT", init)
    )
    text = (
        text.replace("%c6 step", "%c5 step").replace("  %c6 =", "  %c5 = arith.constant 5 : index\n  %c6 =")
        if step == 1
        else text
    )
    sch = asyncir.Schedule(text)
    producer, loop = sch.get_op("main", "generic"), sch.get_loop("main")
    before = sch.text
    if made:
        assert len(sch.fuse(producer, loop)) == made
    else:
        with pytest.raises(DiagnosticError):
            sch.fuse(producer, loop)
        assert sch.text == before
    given = np.arange(42, dtype=np.int32).reshape(7, 6)
    expected = interpret(asyncir.parse(text), "main", [given]).results[0]
    for pipeline in ("canonicalize", "one-shot-bufferize"):
        found = interpret(sch.module, "main", [given.copy()]).results[0]
        assert np.array_equal(np.asarray(found), np.asarray(expected)), pipeline
        sch.apply(pipeline)


SUMS = """
func.func @main(%a: tensor<4x3xi32>, %b: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (WHERE)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%a : tensor<4x3xi32>) outs(%b : tensor<6xi32>) {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  } -> tensor<6xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %b) -> (tensor<6xi32>) {
    %s = tensor.extract_slice %v[%i] [2] [STRIDE] : tensor<6xi32> to tensor<2xi32>
    %p = tensor.extract_slice %o[%i] [2] [1] : tensor<6xi32> to tensor<2xi32>
    %q = linalg.add ins(%s, %s : tensor<2xi32>, tensor<2xi32>) outs(%p : tensor<2xi32>) -> tensor<2xi32>
    %w = tensor.insert_slice %q into %o[%i] [2] [1] : tensor<2xi32> into tensor<6xi32>
    scf.yield %w : tensor<6xi32>
  }
  return %r : tensor<6xi32>
}
"""


@pytest.mark.parametrize(
    ("where", "stride", "why"),
    [("d0 + d1", 1, "is no tile of the op"), ("d0", 2, "slices with gaps")],
)
def test_a_slice_that_is_no_tile(where: str, stride: int, why: str) -> None:
    text = SUMS.replace("WHERE", where).replace("STRIDE", str(stride))
    if where == "d0":
        text = text.replace("4x3xi32", "6x3xi32")
    sch = asyncir.Schedule(text)
    with pytest.raises(DiagnosticError, match=why):
        sch.fuse(sch.get_op("main", "generic"), sch.get_loop("main"))
