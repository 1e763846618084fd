"""Masked ops with random masks give what NumPy computes of the elements that are on, interpreted and natively."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.dialects.effects import effects_of
from asyncir.dialects.vector_mask import MaskOp
from asyncir.ir.walk import walk
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.semantics.programs import error, run

FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
DTYPES: dict[str, Any] = {**FLOATS, **INTEGERS}
OF_INTEGERS = ("add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui")
OF_FLOATS = ("add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf")


def _unsigned(pick: Any) -> Any:
    return lambda a, b: pick(a, b, key=lambda x: int(x) & ((1 << (8 * x.itemsize)) - 1))


FUNCTIONS: dict[str, Any] = {
    **{"add": lambda a, b: a + b, "mul": lambda a, b: a * b},
    **{"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b},
    **{"minsi": min, "maxsi": max, "minui": _unsigned(min), "maxui": _unsigned(max)},
    **{"minnumf": np.fmin, "maxnumf": np.fmax, "minimumf": np.minimum, "maximumf": np.maximum},
}


def of_nothing(kind: str, dtype: Any) -> Any:
    """What a reduction of no elements is, as the documentation of MLIR has it."""
    if np.issubdtype(dtype, np.floating):
        limits = {"minimumf": np.inf, "maximumf": -np.inf, "minnumf": np.nan, "maxnumf": np.nan}
        return dtype({"add": -0.0, "mul": 1.0, **limits}[kind])
    info = np.iinfo(dtype)
    limits = {"minsi": info.max, "maxsi": info.min, "minui": -1, "maxui": 0}
    return dtype({"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0, **limits}[kind])


def drawn(random: Any, name: str, shape: tuple[int, ...]) -> Any:
    """Elements; of floats some that arithmetic on masked ones would spoil."""
    dtype = DTYPES[name]
    if name in INTEGERS:
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max, shape, dtype, endpoint=True)
    found = random.integers(-4, 5, shape).astype(dtype)
    found[random.random(shape) < 0.15] = np.nan
    found[random.random(shape) < 0.1] = np.inf
    return found


def mask_of(random: Any, shape: tuple[int, ...]) -> Any:
    """Bits; now and then all or none of them."""
    return np.array(random.random(shape) < random.choice([0.0, 0.3, 0.7, 1.0]), dtype=np.bool_)


def vector_type(of: str, shape: tuple[int, ...]) -> str:
    return f"vector<{'x'.join(map(str, shape))}x{of}>" if shape else of


def agree(text: str, arguments: list[Any], expected: list[Any]) -> None:
    """Whether the program has these results, with what memory has become behind them, however it is run."""
    ways: dict[str, Any] = {}
    memory = [0] if "@main(%x: memref" in text else []
    for level in (0, 2):
        given = [np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments]
        found = asyncir.compile(text, opt_level=level).main(*given)
        results = [] if found is None else list(found) if isinstance(found, tuple) else [found]
        ways[f"-O{level}"] = [*results, *(given[n] for n in memory)]
    for pipeline in ("", "lower-vector-mask", "canonicalize,cse"):
        given = [np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments]
        module = parse_module(text)
        run_pipeline(module, pipeline)
        module.verify()
        assert (pipeline != "lower-vector-mask") or not any(isinstance(op, MaskOp) for op in walk(module))
        outcome = interpret(module, "main", given, parse_schedule("earliest"))
        assert outcome.ok, outcome.diagnostics
        ways[f"interpreted: {pipeline}"] = [*outcome.results, *(given[n] for n in memory)]
    for way, found in ways.items():
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(np.asarray(one), np.asarray(other), err_msg=f"{way}\n{text}")


def with_signs(text: str, arguments: list[Any], sign: float) -> None:
    """Whether the only result, a zero, has this sign."""
    results = [asyncir.compile(text, opt_level=level).main(*arguments) for level in (0, 2)]
    results.append(interpret(parse_module(text), "main", arguments, parse_schedule("earliest")).results[0])
    assert [np.copysign(1.0, result) for result in results] == [sign] * 3


@pytest.mark.parametrize("seed", range(24))
@np.errstate(all="ignore")
def test_reductions(seed: int) -> None:
    random = np.random.default_rng(seed)
    name = str(random.choice(list(DTYPES)))
    kind = str(random.choice(OF_INTEGERS if name in INTEGERS else OF_FLOATS))
    count, started = int(random.integers(1, 9)), bool(random.random() < 0.5)
    values, mask = drawn(random, name, (count,)), mask_of(random, (count,))
    start = drawn(random, name, (1,))[0]
    of, bits = vector_type(name, (count,)), vector_type("i1", (count,))
    text = f"""func.func @main(%a: {of}, %m: {bits}, %c: {name}) -> {name} {{
  %0 = vector.mask %m {{ vector.reduction <{kind}>, %a{", %c" * started} : {of} into {name} }} : {bits} -> {name}
  return %0 : {name}
}}"""
    first = start if started else of_nothing(kind, DTYPES[name])
    agree(text, [values, mask, start], [reduce(FUNCTIONS[kind], values[mask], first)])


@pytest.mark.parametrize("kind", OF_INTEGERS)
def test_reductions_of_no_bits(kind: str) -> None:
    text = f"""func.func @main(%a: vector<4xi1>, %m: vector<4xi1>) -> i1 {{
  %0 = vector.mask %m {{ vector.reduction <{kind}>, %a : vector<4xi1> into i1 }} : vector<4xi1> -> i1
  return %0 : i1
}}"""
    # As a signed number the bit that is set is -1.
    neutral = {"mul": 1, "and": 1, "minui": 1, "maxsi": 1}.get(kind, 0)
    agree(text, [np.array([1, 0, 1, 0], np.bool_), np.zeros(4, np.bool_)], [neutral])


@pytest.mark.parametrize("seed", range(100, 116))
@np.errstate(all="ignore")
def test_reductions_of_rows(seed: int) -> None:
    random = np.random.default_rng(seed)
    name = str(random.choice(list(DTYPES)))
    kind = str(random.choice(OF_INTEGERS if name in INTEGERS else OF_FLOATS))
    shape = tuple(int(n) for n in random.integers(1, 5, random.integers(1, 4)))
    dims = [d for d in range(len(shape)) if random.random() < 0.6] or [0]
    kept = [d for d in range(len(shape)) if d not in dims]
    to = tuple(shape[d] for d in kept)
    values, mask, start = (
        drawn(random, name, shape),
        mask_of(random, shape),
        drawn(random, name, (*to, 1))[..., 0],
    )
    of, bits, result = vector_type(name, shape), vector_type("i1", shape), vector_type(name, to)
    text = f"""func.func @main(%a: {of}, %m: {bits}, %c: {result}) -> {result} {{
  %0 = vector.mask %m {{ vector.multi_reduction <{kind}>, %a, %c {dims} : {of} to {result} }} : {bits} -> {result}
  return %0 : {result}
}}"""
    expected = np.array(start)
    for point in np.ndindex(shape):
        if mask[point]:
            at = tuple(point[d] for d in kept)
            expected[at] = FUNCTIONS[kind](expected[at], values[point])
    agree(text, [values, mask, start if to else start.item()], [expected])


CONTRACTIONS = (("i8", "i32"), ("i32", "i32"), ("f32", "f32"), ("f32", "f64"), ("f16", "f32"), ("i16", "i16"))


@pytest.mark.parametrize("seed", range(200, 224))
@np.errstate(all="ignore")
def test_contractions(seed: int) -> None:
    """Small whole numbers: no sum is rounded, in whatever order."""
    random = np.random.default_rng(seed)
    source, target = CONTRACTIONS[seed % len(CONTRACTIONS)]
    kind = str(random.choice(OF_INTEGERS if target in INTEGERS else OF_FLOATS))
    extents = [int(n) for n in random.integers(1, 4, 4)]
    # d0 and d1 are rows and columns, d2 is summed up; d3 is of both factors, and of the result half of the time.
    batched = bool(random.random() < 0.5)
    dims = [[0, 2, 3], [2, 1, 3], [0, 1, 3] if batched else [0, 1]]
    for each in dims:
        random.shuffle(each)
    kinds = ["parallel", "parallel", "reduction", "parallel" if batched else "reduction"]
    shapes = [tuple(extents[d] for d in each) for each in dims]
    lhs, rhs = (drawn(random, source, shape) for shape in shapes[:2])
    acc, mask = drawn(random, target, shapes[2]), mask_of(random, tuple(extents))
    types = [vector_type(of, shape) for of, shape in zip((source, source, target), shapes, strict=True)]
    bits = vector_type("i1", tuple(extents))
    maps = [f"affine_map<(d0, d1, d2, d3) -> ({', '.join(f'd{d}' for d in each)})>" for each in dims]
    form = f"""{{indexing_maps = [{", ".join(maps)}], iterator_types = [{", ".join(f'"{k}"' for k in kinds)}],
      kind = #vector.kind<{kind}>}}"""
    text = f"""func.func @main(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}, %m: {bits}) -> {types[2]} {{
  %0 = vector.mask %m {{
    vector.contract {form} %a, %b, %c : {types[0]}, {types[1]} into {types[2]}
  }} : {bits} -> {types[2]}
  return %0 : {types[2]}
}}"""
    wide, expected = DTYPES[target], acc.copy()
    for point in np.ndindex(*extents):
        if mask[point]:
            a, b, at = (tuple(point[d] for d in each) for each in dims)
            expected[at] = FUNCTIONS[kind](expected[at], wide(lhs[a]) * wide(rhs[b]))
    agree(text, [lhs, rhs, acc, mask], [expected])


@pytest.mark.parametrize("seed", range(300, 324))
def test_transfers(seed: int) -> None:
    random = np.random.default_rng(seed)
    sizes = [int(n) for n in random.integers(2, 6, 2)]
    start = [int(n) for n in random.integers(0, 3, 2)]
    results = [["d0", "d1"], ["d1", "d0"], ["0", "d1"], ["d1", "0"], ["d0", "0"], ["d1"]][seed % 6]
    # What is of no dimension of the vector has to be inside.
    start = [i if f"d{dim}" in results else i % sizes[dim] for dim, i in enumerate(start)]
    shape = tuple(int(n) for n in random.integers(1, 5, len(results)))
    order = sorted((d, place) for place, d in enumerate(results) if d != "0")
    masked = tuple(shape[place] for _, place in order)
    memory, spare = (
        np.arange(1.0, 1 + sizes[0] * sizes[1], dtype=np.float32).reshape(sizes),
        -1 - random.random(shape),
    )
    spare, mask, own = spare.astype(np.float32), mask_of(random, masked), mask_of(random, masked)
    reads, passes = "0" in results or bool(random.random() < 0.6), bool(random.random() < 0.6)
    with_own = bool(random.random() < 0.5)
    of, bits = vector_type("f32", shape), vector_type("i1", masked)
    form = f"{{permutation_map = affine_map<(d0, d1) -> ({', '.join(results)})>}} :"
    its_own = ", %n" * with_own
    inner = f"vector.transfer_read %x[%i, %j], %p{its_own} {form} memref<?x?xf32>, {of}"
    line = f"%0 = vector.mask %m{', %v' * passes} {{ {inner} }} : {bits} -> {of}"
    if not reads:
        inner = f"vector.transfer_write %v, %x[%i, %j]{its_own} {form} {of}, memref<?x?xf32>"
        line = f"vector.mask %m {{ {inner} }} : {bits}"
    text = f"""func.func @main(%x: memref<?x?xf32>, %i: index, %j: index, %p: f32, %v: {of}, %m: {bits}, %n: {bits})
    {f"-> {of}" * reads} {{
  {line}
  return{f" %0 : {of}" * reads}
}}"""
    expected, after = np.full(shape, 99, np.float32), memory.copy()
    for steps in np.ndindex(shape):
        place = list(start)
        for step, dim in zip(steps, results, strict=True):
            if dim != "0":
                place[int(dim[1])] += step
        bit = tuple(steps[p] for _, p in order)
        inside = all(i < n for i, n in zip(place, sizes, strict=True))
        if not mask[bit] and passes:
            expected[steps] = spare[steps]
        elif mask[bit] and (own[bit] or not with_own) and inside:
            expected[steps] = memory[tuple(place)]
            if not reads:
                after[tuple(place)] = spare[steps]
    arguments = [memory, *start, 99.0, spare, mask, own]
    agree(text, arguments, [*([expected] if reads else []), after])


@pytest.mark.parametrize("seed", range(400, 408))
def test_gathers_and_products(seed: int) -> None:
    """Distances of lanes that are off are out of bounds."""
    random = np.random.default_rng(seed)
    mask, own = mask_of(random, (6,)), mask_of(random, (6,))
    memory, spare = np.arange(10, dtype=np.int32), np.arange(100, 106, dtype=np.int32)
    distances = np.where(mask & own, random.integers(0, 9, 6), 1000).astype(np.int32)
    text = """func.func @main(%x: memref<?xi32>, %d: vector<6xi32>, %v: vector<6xi32>, %m: vector<6xi1>, %n: vector<6xi1>)
    -> (vector<6xi32>, vector<6xi32>) {
  %i = arith.constant 1 : index
  %s = arith.constant 3 : i32
  %0 = vector.mask %m {
    vector.gather %x[%i] [%d], %n, %v : memref<?xi32>, vector<6xi32>, vector<6xi1>, vector<6xi32> into vector<6xi32>
  } : vector<6xi1> -> vector<6xi32>
  %1 = vector.mask %m {
    vector.outerproduct %v, %s, %d {kind = #vector.kind<add>} : vector<6xi32>, i32
  } : vector<6xi1> -> vector<6xi32>
  return %0, %1 : vector<6xi32>, vector<6xi32>
}"""
    gathered = np.where(mask & own, memory[np.where(mask & own, distances + 1, 0)], spare)
    products = np.where(mask, 3 * spare + distances, distances)
    agree(text, [memory, distances, spare, mask, own], [gathered, products, memory])


def test_the_sum_of_nothing_is_the_zero_that_changes_none() -> None:
    text = """func.func @main(%a: vector<4xf32>, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}"""
    with_signs(text, [np.ones(4, np.float32), np.zeros(4, np.bool_)], -1.0)


def test_a_contraction_of_nothing_leaves_the_sign_of_zero() -> None:
    text = """func.func @main(%a: vector<4xf32>, %m: vector<4xi1>, %c: f32) -> f32 {
  %0 = vector.mask %m {
    vector.contract {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]
    } %a, %a, %c : vector<4xf32>, vector<4xf32> into f32
  } : vector<4xi1> -> f32
  return %0 : f32
}"""
    for sign in (1.0, -1.0):
        with_signs(text, [np.ones(4, np.float32), np.zeros(4, np.bool_), np.copysign(0.0, sign)], sign)


OUTER = """func.func @main(%a: vector<2xf32>, %m: vector<2x2xi1>) -> vector<2x2xf32> {
  %0 = vector.mask %m { vector.outerproduct %a, %a : vector<2xf32>, vector<2xf32> } : vector<2x2xi1> -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}"""


def test_products_without_an_accumulator_are_refused() -> None:
    assert error(run(OUTER, np.ones(2, np.float32), np.ones((2, 2), np.bool_))).code == "S012"
    with pytest.raises(asyncir.DiagnosticError, match=r"`vector\.mask` has no native form"):
        asyncir.compile(OUTER)


def test_tensors_are_written_as_memory_is() -> None:
    text = """func.func @main(%t: tensor<6xf32>, %v: vector<4xf32>, %m: vector<4xi1>, %i: index) -> tensor<6xf32> {
  %0 = vector.mask %m {
    vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<6xf32>
  } : vector<4xi1> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}"""
    mask = np.array([1, 0, 1, 1], np.bool_)
    arguments = [np.zeros(6, np.float32), np.arange(1, 5, dtype=np.float32), mask, 3]
    expected = [0, 0, 0, 1, 0, 3]
    native = asyncir.compile(text).main(*arguments)
    interpreted = interpret(parse_module(text), "main", arguments, parse_schedule("earliest")).results[0]
    assert native.tolist() == interpreted.tolist() == expected


def test_a_masked_write_is_not_known_to_write_all() -> None:
    text = """func.func @main(%m: memref<8xf32>, %v: vector<4xf32>, %n: vector<4xi1>, %i: index) {
  vector.mask %n { vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  return
}"""
    function: Any = parse_module(text).body.block.first_op
    masked, whole, _ = function.body.block.ops
    inside = masked.body.block.first_op
    assert [effects_of(op)[0].sizes for op in (masked, inside, whole)] == [None, None, (4,)]
