"""`asyncir.Schedule`: structured ops are found, tiled, fused, packed and vectorised from Python, and run natively."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret

MAP, SCALAR = "affine_map<(d0, d1) -> (d0, d1)>", "affine_map<(d0, d1) -> ()>"
LAYER = """
func.func @main(%a: tensor<40x32xf32>, %b: tensor<32x48xf32>) -> tensor<40x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<40x48xf32>) -> tensor<40x48xf32>
  %m = linalg.matmul ins(%a, %b : tensor<40x32xf32>, tensor<32x48xf32>) outs(%f : tensor<40x48xf32>) -> tensor<40x48xf32>
  %g = linalg.exp ins(%m : tensor<40x48xf32>) outs(%e : tensor<40x48xf32>) -> tensor<40x48xf32>
  %r = linalg.add ins(%m, %g : tensor<40x48xf32>, tensor<40x48xf32>) outs(%e : tensor<40x48xf32>) -> tensor<40x48xf32>
  return %r : tensor<40x48xf32>
}
func.func @other(%a: memref<8x8xf32>, %o: memref<8xf32>, %s: memref<f32>) {
  linalg.add ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  linalg.add ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  linalg.reduce { arith.maximumf } ins(%a : memref<8x8xf32>) outs(%o : memref<8xf32>) dimensions = [0]
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%a : memref<8x8xf32>) permutation = [1, 0]
  linalg.dot ins(%o, %o : memref<8xf32>, memref<8xf32>) outs(%s : memref<f32>)
  return
}
"""


def schedule() -> asyncir.Schedule:
    return asyncir.Schedule(LAYER, filename="layer.mlir")


def _given() -> tuple[Any, Any]:
    """Small whole numbers, the sums of which are exact in any order."""
    random = np.random.default_rng(1)
    return random.integers(-1, 2, (40, 32)).astype(np.float32) / 8, random.integers(-1, 2, (32, 48)).astype(
        np.float32
    )


def _checks(sch: asyncir.Schedule) -> None:
    """Interpreted, the program gives the same bits as before, and natively nearly so."""
    sch.module.verify()
    given = _given()
    (expected,) = interpret(asyncir.parse(LAYER), "main", given).results
    outcome = interpret(sch.module, "main", given)
    assert (outcome.diagnostics, outcome.races) == ((), ())
    assert np.asarray(outcome.results[0]).tobytes() == np.asarray(expected).tobytes()
    assert np.allclose(asyncir.compile(sch.module)["main"](*given), np.asarray(expected), rtol=1e-5)


def test_ops_are_found_by_name_and_by_position() -> None:
    sch = schedule()
    assert [(op.function, op.name, op.number, op.line) for op in sch.get_ops()] == [
        ("main", "linalg.fill", 0, 5),
        ("main", "linalg.matmul", 0, 6),
        ("main", "linalg.exp", 0, 7),
        ("main", "linalg.add", 0, 8),
        ("other", "linalg.add", 0, 12),
        ("other", "linalg.add", 1, 13),
        ("other", "linalg.reduce", 0, 14),
        ("other", "linalg.transpose", 0, 15),
        ("other", "linalg.dot", 0, 16),
    ]
    product = sch.get_op("@main", "matmul")
    assert product == sch.get_op("main", "linalg.matmul", 0)
    assert (product.sizes, product.kinds) == ((40, 48, 32), ("parallel", "parallel", "reduction"))
    assert [op.line for op in sch.get_ops("other", "add")] == [12, 13]
    assert [op.line for op in sch.get_ops(name="add")] == [8, 12, 13]
    assert sch.get_op("other", "add", 1).line == 13


@pytest.mark.parametrize(
    ("path", "code", "said", "listed"),
    [
        (("other", "add"), "C114", "@other has 2 ops linalg.add", 2),
        (("other", "add", 2), "C114", "@other has no linalg.add with number 2, but 2 ops of that name", 2),
        (("main", "mul"), "C114", "@main has no linalg.mul", 4),
        (("mian", "add"), "C111", "there is no function @mian", 0),
        (("main", 3), "C017", "the op is 3 (int), where a name is needed", 0),
    ],
)
def test_what_is_no_one_op_is_refused(path: tuple[Any, ...], code: str, said: str, listed: int) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        schedule().get_op(*path)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message, len(diagnostic.notes)) == (code, said, listed)
    assert diagnostic.help


def test_an_op_is_tiled_and_its_producers_follow() -> None:
    sch = schedule()
    tiles = sch.tile(sch.get_op("main", "add"), [16, 20])
    assert (tiles.op.name, tiles.op.sizes, [loop.path for loop in tiles.loops]) == (
        "linalg.add",
        (None, None),
        [(0,), (0, 0)],
    )
    assert tiles.loops == sch.get_loops("main")
    outer, inner = tiles.loops
    assert [op.name for op in sch.fuse(sch.get_op("main", "exp"), inner)] == ["linalg.exp"]
    products = sch.fuse(sch.get_op("main", "matmul"), outer)
    assert [op.number for op in products] == [0, 1]
    assert len(sch.fuse(sch.get_op("main", "fill"), inner)) == 2
    text = sch.text[: sch.text.index("@other")]
    assert all("linalg" not in line for line in text[: text.index("scf.for")].splitlines())
    _checks(sch)


def test_what_a_product_begins_with_goes_into_its_tiles() -> None:
    for method in ("tile", "parallelize"):
        sch = schedule()
        tiles = getattr(sch, method)(sch.get_op("main", "matmul"), [16, 20])
        (fill,) = sch.fuse(sch.get_op("main", "fill"), tiles.loops[0])
        assert fill.sizes == (None, None)
        assert sch.text.index("linalg.fill") > sch.text.index("scf.for")
        sums = sch.tile(tiles.op, [0, 0, 8])
        assert sums.op.sizes == (None, None, 8)
        sch.pack(sums.op, rows=4, columns=8)
        _checks(sch)
        asyncir.run_pipeline(sch.module, "one-shot-bufferize")
        # One for the product, one for the sum, in which exp is computed.
        assert sch.text[: sch.text.index("@other")].count("memref.alloc(") == 3
        assert "memref.copy" not in sch.text


def test_what_goes_through_its_tiles_again_and_again_does_not_begin_there() -> None:
    sch = schedule()
    tiles = sch.tile(sch.get_op("main", "matmul"), [16, 0, 8])
    assert _refusal(sch, lambda: sch.fuse(sch.get_op("main", "fill"), tiles.loops[0])) == "P192"


def test_elementwise_ops_are_fused_without_a_loop() -> None:
    sch = schedule()
    product, *rest = sch.fuse("main")[-2:]
    assert (product.name, [op.name for op in rest]) == ("linalg.matmul", ["linalg.generic"])
    assert len(sch.get_ops("other")) == 5
    _checks(sch)
    assert len(sch.fuse()) == len(sch.get_ops())


def test_a_packed_kernel_has_the_sizes_that_were_asked_for() -> None:
    sch = schedule()
    sch.pack(sch.get_op("main", "matmul"), rows=4, columns=8, depth=16)
    assert "pack_sizes = array<i64: 4, 8, 16>" in sch.text
    _checks(sch)
    sch.apply("one-shot-bufferize,convert-linalg-to-kernels")
    assert sch.text.count("vector.fma") == 4
    assert "vector<8xf32>" in sch.text


def test_a_small_product_is_packed_if_that_is_asked_for() -> None:
    text = """func.func @main(%a: memref<2x4xf32>, %b: memref<4x3xf32>, %c: memref<2x3xf32>) {
  linalg.matmul ins(%a, %b : memref<2x4xf32>, memref<4x3xf32>) outs(%c : memref<2x3xf32>)
  return
}"""
    sch = asyncir.Schedule(text)
    sch.pack(sch.get_op("main", "matmul"))
    a, b, c = np.ones((2, 4), np.float32), np.ones((4, 3), np.float32), np.ones((2, 3), np.float32)
    asyncir.compile(sch.module)["main"](a, b, c)
    assert (c == 5).all()
    sch.apply("convert-linalg-to-kernels")
    assert "@contraction_0" in sch.text


def test_an_op_on_memory_becomes_vector_loops_at_once() -> None:
    sch = schedule()
    for number in (1, 0):
        sch.vectorize(sch.get_op("other", "add", number))
    sch.vectorize(sch.get_op("other", "reduce"))
    assert [op.name for op in sch.get_ops("other")] == ["linalg.transpose", "linalg.dot"]
    assert sch.text.count("vector.store") == 3
    given = np.arange(64, dtype=np.float32).reshape(8, 8), np.zeros(8, np.float32), np.zeros((), np.float32)
    end = interpret(sch.module, "other", given)
    assert (end.diagnostics, given[1].tolist()) == ((), [4 * (56 + i) for i in range(8)])


def test_an_op_on_tensors_becomes_vector_loops_in_the_lowering() -> None:
    sch = schedule()
    product, added = sch.get_op("main", "matmul"), sch.get_op("main", "add")
    sch.pack(product)
    for op in (product, added):
        sch.vectorize(op)
    assert (sch.text.count("vectorize}"), sch.text.count("pack_sizes")) == (2, 0)
    _checks(sch)
    sch.apply("one-shot-bufferize,convert-linalg-to-kernels,convert-linalg-to-vector-loops")
    assert [op.name for op in sch.get_ops("main")] == ["linalg.fill", "linalg.exp"]
    assert "@contraction" not in sch.text


def test_tiles_are_vectorised_and_packed() -> None:
    sch = schedule()
    tiles = sch.parallelize(sch.get_op("main", "matmul"), [8, 16])
    inner = sch.tile(tiles.op, [0, 0, 8]).op
    sch.pack(inner, rows=4, columns=16)
    added = sch.tile(sch.get_op("main", "add"), [10, 0]).op
    sch.vectorize(added)
    _checks(sch)


def _refusal(sch: asyncir.Schedule, method: Callable[[], Any]) -> str:
    """The code with which a method refuses; the schedule's module is afterwards as it was."""
    before = sch.text
    with pytest.raises(asyncir.DiagnosticError) as caught:
        method()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.help
    assert sch.text == before
    return diagnostic.code


