"""How long one iteration of a parallel loop is expected to take: a static estimate, in nanoseconds.

The figures are those of a machine of today at 3 GHz with its data in cache. They need to be right to a factor of a few only,
since they decide between running a loop in place and giving it to several threads, which costs some microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import func, scf
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import is_defined_below
from asyncir.transforms._parallel_code import ParallelCode, bits_of, lanes_of

UNKNOWN_TRIPS = 16.0
"""How often a loop is taken to run whose bounds are not known where the parallel loop is reached."""

UNKNOWN_CALL = 50.0
"""A call of a function that is not in the module, or that calls itself."""

_DEEPEST_CALL = 8

_BY_NAME = {
    **dict.fromkeys(("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"), 3.0),
    **dict.fromkeys(("divf", "sqrt", "rsqrt"), 2.0),
    "remf": 10.0,
    **dict.fromkeys(("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "sincos"), 8.0),
    **dict.fromkeys(("tan", "tanh", "sinh", "cosh", "asin", "acos", "atan", "atan2", "erf", "erfc"), 12.0),
    **dict.fromkeys(("powf", "fpowi", "cbrt", "asinh", "acosh", "atanh"), 15.0),
}
"""Ops of arith and math that take longer than the others."""

_FREE = frozenset({OpKind.CONSTANT, OpKind.FUNCTION_VALUE, OpKind.YIELD, OpKind.REDUCE, OpKind.REDUCE_RETURN})
_BY_DIALECT = {
    "arith": 0.25,
    "math": 0.5,
    "vector": 0.5,
    "complex": 1.0,
    "async": 30.0,
    "scf": 0.25,
    "cf": 0.5,
}
_MEMORY = frozenset({OpKind.LOAD, OpKind.STORE, OpKind.LOAD_OF_VECTOR, OpKind.STORE_OF_VECTOR})
_TRANSFERS = frozenset({OpKind.TRANSFER_READ, OpKind.TRANSFER_WRITE})
_SLOW_MEMORY = {OpKind.ALLOCATE: 40.0, OpKind.FREE: 20.0, OpKind.COPY: 100.0, OpKind.ATOMIC: 6.0}
_ACCESS = 0.2
_PER_BYTE = 0.02


class Costs:
    """Estimates for the loops of one module."""

    def __init__(self, module: ModuleOp):
        self._functions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp) and op.body.blocks
        }
        self._calls: dict[str, float] = {}

    def of_iteration(self, loop: scf.ParallelOp) -> float:
        """One iteration of `loop`, with every bound that is not a constant taken for unknown."""
        return self._region(loop.body, None, loop, 0)[0]

    def emit(self, loop: scf.ParallelOp, code: ParallelCode) -> SSAValue:
        """One iteration of `loop`, as a number that the program computes: inner loops count as often as bounds from outside
        `loop` say.
        """
        known, computed = self._region(loop.body, code, loop, 0)
        total = code.real(max(0.25, round(known, 2)))
        return total if computed is None else code.plus(total, computed)

    def _region(
        self, region: Region, code: ParallelCode | None, outside: Operation, depth: int
    ) -> tuple[float, SSAValue | None]:
        """A number, and what is only known when the program runs, to be added."""
        ops = (op for block in region.blocks for op in block.ops)
        return _total((self._op(op, code, outside, depth) for op in ops), code)

    def _op(
        self, op: Operation, code: ParallelCode | None, outside: Operation, depth: int
    ) -> tuple[float, SSAValue | None]:
        if not op.regions:
            return self._plain(op, depth), None
        known, computed = _total((self._region(r, code, outside, depth) for r in op.regions), code)
        factors = [_trips(*bounds, code, outside) for bounds in _bounds(op)]
        if isinstance(op, scf.WhileOp):
            factors.append(UNKNOWN_TRIPS)
        elif len(op.regions) > 1 and not factors and not isinstance(op, scf.ReduceOp):
            factors.append(1.0 / len(op.regions))
        return _times(known + _BY_DIALECT.get(op.dialect_name(), 0.0), computed, factors, code)

    def _plain(self, op: Operation, depth: int) -> float:
        if kind_of(op) in _FREE:
            return 0.0
        callee = callee_name(op)
        if callee is not None:
            return 1.0 + self._call(callee, depth)
        if kind_of(op) in _MEMORY or kind_of(op) in _TRANSFERS:
            return _ACCESS + _PER_BYTE * max((bits_of(v.type) / 8 for v in _moved(op)), default=8.0)
        if kind_of(op) in _SLOW_MEMORY:
            return _SLOW_MEMORY[kind_of(op)]
        dialect, _, name = op.name.partition(".")
        lanes = max((lanes_of(r.type) for r in op.results), default=1)
        if dialect in ("arith", "math") and name in _BY_NAME:
            return _BY_NAME[name] * max(1.0, lanes / 2)
        if dialect == "func":
            return UNKNOWN_CALL if name == "call_indirect" else 0.0
        return _BY_DIALECT.get(dialect, 0.5 if dialect == "memref" else 1.0) * max(1.0, lanes / 4)

    def _call(self, callee: str, depth: int) -> float:
        function = self._functions.get(callee)
        if function is None or depth >= _DEEPEST_CALL:
            return UNKNOWN_CALL
        if callee not in self._calls:
            self._calls[callee] = UNKNOWN_CALL  # what it costs where it calls itself
            self._calls[callee] = self._region(function.body, None, function, depth + 1)[0]
        return self._calls[callee]


def _total(
    costs: Iterable[tuple[float, SSAValue | None]], code: ParallelCode | None
) -> tuple[float, SSAValue | None]:
    known, computed = 0.0, None
    for more, dynamic in costs:
        known += more
        if dynamic is not None and code is not None:
            computed = dynamic if computed is None else code.plus(computed, dynamic)
    return known, computed


def _bounds(op: Operation) -> Iterable[tuple[SSAValue, SSAValue, SSAValue]]:
    if isinstance(op, scf.ForOp):
        return [(op.lb, op.ub, op.step)]
    if isinstance(op, scf.ParallelOp):
        return zip(op.lowerBound, op.upperBound, op.step, strict=True)
    return ()


def _trips(
    lower: SSAValue, upper: SSAValue, step: SSAValue, code: ParallelCode | None, outside: Operation
) -> float | SSAValue:
    """How often a loop runs: a number, or a value of the program where that is known outside the parallel loop."""
    values = (lower, upper, step)
    low, high, by = known = [constant_of(value) for value in values]
    if low is not None and high is not None and by is not None and by > 0:
        return float(max(0, -(-(high - low) // by)))
    if code is None or any(
        n is None and is_defined_below(v, outside) for v, n in zip(values, known, strict=True)
    ):
        return UNKNOWN_TRIPS
    first, last, each = (
        code.signed_real(value) if number is None else code.real(number)
        for value, number in zip(values, known, strict=True)
    )
    distance = code.minus(last, first)
    trips = distance if by == 1 else code.over(distance, each)
    return code.larger(trips, code.real(0.0))


def _times(
    known: float, computed: SSAValue | None, factors: Iterable[float | SSAValue], code: ParallelCode | None
) -> tuple[float, SSAValue | None]:
    """`known` and `computed` times all factors."""
    static = 1.0
    dynamic: list[SSAValue] = []
    for factor in factors:
        if isinstance(factor, float | int):
            static *= factor
        else:
            dynamic.append(factor)
    if code is None or (computed is None and not dynamic):
        return known * static, None
    total = code.real(round(known, 2))
    if computed is not None:
        total = code.plus(computed, total)
    for factor in dynamic:
        total = code.times(total, factor)
    return 0.0, total if static == 1.0 else code.times(total, code.real(static))


def _moved(op: Operation) -> Iterable[SSAValue]:
    """What a load reads or a store writes."""
    return op.results or op.operands[:1]
