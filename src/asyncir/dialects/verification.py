"""All that is wrong with a module: structure, dominance, symbols, types, and what each op demands of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from asyncir.diagnostics import Diagnostic, Note, Span
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.checks import CodedFault, SymbolFault, SymbolLookup
from asyncir.dialects.discardable_attributes import verify_builtin_op, verify_discardable_attributes
from asyncir.dialects.dominance import DominanceInfo, Surroundings
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.plain_forms import HasPlainForm
from asyncir.dialects.queue_checks import verify_queue_attributes
from asyncir.ir import (
    ArrayAttr,
    Block,
    BlockArgument,
    FileLineColLoc,
    FusedLoc,
    IsTerminator,
    LocationAttr,
    ModuleOp,
    NoTerminator,
    Operation,
    OpResult,
    Region,
    SSAValue,
    StringAttr,
    SymbolOpInterface,
    SymbolRefAttr,
    SymbolTable,
    UnrealizedConversionCastOp,
    VerifyException,
)
from asyncir.ir.faster_nodes import operands_of, successors_of
from asyncir.ir.rare_attributes import FileRangeLoc
from asyncir.ir.symbols import ops_of
from asyncir.ir.walk import enclosing, is_below, walk

_MOST_SUGGESTIONS = 50
_MOST_KNOWN = 2000
"""Nearest names are looked for while there are few faults and few names: each search takes time."""
MOST_FAULTS = 100
"""After so many, nobody reads on."""


@dataclass(frozen=True)
class Fault:
    """Something wrong with an op, or with one operand of it."""

    code: str
    message: str
    op: Operation
    operand: int | None = None
    label: str = ""
    help: str = ""
    notes: tuple[tuple[str, Operation | SSAValue], ...] = ()


SpanFinder = Callable[[Operation, int | None], Span | None]
"""Where an op, or an operand of it, was written."""


def diagnose(module: Operation, find_span: SpanFinder | None = None) -> list[Diagnostic]:
    """Everything wrong with the module, in the order of its ops; empty where it is valid."""
    find: SpanFinder = find_span or (lambda op, _: span_of(op))
    found = [_to_diagnostic(fault, find) for fault in find_faults(module)]
    if len(found) == MOST_FAULTS:
        found.append(Diagnostic("T011", f"these {MOST_FAULTS} errors are all that is shown"))
    return found


def _to_diagnostic(fault: Fault, find: SpanFinder) -> Diagnostic:
    notes = tuple(Note(text, _span_of(at, find)) for text, at in fault.notes)
    span = find(fault.op, fault.operand)
    return Diagnostic(fault.code, fault.message, span, fault.label, fault.help, notes)


def _span_of(at: Operation | SSAValue, find: SpanFinder) -> Span | None:
    if isinstance(at, Operation):
        return find(at, None)
    if isinstance(at, BlockArgument):
        return location_span(at.location, "%" + (at.name_hint or ""))
    return find(cast(Operation, at.owner), None)


def span_of(op: Operation) -> Span | None:
    """Where the op's name was written, or None where that is unknown."""
    return location_span(op.location, op.name)


def line_of(op: Operation, file: str | None = None) -> int | None:
    """The line on which it was written, in the file if one is named; None where that is unknown."""
    span = span_of(op)
    return span.line if span is not None and file in (None, span.file) else None


def location_span(location: LocationAttr, name: str = "") -> Span | None:
    """The span of something `name` long at the location, or None where the location is no place in a file."""
    if isinstance(location, FusedLoc):
        inner = cast("ArrayAttr[LocationAttr]", location.locations)
        found = (location_span(each, name) for each in inner.data)
        return next((span for span in found if span is not None), None)
    if isinstance(location, FileRangeLoc):
        return location_span(location.begin, name)
    if not isinstance(location, FileLineColLoc):
        return None
    column = max(1, location.column.data)
    return Span(location.filename.data, max(1, location.line.data), column, column + max(1, len(name)))


def find_faults(module: Operation) -> list[Fault]:
    """What is wrong with the module, in the order of its ops: everything, or the first `MOST_FAULTS`."""
    verifier = _Verifier()
    for op in walk(module):
        verifier.check(op)
        if len(verifier.faults) >= MOST_FAULTS:
            break
    return verifier.faults[:MOST_FAULTS]


class _Kind:
    """What the verifier asks of the class of an op."""

    __slots__ = (
        *("ends_block", "is_builtin", "is_module", "is_symbol", "is_symbol_table", "is_told"),
        "uses_symbols",
    )

    def __init__(self, cls: type[Operation]):
        self.ends_block = cls.has_trait(IsTerminator)
        self.is_builtin = issubclass(cls, (ModuleOp, UnrealizedConversionCastOp))
        self.is_module = issubclass(cls, ModuleOp)
        self.is_told = issubclass(cls, HasPlainForm)
        """Whether what an op is made of tells whether it is right."""
        self.is_symbol = cls.has_trait(SymbolOpInterface)
        self.is_symbol_table = cls.has_trait(SymbolTable)
        self.uses_symbols = hasattr(cls, "verify_symbol_uses")


