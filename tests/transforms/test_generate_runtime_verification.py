"""Sizes that do not fit are an error with the sizes, natively; those that fit come to the same as in the interpreter."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.ir.walk import walk
from asyncir.semantics import interpret

PASS = "generate-runtime-verification"


def _signature(count: int, rank: int) -> str:
    of = f"tensor<{'?x' * rank}f32>"
    return ", ".join(f"%{name}: {of}" for name in "abcd"[:count])


def _main(arguments: str, result: str, body: str) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{body}\n  return %r : {result}\n}}\n"


M, V = "tensor<?x?xf32>", "tensor<?xf32>"
IJ = "affine_map<(i, j) -> (i, j)>"

PROGRAMS = {
    "matmul": _main(
        _signature(3, 2), M, f"  %r = linalg.matmul ins(%a, %b : {M}, {M}) outs(%c : {M}) -> {M}"
    ),
    "generic": _main(
        _signature(3, 1),
        V,
        f"""  %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}} ins(%a, %b : {V}, {V}) outs(%c : {V}) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }} -> {V}""",
    ),
    "conv": _main(
        _signature(3, 1),
        V,
        f"""  %r = linalg.generic {{indexing_maps = [affine_map<(i, k) -> (2 * i + 3 * k)>, affine_map<(i, k) -> (k)>,
        affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}} ins(%a, %b : {V}, {V}) outs(%c : {V}) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }} -> {V}""",
    ),
    "reversed": _main(
        _signature(2, 1),
        V,
        f"""  %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}} ins(%a : {V}) outs(%b : {V}) {{
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }} -> {V}""",
    ),
    "softmax": _main(
        _signature(2, 2), M, f"  %r = linalg.softmax dimension(1) ins(%a : {M}) outs(%b : {M}) -> {M}"
    ),
    "transpose": _main(
        _signature(2, 2),
        M,
        f"  %r = linalg.transpose ins(%a : {M}) outs(%b : {M}) permutation = [1, 0]",
    ),
    "pack": _main(
        f"%a: {V}, %d: {M}, %t: index",
        M,
        f"  %r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%t] into %d : {V} -> {M}",
    ),
    "unpack": _main(
        f"%a: {M}, %d: {V}, %t: index",
        V,
        f"  %r = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [%t] into %d : {M} -> {V}",
    ),
    "extract_slice": _main(
        f"%a: {V}, %o: index, %n: index, %s: index",
        V,
        f"  %r = tensor.extract_slice %a[%o] [%n] [%s] : {V} to {V}",
    ),
    "insert_slice": _main(
        f"%a: {V}, %d: {V}, %o: index, %n: index",
        V,
        f"  %r = tensor.insert_slice %a into %d[%o] [%n] [1] : {V} into {V}",
    ),
    "parallel_insert_slice": _main(
        f"%a: {V}, %d: {V}, %n: index",
        V,
        f"""  %r = scf.forall (%i) in (%n) shared_outs(%o = %d) -> ({V}) {{
    %p = tensor.extract_slice %a[%i] [1] [1] : {V} to tensor<1xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xf32> into {V}
    }}
  }}""",
    ),
    "pad": _main(
        f"%a: {V}, %l: index, %h: index",
        V,
        f"""  %z = arith.constant 7.0 : f32
  %r = tensor.pad %a low[%l] high[%h] {{
  ^bb0(%i: index):
    tensor.yield %z : f32
  }} : {V} to {V}""",
    ),
    "expand_shape": _main(
        f"%a: {V}, %n: index, %m: index",
        M,
        f"  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, %m] : {V} into {M}",
    ),
    "reshape": _main(
        f"%a: {V}, %n: index, %m: index",
        M,
        f"""  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %r = tensor.reshape %a(%s) : ({V}, tensor<2xindex>) -> {M}""",
    ),
    "reshape by a tensor": _main(
        f"%a: {V}, %s: tensor<2xi32>",
        M,
        f"  %r = tensor.reshape %a(%s) : ({V}, tensor<2xi32>) -> {M}",
    ),
    "concat": _main(_signature(2, 2), M, f"  %r = tensor.concat dim(1) %a, %b : ({M}, {M}) -> {M}"),
    "cast": _main(_signature(1, 1), "tensor<3xf32>", f"  %r = tensor.cast %a : {V} to tensor<3xf32>"),
    "elementwise": _main(_signature(2, 2), M, f"  %r = arith.addf %a, %b : {M}"),
    "extract": _main(f"%a: {M}, %i: index, %j: index", "f32", f"  %r = tensor.extract %a[%i, %j] : {M}"),
    "insert": _main(f"%x: f32, %a: {V}, %i: index", V, f"  %r = tensor.insert %x into %a[%i] : {V}"),
    "memref": """func.func @main(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) -> index {
  %s = memref.subview %a[2] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
  linalg.copy ins(%s : memref<?xf32, strided<[1], offset: 2>>) outs(%b : memref<?xf32>)
  return %n : index
}
""",
}


def _array(*shape: int) -> Any:
    return (np.arange(int(np.prod(shape)), dtype=np.float32) + 1).reshape(shape)


def _shape(*sizes: int) -> Any:
    return np.array(sizes, np.int32)


RIGHT: list[tuple[str, tuple[Any, ...]]] = [
    *(
        ("matmul", (_array(n, k), _array(k, m), _array(n, m)))
        for n, k, m in [(2, 3, 4), (0, 3, 1), (1, 0, 2), (1, 1, 1)]
    ),
    *(("generic", (_array(n), _array(n)[::-1].copy(), _array(n))) for n in (0, 1, 5)),
    *(
        ("conv", (_array(a), _array(k), _array(n)))
        for a, k, n in [(10, 2, 4), (12, 2, 4), (0, 2, 0), (0, 0, 4), (1, 1, 1)]
    ),
    *(("reversed", (_array(4), _array(n))) for n in (0, 1, 4)),
    *(("softmax", (_array(n, m), _array(n, m))) for n, m in [(2, 3), (0, 3), (1, 1)]),
    *(("transpose", (_array(n, m), _array(m, n))) for n, m in [(2, 3), (0, 3), (1, 1)]),
    *(("pack", (_array(a), _array(n, t), t)) for a, n, t in [(6, 3, 2), (0, 0, 3), (1, 1, 1)]),
    *(("unpack", (_array(n, t), _array(a), t)) for a, n, t in [(5, 3, 2), (0, 0, 3), (1, 1, 1)]),
    *(
        ("extract_slice", (_array(8), *rest))
        for rest in [(0, 8, 1), (2, 3, 2), (8, 0, 1), (9, 0, 5), (7, 1, 100)]
    ),
    *(("insert_slice", (_array(n), _array(8), o, n)) for o, n in [(0, 8), (3, 2), (8, 0), (7, 1)]),
    *(("parallel_insert_slice", (_array(5) + 9, _array(6), n)) for n in (0, 1, 5)),
    *(("pad", (_array(n), low, high)) for n, low, high in [(3, 1, 2), (0, 0, 0), (0, 1, 0), (1, 0, 3)]),
    *(("expand_shape", (_array(n * m), n, m)) for n, m in [(2, 3), (0, 3), (1, 1)]),
    *(("reshape", (_array(n * m), n, m)) for n, m in [(2, 3), (0, 3), (1, 1)]),
    ("reshape by a tensor", (_array(6), _shape(3, 2))),
    *(("concat", (_array(2, n), _array(2, m))) for n, m in [(2, 3), (0, 3), (1, 1)]),
    ("cast", (_array(3),)),
    *(("elementwise", (_array(n, m), _array(n, m))) for n, m in [(2, 3), (0, 3), (1, 1)]),
    ("extract", (_array(2, 3), 1, 2)),
    ("insert", (5.0, _array(3), 2)),
    ("memref", (_array(6), _array(3), 3)),
    ("memref", (_array(2), _array(0), 0)),
]

WRONG: list[tuple[str, tuple[Any, ...], str]] = [
    (
        "matmul",
        (_array(2, 3), _array(4, 2), _array(2, 2)),
        "`linalg.matmul`: dimension 1 of operand 0 has size 3, but dimension 0 of operand 1 has size 4",
    ),
    (
        "matmul",
        (_array(100, 100), _array(100, 100), _array(50, 100)),
        "dimension 0 of operand 0 has size 100, but dimension 0 of operand 2 has size 50",
    ),
    (
        "matmul",
        (_array(2, 3), _array(3, 1), _array(2, 0)),
        "has size 1, but dimension 1 of operand 2 has size 0",
    ),
    ("generic", (_array(3), _array(1), _array(3)), "has size 3, but dimension 0 of operand 1 has size 1"),
    (
        "conv",
        (_array(9), _array(2), _array(4)),
        "10 elements of dimension 0 of operand 0 are used, but it has size 9",
    ),
    (
        "reversed",
        (_array(3), _array(1)),
        "4 elements of dimension 0 of operand 0 are used, but it has size 3",
    ),
    (
        "reversed",
        (_array(4), _array(5)),
        "element -1 of dimension 0 of operand 0 is used, but the first one is 0",
    ),
    (
        "softmax",
        (_array(2, 3), _array(2, 4)),
        "dimension 1 of operand 0 has size 3, but that of operand 1 has 4",
    ),
    (
        "transpose",
        (_array(2, 3), _array(2, 3)),
        "dimension 1 of operand 0 has size 3, but dimension 0 of operand 1 has size 2",
    ),
    ("pack", (_array(6), _array(3, 2), 0), "a tile of dimension 0 has 0 elements"),
    ("pack", (_array(5), _array(3, 2), 2), "dimension 0 has size 5, but its full tiles have 6"),
    ("pack", (_array(6), _array(2, 2), 2), "the tiles need size 3 of dimension 0, but it has 2"),
    ("unpack", (_array(3, 3), _array(6), 2), "the tiles need size 2 of dimension 1, but it has 3"),
    ("extract_slice", (_array(8), 6, 3, 1), "9 elements of dimension 0 are needed, but it has 8"),
    ("extract_slice", (_array(8), -1, 3, 1), "the first element that is wanted of dimension 0 is -1"),
    ("extract_slice", (_array(8), 0, -1, 1), "-1 elements of dimension 0 are wanted"),
    ("extract_slice", (_array(8), 3, 3, -2), "the last element that is wanted of dimension 0 is -1"),
    ("extract_slice", (_array(8), 8, 2, -1), "9 elements of dimension 0 are needed, but it has 8"),
    ("insert_slice", (_array(3), _array(8), 6, 3), "9 elements of dimension 0 are needed, but it has 8"),
    (
        "insert_slice",
        (_array(2), _array(8), 0, 3),
        "dimension 0 of what is put has size 2, but that of the slice has 3",
    ),
    (
        "parallel_insert_slice",
        (_array(5), _array(6), 6),
        "`tensor.extract_slice`: 6 elements of dimension 0 are needed, but it has 5",
    ),
    (
        "parallel_insert_slice",
        (_array(5), _array(4), 5),
        "`tensor.parallel_insert_slice`: 5 elements of dimension 0 are needed, but it has 4",
    ),
    ("pad", (_array(3), -2, 1), "-2 elements are added to dimension 0"),
    ("pad", (_array(3), 0, -4), "-4 elements are added to dimension 0"),
    ("expand_shape", (_array(6), 2, 4), "dimension 0 has 6 elements, but is expanded to 8"),
    ("expand_shape", (_array(6), -2, -3), "dimension 0 of the result has size -2"),
    ("reshape", (_array(6), 2, 4), "8 elements are wanted, but there are 6"),
    ("reshape", (_array(6), -2, -3), "dimension 0 of the result has size -2"),
    ("reshape by a tensor", (_array(6), _shape(3, 3)), "9 elements are wanted, but there are 6"),
    (
        "concat",
        (_array(2, 3), _array(3, 3)),
        "dimension 0 of operand 0 has size 2, but that of operand 1 has 3",
    ),
    ("cast", (_array(4),), "dimension 0 has size 4, but the type says 3"),
    (
        "elementwise",
        (_array(2, 3), _array(2, 1)),
        "dimension 1 of operand 0 has size 3, but that of operand 1 has 1",
    ),
    ("extract", (_array(2, 3), 2, 0), "index 2 is outside of dimension 0, which has size 2"),
    ("extract", (_array(2, 3), 0, -1), "index -1 of dimension 1 is negative"),
    ("insert", (5.0, _array(3), 3), "index 3 is outside of dimension 0, which has size 3"),
    (
        "memref",
        (_array(6), _array(5), 5),
        "`memref.subview`: 7 elements of dimension 0 are needed, but it has 6",
    ),
    (
        "memref",
        (_array(6), _array(2), 3),
        "`linalg.copy`: dimension 0 of operand 0 has size 3, but dimension 0 of operand 1 has size 2",
    ),
]


@cache
def _compiled(name: str, opt_level: int) -> Any:
    return asyncir.compile(PROGRAMS[name], opt_level=opt_level)


def _given(arguments: tuple[Any, ...]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def _numbered(cases: list[Any]) -> list[str]:
    return [f"{case[0]} {number}" for number, case in enumerate(cases)]


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(("name", "arguments", "message"), WRONG, ids=_numbered(WRONG))
def test_wrong_sizes_are_an_error_with_the_sizes(
    name: str, arguments: tuple[Any, ...], message: str, opt_level: int
) -> None:
    with pytest.raises(asyncir.ProgramError) as caught:
        _compiled(name, opt_level)["main"](*_given(arguments))
    links = str(caught.value) + "".join(
        note.message for each in caught.value.diagnostics for note in each.notes
    )
    assert "R010" in links
    assert message in links


def _interpreted(name: str, pipeline: str, arguments: tuple[Any, ...]) -> tuple[Any, list[Any]]:
    """What the interpreter makes of a program behind the passes, and what it leaves in the arrays."""
    module, given = asyncir.parse(PROGRAMS[name]), _given(arguments)
    asyncir.run_pipeline(module, pipeline)
    return interpret(module, "main", given), [a for a in given if isinstance(a, np.ndarray)]


@pytest.mark.parametrize(("name", "arguments", "message"), WRONG, ids=_numbered(WRONG))
def test_the_interpreter_finds_the_same_ones_wrong(
    name: str, arguments: tuple[Any, ...], message: str
) -> None:
    (plain,), (checked,) = (_interpreted(name, pipeline, arguments)[0].diagnostics for pipeline in ("", PASS))
    assert plain.code in ("S004", "S016", "S012", "S022")
    assert (checked.code, message in checked.message) == ("R010", True)


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(("name", "arguments"), RIGHT, ids=_numbered(RIGHT))
def test_right_sizes_give_the_same_results(name: str, arguments: tuple[Any, ...], opt_level: int) -> None:
    native = _given(arguments)
    found = _compiled(name, opt_level)["main"](*native)
    left = [a for a in native if isinstance(a, np.ndarray)]
    for pipeline in ("", PASS):
        outcome, arrays = _interpreted(name, pipeline, arguments)
        assert outcome.diagnostics == ()
        for one, other in zip((*outcome.results, *arrays), (found, *left), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6 if name == "softmax" else 0)


LAYER = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %cols = tensor.dim %w, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %cols) : tensor<?x?xf32>
  %start = linalg.broadcast ins(%bias : tensor<?xf32>) outs(%empty : tensor<?x?xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %relu = arith.maximumf %sum, %none : tensor<?x?xf32>
  %twice = arith.addf %relu, %relu : tensor<?x?xf32>
  return %twice : tensor<?x?xf32>
}
"""

