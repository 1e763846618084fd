"""`expand-bodies`: in works, a vendor's op becomes what it computes, as a machine file says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import arith, func, sync
from asyncir.dialects.effects import touches_nothing
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.memref_views import CastOp, MemorySpaceCastOp
from asyncir.ir import (
    AnyFloat,
    Attribute,
    Context,
    DictionaryAttr,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    Operation,
    SSAValue,
    StringAttr,
    VectorType,
    i64,
)
from asyncir.ir.marks import WORK_TIME
from asyncir.ir.walk import walk
from asyncir.targets.bodies import parse_bodies
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.matching import NotGiven, NotListed, VendorWork, as_work, operands_of
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import Builder
from asyncir.transforms._computed import NotComputed, compute
from asyncir.transforms._outlining import SymbolNames
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint


class ExpandBodies(Pass):
    """Let each op of another dialect in a work be what it computes: loops, or a call of the body that the machine's file has.

    Where the file says neither, it becomes a `sync.opaque` of its name, of which no more is known than the memory that the
    work lists. An op that does not go with what it is to compute is an error (P162).
    """

    machine: str = "cpu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite all works."""
        expand_all(op, load_machine(self.machine))


def expand_all(module: ModuleOp, machine: MachineModel, unfit_is_opaque: bool = False) -> None:
    """Rewrite all works; with `unfit_is_opaque`, of ops that do not go with what they are to compute no more is known than
    what they touch. Raises with all that is wrong.
    """
    _forget_vendor_values(module, machine)
    bodies = _Bodies(module, machine, unfit_is_opaque)
    for work in [inner for inner in walk(module) if isinstance(inner, sync.WorkOp)]:
        bodies.expand(work)
    raise_all(bodies.faults)


def _forget_vendor_values(module: ModuleOp, machine: MachineModel) -> None:
    """Drop the ops that only say which memory they give; those that give a number give the one that the file says."""
    for op in list(walk(module)):
        if isinstance(op, sync.AsMemoryOp) and op.value is not None:
            giver = op.value.owner
            op.operands = op.operands[:1]
            if isinstance(giver, ForeignOp) and touches_nothing(giver) and giver.results[0].first_use is None:
                erase(giver)
        elif isinstance(op, ForeignOp) and touches_nothing(op) and len(op.results) == 1:
            value = next((table.value for table in machine.ops if table.name == op.name), None)
            type_: Any = op.results[0].type
            if value is not None and isinstance(type_, IntegerType | IndexType):
                number = Builder(op).value(arith.ConstantOp(IntegerAttr(value, cast("Any", type_))))
                op.results[0].replace_all_uses_with(number)
                erase(op)


class _Bodies:
    """Expands ops, and knows the functions that were added to the module for that."""

    def __init__(self, module: ModuleOp, machine: MachineModel, unfit_is_opaque: bool):
        self._unfit_is_opaque = unfit_is_opaque
        self.faults: list[Diagnostic] = []
        self._module = module
        self._machine = machine
        self._names = SymbolNames(module)
        self._added: dict[str, list[func.FuncOp]] = {}

    def expand(self, work: sync.WorkOp) -> None:
        """Expand all ops of other dialects in a work."""
        foreign = [op for op in walk(work.body) if isinstance(op, ForeignOp)]
        found = [self._as_work(op) for op in foreign]
        times = found[0].table.cost.said() if len(found) == 1 and found[0] is not None else {}
        if times and WORK_TIME not in work.attributes and len(list(work.body.block.ops)) == 1:
            work.attributes[WORK_TIME] = DictionaryAttr({key: _time(value) for key, value in times.items()})
        known = [self._expand(op, one, work) for op, one in zip(foreign, found, strict=True)]
        if known == [True] and found[0] is not None and _lists(work, found[0]):
            _unlist(work)

    def _as_work(self, op: Operation) -> VendorWork | None:
        try:
            return as_work(self._machine, op)
        except NotListed as why:
            help = f"asyncir machines {self._machine.name} shows what it reads and writes"
            self.faults.append(complaint("P162", f"{op.name} is not computed: {why}", op, help))
            return None
        except NotGiven:
            return None

    def _expand(self, op: ForeignOp, found: VendorWork | None, work: sync.WorkOp) -> bool:
        """Replace an op; whether what it computes is known."""
        try:
            if any(result.first_use is not None for result in op.results):
                raise NotComputed("others use its result, and what is computed is in memory")
            known = found is not None and self._is_computed(op, found)
            if not known:
                _hide(op, work, touches_nothing=found is not None and found.touches_nothing)
        except (NotComputed, NotGiven) as why:
            help = f"asyncir machines {self._machine.name} shows what it computes"
            self.faults.append(complaint("P162", f"{op.name} is not computed: {why}", op, help))
            return False
        erase(op)
        return known

    def _is_computed(self, op: ForeignOp, found: VendorWork) -> bool:
        """Put what an op computes in front of it; whether that is known."""
        before = op.prev_op
        try:
            return self._compute(op, found)
        except (NotComputed, NotGiven):
            if not self._unfit_is_opaque:
                raise
        while op.prev_op is not before:  # what was made of it before that was seen
            assert op.prev_op is not None
            erase(op.prev_op)
        return False

    def _compute(self, op: ForeignOp, found: VendorWork) -> bool:
        """Put what an op computes in front of it, if that is known."""
        build, table = Builder(op), found.table
        if table.computes is not None:
            compute(table.computes, *operands_of(table, op), build)
        elif table.body is not None:
            self._call(table.body, list(op.operands), build)
        return table.computes is not None or table.body is not None

    def _call(self, body: str, operands: Sequence[SSAValue], build: Builder) -> None:
        """Call the first function of a body whose arguments fit."""
        functions = self._functions(body)
        for function in functions:
            wanted = function.function_type.inputs.data
            if len(wanted) == len(operands) and all(map(_fits, operands, wanted)):
                values = [_as(value, type_, build) for value, type_ in zip(operands, wanted, strict=True)]
                self._add(function, build)
                build.add(func.CallOp(function.sym_name.data, values, []))
                return
        given = ", ".join(str(operand.type) for operand in operands)
        taken = " or ".join(f"({', '.join(map(str, f.function_type.inputs.data))})" for f in functions)
        raise NotComputed(f"its operands are ({given}), and its body takes {taken}")

    def _functions(self, body: str) -> list[func.FuncOp]:
        """The functions of a body, by names that no other function has."""
        if body not in self._added:
            self._added[body] = functions = parse_bodies(body)
            for function in functions:
                function.detach()
                function.sym_name = StringAttr(self._names.fresh(function.sym_name.data))
                function.sym_visibility = StringAttr("private")
        return self._added[body]

    def _add(self, function: func.FuncOp, build: Builder) -> None:
        if function.parent is None:
            for op in walk(function):
                at(op, build.location)
            self._module.body.block.add_op(function)