_kind = cache(_Kind)


def _form(op: Operation) -> tuple[object, ...]:
    """The class, the types and the properties of an op; told by identity, which all keep while the verifier looks at them."""
    told: list[Any] = [value.type for value in operands_of(op)]
    told += [value.type for value in op.results]
    properties = op.properties
    if properties:
        told += properties.values()
    return (type(op), *properties, *map(id, told))


class _Verifier:
    def __init__(self) -> None:
        self._right = set[tuple[object, ...]]()
        """What ops that are right are made of, where that tells."""
        self.faults: list[Fault] = []
        self._dominance = DominanceInfo()
        self._surroundings: dict[Block, Surroundings] = {}
        self._seen = set[Operation]()
        """The ops that come before, in the order of the text; of one block, those in front."""
        self._symbols: dict[Operation, dict[str, Operation]] = {}

    def check(self, op: Operation) -> None:
        """Find what is wrong with the op itself."""
        kind = _kind(type(op))
        if op.regions:
            for region in op.regions:
                self._check_region(op, region)
            if kind.is_symbol_table:
                self._check_symbol_table(op)
        if kind.is_symbol and "sym_name" in op.properties:
            self._check_symbol(op)
        operands = operands_of(op)
        if operands:
            self._check_operands(op, operands)
        self._seen.add(op)
        form = _form(op) if kind.is_told and not op.attributes else None
        if form in self._right:
            return
        before = len(self.faults)
        if before and kind.is_module and any(fault.code == "V007" for fault in self.faults):
            return  # xDSL would say it again
        try:
            op.verify_()
            if kind.is_builtin:
                verify_builtin_op(op)
            if op.attributes:
                verify_queue_attributes(op)
                verify_discardable_attributes(op)
            if form is not None:
                self._right.add(form)
        except VerifyException as error:
            self._note(op, error)
        except (ValueError, AssertionError, IndexError, TypeError, AttributeError, KeyError) as error:
            # xDSL's own verifiers trip over ops that other checks have already found to be broken.
            if len(self.faults) == before:
                self.faults.append(Fault("V001", f"{op.name} is malformed: {error}", op))
        if successors_of(op) and len(self.faults) == before:
            self._check_branch(op)  # only of a branch that is whole: it needs its segments
        if kind.uses_symbols:
            self._check_symbol_uses(op, cast(Any, op).verify_symbol_uses)

    def _note(self, op: Operation, error: VerifyException) -> None:
        message = f"{op.name}: " + " ".join(str(error).split())
        if isinstance(error, SymbolFault):
            notes = () if error.found is None else (("this is what it names", error.found),)
            hint = ""
            known = self._table_of(op) or {}
            if error.found is None and len(known) < _MOST_KNOWN and len(self.faults) < _MOST_SUGGESTIONS:
                hint = did_you_mean(error.symbol.root_reference.data, known).replace("'", "'@", 1)
            self.faults.append(Fault("V003", message, op, help=hint, notes=notes))
        elif isinstance(error, CodedFault):
            index, operands = error.operand, list(op.operands)
            if isinstance(index, SSAValue):
                index = operands.index(index) if index in operands else None
            elif index is not None:
                index %= len(operands)
            at = error.inside or op
            self.faults.append(Fault(error.code, message, at, index, "", error.help, error.notes))
        else:
            self.faults.append(Fault("V001", message, op))

    # Structure

    def _check_region(self, op: Operation, region: Region) -> None:
        if op.has_trait(NoTerminator) and region.blocks.first is region.blocks.last:
            return
        for block in region.blocks:
            last = block.last_op
            if last is None:
                self.faults.append(Fault("V004", f"a block of {op.name} is empty; it needs a terminator", op))
            elif not (
                last.has_trait(IsTerminator, value_if_unregistered=True) or isinstance(last, ForeignOp)
            ):
                message = f"a block ends with {last.name}, which is not a terminator"
                self.faults.append(Fault("V004", message, last, help=_terminator_hint(op)))
            for inner in block.ops:
                if inner is not last and (_kind(type(inner)).ends_block or successors_of(inner)):
                    message = f"{inner.name} must be the last operation of its block"
                    notes = (("this comes behind it", cast(Operation, inner.next_op)),)
                    self.faults.append(Fault("V004", message, inner, notes=notes))

    def _check_branch(self, op: Operation) -> None:
        region = op.parent_region()
        for destination, values in forwarded_values(op):
            if destination.parent is not region:
                self.faults.append(Fault("V005", f"{op.name} goes to a block of another region", op))
                continue
            if region is not None and destination is region.blocks.first:
                message = f"{op.name} goes to the first block of its region, which may have no predecessors"
                self.faults.append(Fault("V005", message, op, help="branch to a block behind it instead"))
            if not isinstance(op, ForeignOp):  # what such an op passes on, nobody knows
                self._check_forwarded(op, destination, list(values))

    def _check_forwarded(self, op: Operation, destination: Block, values: list[SSAValue]) -> None:
        arguments = destination.args
        if len(values) != len(arguments):
            message = f"{op.name} passes {len(values)} values to a block with {len(arguments)} arguments"
            self.faults.append(Fault("V005", message, op))
            return
        for value, argument in zip(values, arguments, strict=True):
            if value.type != argument.type:
                message = f"{op.name} passes {value.type} to a block argument of type {argument.type}"
                notes = (("the argument is declared here", argument),)
                self.faults.append(Fault("V005", message, op, list(op.operands).index(value), notes=notes))

    # Dominance

    def _check_operands(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        block, seen = op.parent, self._seen
        if block is None:
            return
        around = self._surroundings.get(block)
        if around is None:
            around = self._surroundings[block] = Surroundings(block, self._dominance)
        if around.is_unordered:
            return
        for index, value in enumerate(operands):
            owner: Operation | Block | None
            if type(value) is OpResult:
                owner = value.op
                home = owner.parent
            else:
                home = owner = value.block if type(value) is BlockArgument else None
            if home is block and (owner is home or owner in seen or around.is_graph):
                continue
            view = around.view_of(home)
            is_defined = owner is home or view.on_all_paths or (owner in seen and owner is not view.around)
            if not view.is_visible or not is_defined:
                self._report_dominance(op, index, value)
            elif view.isolated is not None:
                message = (
                    f"{op.name} uses a value from outside {view.isolated.name}, which is isolated from it"
                )
                notes = (("the value is defined here", value),)
                self.faults.append(Fault("V002", message, op, index, "", "pass it as an argument", notes))

    def _report_dominance(self, op: Operation, index: int, value: SSAValue) -> None:
        owner = value.owner
        same_block = isinstance(owner, Operation) and owner.parent is op.parent
        name = f"'%{value.name_hint}'" if value.name_hint else f"operand #{index} of {op.name}"
        if isinstance(owner, Operation) and owner is not op and is_below(op, owner):
            message = f"{name} is used inside the operation that defines it"
            label = "defined when that operation is done"
        elif same_block:
            message = f"{name} is used before it is defined"
            label = "not defined yet"
        else:
            message = f"{name} is not defined on every path to this use"
            label = "may not be defined here"
        notes = (("it is defined here", value),)
        self.faults.append(Fault("V002", message, op, index, label, notes=notes))

    # Symbols

    def _check_symbol(self, op: Operation) -> None:
        holder = op.parent_op()
        if holder is not None and not (holder.has_trait(SymbolTable) or isinstance(holder, ForeignOp)):
            message = f"{op.name}: a symbol belongs to a module, not to {holder.name}"
            self.faults.append(Fault("V001", message, op))

    def _check_symbol_table(self, op: Operation) -> None:
        table = self._symbols[op] = dict[str, Operation]()
        for inner in ops_of(op):
            name = inner.get_attr_or_prop("sym_name")
            if isinstance(name, StringAttr) and (first := table.setdefault(name.data, inner)) is not inner:
                message = f"redefinition of symbol '@{name.data}'"
                self.faults.append(Fault("V007", message, inner, notes=(("first defined here", first),)))

    def _table_of(self, op: Operation) -> dict[str, Operation] | None:
        return next((self._symbols[each] for each in enclosing(op) if each in self._symbols), None)

    def _check_symbol_uses(self, op: Operation, verify: Callable[[SymbolLookup], None]) -> None:
        def lookup(symbol: SymbolRefAttr) -> Operation | None:
            table = self._table_of(op)
            found = None if table is None else table.get(symbol.root_reference.data)
            for name in symbol.nested_references:
                if found is None:
                    return None
                if found not in self._symbols:
                    self._symbols[found] = _symbols_in(found)
                found = self._symbols[found].get(name.data)
            return found

        if self._table_of(op) is None:
            return  # an op on its own, outside any module
        try:
            verify(lookup)
        except VerifyException as error:
            self._note(op, error)


def _symbols_in(op: Operation) -> dict[str, Operation]:
    """The ops directly in a symbol table by their names; of several with one name, the first."""
    named = ((inner.properties.get("sym_name"), inner) for inner in reversed(ops_of(op)))
    return {name.data: inner for name, inner in named if isinstance(name, StringAttr)}


def _terminator_hint(op: Operation) -> str:
    ends = {
        "func.func": "return",
        "async.func": "return",
        "async.execute": "async.yield",
        "scf.while": "scf.condition or scf.yield",
        "scf.parallel": "scf.reduce",
        "scf.reduce": "scf.reduce.return",
    }
    end = ends.get(op.name, "scf.yield" if op.name.startswith("scf.") else "")
    return f"end the block with `{end}`" if end else ""