STATIC = LAYER.replace("?", "8").replace("(%rows, %cols)", "()")

FUSED = "convert-elementwise-to-linalg,linalg-fuse-elementwise-ops"


def _counts(text: str, pipeline: str) -> dict[str, int]:
    module = asyncir.parse(text)
    asyncir.run_pipeline(module, pipeline)
    names = (
        "memref.alloc",
        "memref.copy",
        "memref.dealloc",
        "linalg.generic",
        "linalg.matmul",
        "rt.check_sizes",
    )
    return {name: sum(op.name == name for op in walk(module)) for name in names}


def test_checks_cost_no_memory_and_no_fusion() -> None:
    stages = f"{FUSED},one-shot-bufferize"
    plain, checked = _counts(LAYER, stages), _counts(LAYER, f"{PASS},{stages}")
    assert checked.pop("rt.check_sizes") == 2
    assert plain.pop("rt.check_sizes") == 0
    assert checked == plain


def test_a_static_program_stays_as_it_is() -> None:
    module = asyncir.parse(STATIC)
    before = str(module)
    asyncir.run_pipeline(module, PASS)
    assert str(module) == before


TILED = """
func.func @main(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %r = scf.forall (%i) = (0) to (64) step (16) shared_outs(%o = %b) -> (tensor<64xf32>) {
    %p = tensor.extract_slice %a[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}
"""


