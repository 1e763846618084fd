"""`lower-affine`: affine maps become arithmetic, and affine loops those of the scf dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from asyncir.analyses.integers.arithmetic import neutral
from asyncir.analyses.integers.widths import width_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import affine, arith, memref, scf
from asyncir.dialects.affine import Bound
from asyncir.dialects.elementwise import is_signless
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import (
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
    Replace every op of the affine dialect: maps by arithmetic, accesses by those of memref, loops by `scf.parallel`.

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


def _lower_load(op: Operation) -> None:
    assert isinstance(op, affine.LoadOp)
    code, map = ParallelCode(op), op.map.data
    load = code.add(memref.LoadOp(op.memref, affine_values(code, map.results, map, op.indices)))
    load.attributes.update(op.attributes)
    _replace(op, load.results)


def _lower_store(op: Operation) -> None:
    assert isinstance(op, affine.StoreOp)
    code, map = ParallelCode(op), op.map.data
    indices = affine_values(code, map.results, map, op.indices)
    code.add(memref.StoreOp(op.value, op.memref, indices)).attributes.update(op.attributes)
    _replace(op, ())


def _lower_parallel(op: Operation) -> None:
    assert isinstance(op, affine.ParallelOp)
    initial = [_identity(kind, r.type, op) for kind, r in zip(op.kinds, op.results, strict=True)]
    code = ParallelCode(op)
    lower = _bounds(code, op.lower_bounds, op.lowerBoundsMap.data, op.lower_operands, arith.MaxSIOp)
    upper = _bounds(code, op.upper_bounds, op.upperBoundsMap.data, op.upper_operands, arith.MinSIOp)
    steps = [code.index(step) for step in op.step_numbers]
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
}
