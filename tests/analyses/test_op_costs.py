"""What ops are expected to cost, beside each other."""

from __future__ import annotations

import pytest

from asyncir.analyses.op_costs import CALL, PLAIN, PRODUCT, costs_of
from asyncir.dialects.functions import FunctionOp
from asyncir.source.text import parse_module

T = "tensor<64x64xf32>"


def costs(body: str, arguments: str = f"%a: {T}, %b: {T}, %n: index") -> list[float]:
    text = f"func.func private @g()\nfunc.func @f({arguments}) {{\n{body}\nreturn\n}}"
    (function,) = (op for op in parse_module(text).ops if isinstance(op, FunctionOp) and op.body.blocks)
    found = costs_of(function)
    return [found[op] for op in function.body.blocks[0].ops][:-1]


def test_a_product_takes_a_time_for_each_point() -> None:
    (cost,) = costs(f"%x = linalg.matmul ins(%a, %b : {T}, {T}) outs(%a : {T}) -> {T}")
    assert cost == pytest.approx(64**3 * PRODUCT)


def test_a_function_costs_more_than_a_sum() -> None:
    add, exp = costs(
        f"%x = linalg.add ins(%a, %b : {T}, {T}) outs(%a : {T}) -> {T}\n%y = linalg.exp ins(%a : {T}) outs(%b : {T}) -> {T}"
    )
    assert 64 * 64 * 0.1 < add < exp / 3


def test_a_loop_costs_what_is_in_it_as_often_as_it_runs() -> None:
    zero, one, ten, known, unknown = costs(
        "%z = arith.constant 0 : index\n%o = arith.constant 1 : index\n%t = arith.constant 10 : index\n"
        "scf.for %i = %z to %t step %o {\n  func.call @g() : () -> ()\n}\n"
        "scf.for %i = %z to %n step %o {\n  func.call @g() : () -> ()\n}"
    )
    assert zero == one == ten == PLAIN
    assert known == pytest.approx(10 * CALL, rel=1e-3)
    assert unknown > known


def test_a_task_and_a_branch_cost_what_is_in_them() -> None:
    task, _, branch = costs(
        "%t = async.execute {\n  func.call @g() : () -> ()\n}\n%c = arith.cmpi eq, %n, %n : index\n"
        "scf.if %c {\n  func.call @g() : () -> ()\n}"
    )
    assert task == branch == pytest.approx(CALL, rel=1e-2)


def test_what_is_copied_in_memory_costs_by_the_element() -> None:
    m = "memref<64x64xf32>"
    (cost,) = costs(f"memref.copy %a, %b : {m} to {m}", f"%a: {m}, %b: {m}")
    assert cost > 64 * 64 * 0.1


def test_what_is_moved_costs_by_the_element_and_nothing_by_itself() -> None:
    empty, inserted = costs(
        f"%e = tensor.empty() : {T}\n%x = tensor.insert_slice %a into %e[0, 0] [64, 64] [1, 1] : {T} into {T}"
    )
    assert empty == PLAIN
    assert inserted > 64 * 64 * 0.1


def test_what_is_in_a_branch_or_a_region_counts_once_and_in_a_loop_as_often_as_it_runs() -> None:
    add = f"%x = linalg.add ins(%a, %b : {T}, {T}) outs(%a : {T}) -> {T}"
    (alone,) = costs(add)
    (region,) = costs(f"%t = async.region {{\n{add}\nasync.yield\n}}")
    assert region == pytest.approx(alone, rel=0.01)

    (branch,) = costs(f"scf.if %c {{\n{add}\nscf.yield\n}}", f"%a: {T}, %b: {T}, %c: i1")
    assert branch == pytest.approx(alone, rel=0.01)
    *_, loop = costs(
        f"%z = arith.constant 0 : index\n%o = arith.constant 1 : index\n%s = arith.constant 7 : index\n"
        f"scf.for %i = %z to %s step %o {{\n{add}\nscf.yield\n}}"
    )
    assert loop == pytest.approx(7 * alone, rel=0.01)