# Memory


def _fits(value: SSAValue, wanted: Attribute) -> bool:
    """Whether a value can be passed as an argument of the type, by casts of memory."""
    own = _memref(value.type)
    if own is None or _memref(wanted) is None:
        return value.type == wanted
    spaced = _in_space(own, wanted)
    return spaced == wanted or _casts(value, spaced, wanted)


def _casts(value: SSAValue, own: Attribute, wanted: Attribute) -> bool:
    probe = CastOp(value, wanted)
    fits = probe.are_compatible(own, wanted)
    probe.drop_all_references()
    return fits


def _as(value: SSAValue, wanted: Attribute, build: Builder) -> SSAValue:
    """A value as an argument of the type."""
    own = _memref(value.type)
    if own is None or own == wanted:
        return value
    spaced = _in_space(own, wanted)
    if spaced != own:
        value = build.value(MemorySpaceCastOp(value, spaced))
    return value if spaced == wanted else build.value(CastOp(value, wanted))


def _memref(type_: Attribute) -> MemRefType[Attribute] | None:
    return cast("MemRefType[Attribute]", type_) if isinstance(type_, MemRefType) else None


def _in_space(own: MemRefType[Attribute], other: Attribute) -> MemRefType[Attribute]:
    """The type in the memory space of another."""
    return MemRefType(own.element_type, own.shape, own.layout, cast("Any", other).memory_space)


def _time(value: float) -> Attribute:
    return IntegerAttr(value, i64) if isinstance(value, int) else FloatAttr(value, Float64Type())


def _lists(work: sync.WorkOp, found: VendorWork) -> bool:
    """Whether the work lists what its op touches, and nothing else."""
    return (set(work.read), set(work.written)) == (set(found.reads), set(found.writes))


def _unlist(work: sync.WorkOp) -> None:
    """Let the work list no memory: its region says what it touches."""
    plain = sync.WorkOp(work.engine.data, work.detach_region(work.body))
    plain.attributes.update(work.attributes)
    Builder(work).add(plain)
    erase(work)


_NUMBERS = (AnyFloat, IntegerType, IndexType, VectorType)


def _hide(op: ForeignOp, work: sync.WorkOp, *, touches_nothing: bool) -> None:
    """Put a `sync.opaque` in front of an op, if the work lists all that the op may touch; hints touch nothing."""
    if op.parent_op() is not work:
        raise NotComputed("what it computes is not known, and it does not stand in a work itself")
    listed = (*work.read, *work.written)
    for operand in op.operands if not touches_nothing else ():
        if operand not in listed and not isinstance(operand.type, _NUMBERS):
            raise NotComputed("what it computes is not known, and its work does not list all of its memory")
    Builder(op).add(sync.OpaqueOp(op.name))