def _fuse(
    name: str, function: str, number: int | None = None
) -> Callable[[asyncir.Schedule], Callable[[], Any]]:
    """Fusing an op into a loop over the tiles of another one."""

    def prepared(sch: asyncir.Schedule) -> Callable[[], Any]:
        loop = sch.tile(sch.get_op("main", "exp"), [8, 8]).loops[0]
        return lambda: sch.fuse(sch.get_op(function, name, number) if name else function, loop)

    return prepared


def _twice(sch: asyncir.Schedule) -> Callable[[], Any]:
    op = sch.get_op("main", "add")
    sch.tile(op, [2])
    return lambda: sch.tile(op, [2])


def _pipelined(sch: asyncir.Schedule) -> Callable[[], Any]:
    (loop,) = sch.parallelize(sch.get_op("main", "add"), [2]).loops
    return lambda: sch.annotate(loop, "software_pipeline_stage", [0])


def _method(
    name: str, op: str | None, *arguments: Any, **named: Any
) -> Callable[[asyncir.Schedule], Callable[[], Any]]:
    """A method of the schedule, on an op of @main."""

    def prepared(sch: asyncir.Schedule) -> Callable[[], Any]:
        ops = [] if op is None else [sch.get_op("main", op)]
        return lambda: getattr(sch, name)(*ops, *arguments, **named)

    return prepared