def test_slices_of_counted_loops_are_known_to_fit() -> None:
    assert _counts(TILED, PASS)["rt.check_sizes"] == 0
    assert _counts(TILED.replace("to (64)", "to (65)"), PASS)["rt.check_sizes"] == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_task_fails_where_its_part_does_not_fit(threads: int) -> None:
    with asyncir.Runtime(threads=threads) as runtime:
        program = _compiled("parallel_insert_slice", 2).on(runtime)
        count = 300_000
        found = program["main"](_array(count), np.zeros(count, np.float32), count)
        assert np.array_equal(found, _array(count))
        with pytest.raises(asyncir.ProgramError) as caught:
            program["main"](_array(count), np.zeros(count - 1, np.float32), count)
        shown = "".join(
            each.render() if hasattr(each, "render") else repr(each) for each in caught.value.diagnostics
        )
        assert "300000 elements of dimension 0 are needed, but it has 299999" in shown


IN_A_TASK = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<f32> {
    %s = arith.addf %a, %b : tensor<?xf32>
    %x = tensor.extract %s[%c0] : tensor<?xf32>
    async.yield %x : f32
  }
  %r = async.await %v : !async.value<f32>
  return %r : f32
}
"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_what_waits_for_a_task_fails_with_it(opt_level: int) -> None:
    program = asyncir.compile(IN_A_TASK, opt_level=opt_level)
    assert program["main"](_array(2), _array(2)) == 2.0
    for arguments, message in (
        ((_array(2), _array(3)), "dimension 0 of operand 0 has size 2, but that of operand 1 has 3"),
        ((_array(0), _array(0)), "index 0 is outside of dimension 0, which has size 0"),
    ):
        with pytest.raises(asyncir.ProgramError) as caught:
            program["main"](*arguments)
        assert caught.value.diagnostics[0].code == "R102"
        assert message in caught.value.diagnostics[0].notes[-1].message


