"""`lower-affine`: affine maps become arithmetic, and affine loops those of the scf dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from asyncir.analyses.integers.arithmetic import neutral
from asyncir.analyses.integers.widths import width_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import affine, arith, memref, memref_access, scf, vector_memory
from asyncir.dialects.affine import Bound
from asyncir.dialects.elementwise import is_signless
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineExpr,
    AffineMap,
    AnyFloat,
    Attribute,
    Block,
    Operation,
    Region,
    SSAValue,
)
from asyncir.ir.walk import terminator_of, walk
from asyncir.transforms._affine_code import affine_values
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import INDEX
from asyncir.transforms._folds.constants import make
from asyncir.transforms._folds.floats import NEUTRAL
from asyncir.transforms._parallel_code import ParallelCode
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class LowerAffine(ScopedPass):
    """
    Replace every op of the affine dialect: maps by arithmetic, accesses by those of memref and vector, loops by `scf.for` and
    `scf.parallel`, conditions by `scf.if`.

    A reduction begins with its neutral element.
    """

    def run_on(self, root: Operation) -> None:
        """Lower outer ops before inner ones; each once."""
        for op in [op for op in walk(root) if op.dialect_name() == "affine"]:
            lower = _LOWERINGS.get(type(op))
            if lower is not None:
                lower(op)


def _extreme(
    code: ParallelCode, values: Sequence[SSAValue], of: type[arith.MinSIOp | arith.MaxSIOp]
) -> SSAValue:
    return reduce(lambda first, other: code.value(of(first, other)), values)


def _replace(op: Operation, results: Sequence[SSAValue]) -> None:
    replace_all(op.results, results)
    erase(op)


def _lower_map(op: Operation) -> None:
    assert isinstance(op, affine.ApplyOp | affine.MinOp | affine.MaxOp)
    code, map = ParallelCode(op), op.map.data
    values = affine_values(code, map.results, map, op.operands)
    _replace(op, [_extreme(code, values, arith.MaxSIOp if isinstance(op, affine.MaxOp) else arith.MinSIOp)])


def _subscripts(code: ParallelCode, op: Any) -> list[SSAValue]:
    """Where an access is."""
    map = op.map.data
    return list(affine_values(code, map.results, map, op.indices))


def _lower_load(op: Operation) -> None:
    assert isinstance(op, affine.LoadOp)
    code = ParallelCode(op)
    load = code.add(memref.LoadOp(op.memref, _subscripts(code, op)))
    load.attributes.update(op.attributes)
    _replace(op, load.results)


def _lower_store(op: Operation) -> None:
    assert isinstance(op, affine.StoreOp)
    code = ParallelCode(op)
    indices = _subscripts(code, op)
    code.add(memref.StoreOp(op.value, op.memref, indices)).attributes.update(op.attributes)
    _replace(op, ())


def _lower_vector_load(op: Operation) -> None:
    assert isinstance(op, affine.VectorLoadOp)
    code = ParallelCode(op)
    indices = _subscripts(code, op)
    load = code.add(vector_memory.LoadOp(operands=[op.memref, indices], result_types=[op.result.type]))
    load.attributes.update(op.attributes)
    _replace(op, load.results)


def _lower_vector_store(op: Operation) -> None:
    assert isinstance(op, affine.VectorStoreOp)
    code = ParallelCode(op)
    indices = _subscripts(code, op)
    store = code.add(vector_memory.StoreOp(operands=[op.value, op.memref, indices]))
    store.attributes.update(op.attributes)
    _replace(op, ())


def _lower_prefetch(op: Operation) -> None:
    assert isinstance(op, affine.PrefetchOp)
    code = ParallelCode(op)
    indices = _subscripts(code, op)
    hints = {name: value for name, value in op.properties.items() if name != "map"}
    code.add(
        memref_access.PrefetchOp.create(
            operands=[op.memref, *indices], properties=hints, attributes=dict(op.attributes)
        )
    )
    _replace(op, ())


_REMAINDER = AffineMap(
    2, 0, (AffineBinaryOpExpr(AffineBinaryOpKind.Mod, AffineExpr.dimension(0), AffineExpr.dimension(1)),)
)


def _lower_delinearize(op: Operation) -> None:
    assert isinstance(op, affine.DelinearizeIndexOp)
    code, rest = ParallelCode(op), op.linear_index
    found: list[SSAValue] = []
    for size in reversed(_sizes(code, op.used_basis(len(op.multi_index)))):
        found += affine_values(code, _REMAINDER.results, _REMAINDER, [rest, size])
        rest = code.value(arith.FloorDivSIOp(rest, size))
    _replace(op, [rest, *reversed(found)])


def _lower_linearize(op: Operation) -> None:
    assert isinstance(op, affine.LinearizeIndexOp)
    code = ParallelCode(op)
    total, *others = op.multi_index or (code.index(0),)
    for size, index in zip(_sizes(code, op.used_basis(len(op.multi_index))), others, strict=True):
        total = code.value(arith.AddiOp(code.value(arith.MuliOp(total, size)), index))
    _replace(op, [total])


def _sizes(code: ParallelCode, basis: Sequence[int | SSAValue]) -> list[SSAValue]:
    return [code.index(size) if isinstance(size, int) else size for size in basis]


def _yield(block: Block) -> None:
    """End the block as one of a loop or a condition of scf does."""
    last = terminator_of(block)
    ParallelCode(last).add(scf.YieldOp(*last.operands))
    erase(last)


def _lower_for(op: Operation) -> None:
    assert isinstance(op, affine.ForOp)
    code, low, high = ParallelCode(op), op.lower_bound.data, op.upper_bound.data
    lower = _extreme(code, affine_values(code, low.results, low, op.lower_operands), arith.MaxSIOp)
    upper = _extreme(code, affine_values(code, high.results, high, op.upper_operands), arith.MinSIOp)
    step = _step(code, op.step.value.data, op)
    body = op.detach_region(op.body)
    _yield(body.block)
    loop = code.add(scf.ForOp(lower, upper, step, op.inits, body))
    loop.attributes.update(op.attributes)
    _replace(op, loop.results)


def _step(code: ParallelCode, step: int, op: Operation) -> SSAValue:
    """The step of a loop, which counts on."""
    if step < 1:
        message, help = f"a loop whose step is {step} has no native form", "give a step that is positive"
        raise DiagnosticError(complaint("L001", message, op, help, label=f"`{op.name}`"))
    return code.index(step)


def _lower_if(op: Operation) -> None:
    assert isinstance(op, affine.IfOp)
    code, map = ParallelCode(op), affine.as_map(op.condition.data)
    zero, values = code.index(0), affine_values(code, map.results, map, op.operands)
    tests = [
        code.test(value, "eq" if is_zero else "sge", zero)
        for value, is_zero in zip(values, affine.equalities(op.condition.data), strict=True)
    ]
    holds = reduce(code.both, tests) if tests else code.flag(True)
    first, second = (op.detach_region(region) for region in list(op.regions))
    for region in (first, second):
        if region.blocks:
            _yield(region.block)
    branch = code.add(scf.IfOp(holds, op.result_types, first, second, dict(op.attributes)))
    _replace(op, branch.results)


def _lower_parallel(op: Operation) -> None:
    assert isinstance(op, affine.ParallelOp)
    initial = [_identity(kind, r.type, op) for kind, r in zip(op.kinds, op.results, strict=True)]
    code = ParallelCode(op)
    lower = _bounds(code, op.lower_bounds, op.lowerBoundsMap.data, op.lower_operands, arith.MaxSIOp)
    upper = _bounds(code, op.upper_bounds, op.upperBoundsMap.data, op.upper_operands, arith.MinSIOp)
    steps = [_step(code, step, op) for step in op.step_numbers]
    body = op.detach_region(op.body)
    block = body.block
    if not steps:  # one iteration
        block.insert_arg(INDEX, 0)
        lower, upper, steps = [code.index(0)], [code.index(1)], [code.index(1)]
    last = terminator_of(block)
    regions = [_reduction(kind, r.type, op) for kind, r in zip(op.kinds, op.results, strict=True)]
    ParallelCode(last).add(scf.ReduceOp(last.operands, regions))
    erase(last)
    starts = [code.constant(value) for value in initial]
    loop = code.add(scf.ParallelOp(lower, upper, steps, body, starts))
    loop.attributes.update(op.attributes)
    _replace(op, loop.results)


def _bounds(
    code: ParallelCode,
    bounds: Sequence[Bound],
    map: AffineMap,
    operands: Sequence[SSAValue],
    of: type[arith.MinSIOp | arith.MaxSIOp],
) -> list[SSAValue]:
    return [_extreme(code, affine_values(code, bound, map, operands), of) for bound in bounds]


_OPS: dict[str, Callable[[SSAValue, SSAValue], Operation]] = {
    "addf": arith.AddfOp,
    "mulf": arith.MulfOp,
    "maximumf": arith.MaximumfOp,
    "minimumf": arith.MinimumfOp,
    "addi": arith.AddiOp,
    "muli": arith.MuliOp,
    "ori": arith.OrIOp,
    "andi": arith.AndIOp,
}


def _identity(kind: str, type_: Attribute, op: Operation) -> Attribute:
    """What a reduction begins with; refused where arith has no op for it, as mlir-opt 22 does."""
    of, number = OpKind(f"arith.{kind}") if kind in _OPS else OpKind.OTHER, None
    if isinstance(type_, AnyFloat):
        number = NEUTRAL.get(of)
    elif type_ != INDEX and is_signless(type_) and (width := width_of(type_)) is not None:
        number = neutral(of, width)
    if number is not None:
        return make(type_, [number + 0])  # MLIR begins a sum with 0.0, not with -0.0
    message = f"the reduction `{kind}` of {type_} has no native form"
    help = "arith has no operation for it; use `scf.parallel`, whose reductions are written out"
    raise DiagnosticError(complaint("L001", message, op, help, label="`affine.parallel`"))


def _reduction(kind: str, type_: Attribute, op: Operation) -> Region:
    block = Block(arg_types=[type_, type_])
    code = ParallelCode(block, op.location)
    combined = code.value(_OPS[kind](*block.args))
    code.add(scf.ReduceReturnOp(combined))
    return Region(block)


_LOWERINGS: dict[type[Operation], Callable[[Operation], None]] = {
    affine.ApplyOp: _lower_map,
    affine.MinOp: _lower_map,
    affine.MaxOp: _lower_map,
    affine.LoadOp: _lower_load,
    affine.StoreOp: _lower_store,
    affine.ParallelOp: _lower_parallel,
    affine.ForOp: _lower_for,
    affine.IfOp: _lower_if,
    affine.VectorLoadOp: _lower_vector_load,
    affine.VectorStoreOp: _lower_vector_store,
    affine.PrefetchOp: _lower_prefetch,
    affine.DelinearizeIndexOp: _lower_delinearize,
    affine.LinearizeIndexOp: _lower_linearize,
}