REFUSED: dict[str, tuple[str, Callable[[asyncir.Schedule], Callable[[], Any]]]] = {
    "too many sizes": ("P191", _method("tile", "add", [1, 2, 3])),
    "a parallel sum": ("P191", _method("parallelize", "matmul", [0, 0, 2])),
    "no list": ("C017", _method("tile", "add", 3)),
    "a text": ("C017", _method("tile", "add", "12")),
    "floats": ("C017", _method("tile", "add", [1.5])),
    "no tiles": ("C017", _method("tile", "add", [0, 0])),
    "no op": ("C017", _method("tile", None, "add", [1])),
    "an op that is used later": ("P192", _fuse("add", "main")),
    "an op on memrefs": ("P192", _fuse("add", "other", 0)),
    "no loop": ("C017", _method("fuse", "exp")),
    "no producer": ("C017", _fuse("", "main")),
    "nothing to pack": ("P193", _method("pack", "add")),
    "too large a tile": ("P193", _method("pack", "matmul", rows=64, columns=64)),
    "a negative tile": ("P193", _method("pack", "matmul", rows=-1)),
    "no number": ("C017", _method("pack", "matmul", rows=1.5)),
    "no vectors": ("P193", lambda sch: lambda: sch.vectorize(sch.get_op("other", "dot"))),
    "an unknown function": ("C111", _method("fuse", None, "mian")),
    "an op of another schedule": ("C114", _method("tile", None, schedule().get_op("main", "add"), [1])),
    "an op that was tiled": ("C114", _twice),
    "a loop of parallel tiles": ("C111", _pipelined),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_refused_changes_nothing(why: str) -> None:
    code, prepare = REFUSED[why]
    sch = schedule()
    assert _refusal(sch, prepare(sch)) == code


def test_handles_of_other_ops_and_loops_stay() -> None:
    sch = schedule()
    added, product = sch.get_op("main", "add"), sch.get_op("main", "matmul")
    first = sch.tile(added, [8])
    second = sch.tile(product, [8])
    assert [loop.path for loop in sch.get_loops("main")] == [(0,), (1,)]
    assert sch.tile(second.op, [0, 8]).loops[0].path == (0, 0)
    assert [op.name for op in sch.fuse(sch.get_op("main", "exp"), first.loops[0])] == ["linalg.exp"]
    _checks(sch)


DOT = """func.func @main(%a: memref<4xf32>, %o: memref<f32>) {
  linalg.dot {WISH} ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%o : memref<f32>)
  return
}"""


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("pack_sizes = array<i64: 1, 1, 1>", "there is nothing to pack"),
        ("pack_sizes = 3", "`pack_sizes` of `linalg.dot` is 3"),
        ("vectorize", "has no vectors along its output"),
    ],
)
def test_an_annotation_that_cannot_be_followed_is_refused(wish: str, said: str) -> None:
    sch = asyncir.Schedule(DOT.replace("WISH", wish))
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.compile(sch.module)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, said in diagnostic.message) == ("P193", True)