def test_the_op_is_read_as_it_is_written() -> None:
    text = """
func.func @main(%a: index, %b: index) {
  rt.check_sizes %a "<=" %b, "sizes {0} and {1}"
  return
}
"""
    module = asyncir.parse(text)
    assert str(asyncir.parse(str(module))) == str(module)
    with pytest.raises(asyncir.DiagnosticError, match="compares by"):
        asyncir.parse(text.replace("<=", ">="))


BY_HAND = """
func.func private @helper(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.addf %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main() -> !async.coro.handle {
  %id = async.coro.id
  %handle = async.coro.begin %id
  %saved = async.coro.save %handle
  async.coro.suspend %saved, ^suspend, ^resume, ^cleanup
^resume:
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return %handle : !async.coro.handle
}
"""


def test_functions_that_cannot_fail_get_no_checks() -> None:
    assert _counts(BY_HAND, PASS)["rt.check_sizes"] == 0


SUMS = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<?xf32> {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %y = tensor.extract %t[%i] : tensor<?xf32>
    %z = arith.addf %x, %y : f32
    %u = tensor.insert %z into %t[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_indices_that_a_loop_counts_are_checked_in_front_of_it(opt_level: int) -> None:
    program = asyncir.compile(SUMS, opt_level=opt_level)
    for count in (-1, 0, 1, 3):
        expected = _array(4)
        expected[: max(count, 0)] *= 2
        assert np.array_equal(program["main"](_array(3), _array(4), count), expected)
    for first, second in ((3, 4), (4, 3)):
        with pytest.raises(asyncir.ProgramError, match="indices up to 4, without it, are used"):
            program["main"](_array(first), _array(second), 4)
    assert _counts(SUMS, PASS)["rt.check_sizes"] == 2


GUARD = '    %ok = arith.cmpi ne, %i, %c1 : index\n    cf.assert %ok, "one"\n'
FAILING = SUMS.replace("    %x = tensor.extract", f"{GUARD}    %x = tensor.extract")


def test_a_loop_that_may_fail_before_checks_each_index_where_it_is_used() -> None:
    program = asyncir.compile(FAILING)
    with pytest.raises(asyncir.ProgramError, match="R101"):
        program["main"](_array(3), _array(4), 9)
    with pytest.raises(asyncir.ProgramError, match="index 0 is outside of dimension 0, which has size 0"):
        program["main"](_array(0), _array(4), 9)


@pytest.mark.parametrize("opt_level", [0, 2])
def test_a_loop_may_carry_what_was_cast_from_a_static_size(opt_level: int) -> None:
    text = """func.func @main(%a: tensor<?xi32>, %b: tensor<3xi32>, %n: index) -> tensor<?xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (tensor<?xi32>) {
    %e = tensor.empty() : tensor<3xi32>
    %s = linalg.add ins(%b, %b : tensor<3xi32>, tensor<3xi32>) outs(%e : tensor<3xi32>) -> tensor<3xi32>
    %c = tensor.cast %s : tensor<3xi32> to tensor<?xi32>
    scf.yield %c : tensor<?xi32>
  }
  %t = linalg.add ins(%r, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  return %t : tensor<?xi32>
}"""
    main = asyncir.compile(text, opt_level=opt_level)["main"]
    three, five = np.arange(3, dtype=np.int32), np.arange(5, dtype=np.int32)
    assert main(three, three, 2).tolist() == [0, 3, 6]
    assert main(five, three, 0).tolist() == [0, 2, 4, 6, 8]
    with pytest.raises(asyncir.ProgramError, match=r"3.*5|5.*3"):
        main(five, three, 1)
