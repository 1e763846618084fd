"""Contractions, outer products and scans: machine code computes what the interpreter does, and what NumPy does."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from tests.semantics.programs import run

DTYPES: dict[str, Any] = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}
INTEGER_KINDS = ("add", "mul", "minui", "minsi", "maxui", "maxsi", "and", "or", "xor")
FLOAT_KINDS = ("add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf")


def _shaped(sizes: list[int], element: str) -> str:
    return "x".join([*map(str, sizes), element])


def vectors_program(lines: list[str], shapes: list[list[int]], elements: list[str], result: str) -> str:
    """Load a vector `%v0`, `%v1`, ... from each memref, compute `%r`, and store it to the last one."""
    memrefs = [f"memref<{_shaped(s, e)}>" for s, e in zip(shapes, elements, strict=True)]
    arguments = ", ".join(f"%m{i}: {memref}" for i, memref in enumerate(memrefs))
    body: list[str] = []
    for i, (shape, element, memref) in enumerate(zip(shapes, elements, memrefs, strict=True)):
        zeros = ", ".join(["%c0"] * len(shape))
        body.append(f"%v{i} = vector.load %m{i}[{zeros}] : {memref}, vector<{_shaped(shape, element)}>")
    last = len(shapes) - 1
    zeros = ", ".join(["%c0"] * len(shapes[last]))
    end = f"vector.store {result}, %m{last}[{zeros}] : {memrefs[last]}, vector<{_shaped(shapes[last], elements[last])}>"
    inner = "\n  ".join(["%c0 = arith.constant 0 : index", *body, *lines, end, "return"])
    return f"func.func @main({arguments}) {{\n  {inner}\n}}\n"


def numbers(random: Random, shape: list[int], element: str) -> Any:
    """Random numbers of that shape and type."""
    dtype = DTYPES[element]
    if element[0] == "f":
        found = [
            random.choice([random.randint(-9, 9), random.random() * 4 - 2]) for _ in range(np.prod(shape))
        ]
    else:
        limits = np.iinfo(dtype)
        found = [random.randint(int(limits.min), int(limits.max)) for _ in range(np.prod(shape))]
    return np.array(found, dtype).reshape(shape)


def both(text: str, given: list[Any]) -> Any:
    """What both leave in the last memref."""
    other = deepcopy(given)
    assert run(text, *other).diagnostics == ()
    asyncir.compile(text)["main"](*given)
    assert given[-1].dtype == other[-1].dtype
    assert given[-1].tobytes() == other[-1].tobytes(), (given[-1], other[-1], text)
    return given[-1]


def _contraction(seed: int) -> tuple[str, list[list[int]], list[str], str]:
    random = Random(seed)
    sizes = [random.randint(1, 4) for _ in range(random.randint(2, 4))]
    dims = list(range(len(sizes)))
    random.shuffle(dims)
    summed, rest = dims[: random.randint(1, len(dims) - 1)], dims
    parallel = [dim for dim in dims if dim not in summed]
    shared = summed[0]
    sides: list[list[int]] = [[shared], [shared]]
    for dim in rest:
        if dim != shared:
            for side in random.choice([[0], [1], [0, 1]]):
                sides[side].append(dim)
    for side in sides:
        random.shuffle(side)
    used = [*sides, parallel]
    names = ", ".join(f"d{i}" for i in range(len(sizes)))
    maps = [f"affine_map<({names}) -> ({', '.join(f'd{dim}' for dim in side)})>" for side in used]
    shapes = [[sizes[dim] for dim in side] for side in used]
    small, wide = random.choice([("f32", "f32"), ("i32", "i32"), ("i8", "i8"), ("i8", "i32"), ("f32", "f64")])
    kind = random.choice(FLOAT_KINDS if wide[0] == "f" else INTEGER_KINDS)
    iterators = ", ".join('"reduction"' if dim in summed else '"parallel"' for dim in range(len(sizes)))
    elements = [small, small, wide]
    types = [f"vector<{_shaped(s, e)}>" for s, e in zip(shapes, elements, strict=True)]
    line = (
        f"%r = vector.contract {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}], "
        f"kind = #vector.kind<{kind}>}} %v0, %v1, %v2 : {types[0]}, {types[1]} into {types[2]}"
    )
    return line, shapes, elements, kind


@pytest.mark.parametrize("seed", range(24))
def test_contractions(seed: int) -> None:
    line, shapes, elements, _ = _contraction(seed)
    random = Random(seed)
    given = [numbers(random, s, e) for s, e in zip(shapes, elements, strict=True)]
    both(vectors_program([line], shapes, elements, "%r"), given)


def test_a_matrix_product() -> None:
    maps = "affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>"
    line = (
        f'%r = vector.contract {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}} '
        "%v0, %v1, %v2 : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>"
    )
    a, b, acc = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4) - 5, np.arange(8).reshape(2, 4)
    given = [array.astype(np.int32) for array in (a, b, acc)]
    text = vectors_program([line], [[2, 3], [3, 4], [2, 4]], ["i32"] * 3, "%r")
    assert both(text, given).tolist() == (a @ b + acc).tolist()


def test_a_scalar_product() -> None:
    lines = [
        "%s = arith.constant 5 : i32",
        "%d = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], "
        'iterator_types = ["reduction"]} %v0, %v1, %s : vector<4xi32>, vector<4xi32> into i32',
        "%r = vector.broadcast %d : i32 to vector<1xi32>",
    ]
    given = [np.arange(4, dtype=np.int32), np.arange(4, dtype=np.int32) + 2, np.zeros(1, np.int32)]
    assert both(vectors_program(lines, [[4], [4], [1]], ["i32"] * 3, "%r"), given).tolist() == [
        5 + 0 + 3 + 8 + 15
    ]


@pytest.mark.parametrize("element", ["f32", "i8"])
@pytest.mark.parametrize("accumulates", [False, True])
def test_outer_products(element: str, accumulates: bool) -> None:
    random = Random(7)
    for kind in FLOAT_KINDS if element == "f32" else INTEGER_KINDS:
        more = f", %v2 {{kind = #vector.kind<{kind}>}}" if accumulates else ""
        line = f"%r = vector.outerproduct %v0, %v1{more} : vector<3x{element}>, vector<4x{element}>"
        shapes = [[3], [4], [3, 4]]
        given = [numbers(random, shape, element) for shape in shapes]
        wanted = np.outer(given[0], given[1])
        found = both(vectors_program([line], shapes, [element] * 3, "%r"), given)
        if not accumulates:
            assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("element", ["f32", "i8"])
def test_a_vector_times_a_scalar_and_more(element: str) -> None:
    lines = [
        f"%s = vector.extract %v1[0] : {element} from vector<1x{element}>",
        f"%p = vector.outerproduct %v0, %s : vector<4x{element}>, {element}",
        f"%r = vector.outerproduct %p, %s, %v2 {{kind = #vector.kind<add>}} : vector<4x{element}>, {element}",
    ]
    random, shapes = Random(3), [[4], [1], [4]]
    given = [numbers(random, shape, element) for shape in shapes]
    both(vectors_program(lines, shapes, [element] * 3, "%r"), given)


@pytest.mark.parametrize("inclusive", ["true", "false"])
@pytest.mark.parametrize(("shape", "dim"), [([5], 0), ([2, 3], 0), ([2, 3], 1), ([2, 3, 2], 1)])
def test_scans(inclusive: str, shape: list[int], dim: int) -> None:
    random, rest = Random(1), [size for at, size in enumerate(shape) if at != dim]
    for element, kinds in (("i8", INTEGER_KINDS), ("f32", FLOAT_KINDS)):
        for kind in kinds:
            whole, part = f"vector<{_shaped(shape, element)}>", f"vector<{_shaped(rest, element)}>"
            one = part if rest else element
            first = f"%first = vector.extract %v1[0] : {one} from vector<{_shaped([1, *rest], element)}>"
            lines = [first] if rest else [first, f"%f = vector.broadcast %first : {element} to {part}"]
            initial = "%first" if rest else "%f"
            lines.append(
                f"%r, %last = vector.scan <{kind}>, %v0, {initial} "
                f"{{inclusive = {inclusive}, reduction_dim = {dim} : i64}} : {whole}, {part}"
            )
            shapes = [shape, [1, *rest], shape]
            given = [numbers(random, s, element) for s in shapes]
            source, start = given[0].copy(), given[1][0].copy()
            found = both(vectors_program(lines, shapes, [element] * 3, "%r"), given)
            if kind == "add" and element == "i8":
                sums = np.cumsum(source, axis=dim, dtype=np.int8)
                wanted = sums if inclusive == "true" else sums - source + np.expand_dims(start, dim)
                assert found.tolist() == wanted.astype(np.int8).tolist()


def test_the_last_result_of_a_scan() -> None:
    lines = [
        "%all, %r = vector.scan <add>, %v0, %v1 {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>"
    ]
    given = [np.arange(6, dtype=np.int32).reshape(2, 3), np.zeros(3, np.int32), np.zeros(3, np.int32)]
    assert both(vectors_program(lines, [[2, 3], [3], [3]], ["i32"] * 3, "%r"), given).tolist() == [3, 5, 7]


def test_scalable_vectors_are_refused() -> None:
    text = """
func.func @main(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<8xf32>, vector<[4]xf32>
  %x = arith.constant 1.0 : f32
  %r = vector.outerproduct %v, %x : vector<[4]xf32>, f32
  vector.store %r, %m[%c0] : memref<8xf32>, vector<[4]xf32>
  return
}
"""
    with pytest.raises(DiagnosticError) as caught:
        asyncir.compile(text)
    assert caught.value.diagnostics[0].code in ("L001", "L002")
