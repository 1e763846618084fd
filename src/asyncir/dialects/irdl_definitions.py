"""Dialects that a file of IRDL defines: which ops, types and attributes they have, and what each op demands of itself.

What is checked of an op: how many operands and results it has, of which types; its attributes; its regions, how many
blocks they have, and the arguments of the first. A value of IRDL stands for one type or attribute in all of an op's
constraints, as it does in MLIR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from xdsl.dialects import irdl

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT, Check, Foreign, segments
from asyncir.ir import (
    Attribute,
    ModuleOp,
    Operation,
    OpResult,
    ParseError,
    Parser,
    SSAValue,
    SymbolRefAttr,
    TypeAttribute,
    UnregisteredAttr,
    VerifyException,
)

_Bound = dict[SSAValue, Attribute]
"""What the values of IRDL stand for."""


def read_irdl(text: str, name: str) -> Foreign:
    """The dialects that a text of IRDL defines, in the file `name`; raises `DiagnosticError` (C051) where it is none."""
    ctx = context(ANY_DIALECT)
    ctx.register_dialect("irdl", lambda: irdl.IRDL)
    try:
        module = Parser(ctx, text, name).parse_module()
        module.verify()
    except ParseError as error:
        line = text.count("\n", 0, error.span.start) + 1
        column = error.span.start - (text.rfind("\n", 0, error.span.start) + 1) + 1
        span = Span(name, line, column, column + max(1, error.span.end - error.span.start))
        raise _fault(f"this is no IRDL: {error.msg[:1].lower()}{error.msg[1:]}", span) from None
    except (VerifyException, ValueError, IndexError) as error:
        raise _fault(f"this is no IRDL: {' '.join(str(error).split())}", Span(name, 1, 1, 2)) from None
    dialects = [op for op in module.ops if isinstance(op, irdl.DialectOp)]
    if not dialects:
        raise _fault("no dialect is defined here", Span(name, 1, 1, 2))
    return Foreign(definitions={op.sym_name.data: dict(_members(op)) for op in dialects})


def _fault(message: str, span: Span) -> DiagnosticError:
    return DiagnosticError(
        Diagnostic(
            "C051", message, span, help="define one: irdl.dialect @npu { irdl.operation @relu { ... } }"
        )
    )


def _members(dialect: irdl.DialectOp) -> Iterator[tuple[str, Check | None]]:
    for op in dialect.body.block.ops:
        if isinstance(op, irdl.OperationOp):
            yield op.qualified_name, partial(_check, op)
        elif isinstance(op, (irdl.TypeOp, irdl.AttributeOp)):
            yield op.qualified_name, None


def _check(definition: irdl.OperationOp, op: Operation) -> None:
    bound: _Bound = {}
    for part in definition.body.block.ops:
        if isinstance(part, irdl.OperandsOp):
            _check_values(part, "operand", [o.type for o in op.operands], segments(op), bound)
        elif isinstance(part, irdl.ResultsOp):
            _check_values(part, "result", [r.type for r in op.results], None, bound)
        elif isinstance(part, irdl.AttributesOp):
            _check_attributes(part, {**op.attributes, **op.properties}, bound)
        elif isinstance(part, irdl.RegionsOp):
            _check_regions(part, op, bound)
    missing = {irdl.OperandsOp: ("operands", op.operands), irdl.ResultsOp: ("results", op.results)}
    for kind, (what, values) in missing.items():
        if values and not any(isinstance(part, kind) for part in definition.body.block.ops):
            raise VerifyException(f"it has {len(values)} {what}, and its definition none")


def _check_values(
    part: irdl.OperandsOp | irdl.ResultsOp,
    what: str,
    types: Sequence[Attribute],
    sizes: Sequence[int] | None,
    bound: _Bound,
) -> None:
    kinds = [kind.data for kind in part.variadicity.value]
    counts = _counts(kinds, len(types), sizes, what)
    at = 0
    for name, constraint, count in zip(part.names, part.args, counts, strict=True):
        for type_ in types[at : at + count]:
            _demand(constraint, type_, bound, f"{what} '{name.data}'")
        at += count


def _counts(
    kinds: Sequence[irdl.VariadicityEnum], number: int, sizes: Sequence[int] | None, what: str
) -> Sequence[int]:
    """How many values each part has."""
    single, optional = irdl.VariadicityEnum.SINGLE, irdl.VariadicityEnum.OPTIONAL
    open_ended = [kind for kind in kinds if kind is not single]
    counts: Sequence[int] = [1 if kind is single else number - len(kinds) + 1 for kind in kinds]
    if sizes is not None and len(sizes) == len(kinds):
        counts = sizes
    elif len(open_ended) > 1:
        raise VerifyException(f"it has to say how many {what}s each part has: operandSegmentSizes")
    fits = sum(counts) == number and all(
        count >= 0 and (kind is not single or count == 1) and (kind is not optional or count <= 1)
        for kind, count in zip(kinds, counts, strict=True)
    )
    if not fits:
        wanted = ", ".join(kind.value for kind in kinds) or "none"
        raise VerifyException(f"it has {number} {what}s, and its definition wants {wanted}")
    return counts


def _check_attributes(part: irdl.AttributesOp, given: Mapping[str, Attribute], bound: _Bound) -> None:
    for name, constraint in zip(part.attribute_value_names, part.attribute_values, strict=True):
        value = given.get(name.data)
        if value is None:
            raise VerifyException(f"the attribute '{name.data}' is missing")
        _demand(constraint, value, bound, f"the attribute '{name.data}'")


def _check_regions(part: irdl.RegionsOp, op: Operation, bound: _Bound) -> None:
    if len(op.regions) != len(part.args):
        raise VerifyException(f"it has {len(op.regions)} regions, and its definition {len(part.args)}")
    for name, value, region in zip(part.names, part.args, op.regions, strict=True):
        definition = _definition(value)
        if not isinstance(definition, irdl.RegionOp):
            continue
        size, first = definition.number_of_blocks, region.first_block
        if size is not None and len(region.blocks) != size.value.data:
            raise VerifyException(
                f"the region '{name.data}' has {len(region.blocks)} blocks, not {size.value.data}"
            )
        if definition.constrained_arguments is not None:
            types = [argument.type for argument in first.args] if first is not None else []
            if len(types) != len(definition.entry_block_args):
                raise VerifyException(f"the region '{name.data}' has {len(types)} arguments")
            for constraint, type_ in zip(definition.entry_block_args, types, strict=True):
                _demand(constraint, type_, bound, f"an argument of the region '{name.data}'")


# Constraints


def _demand(constraint: SSAValue, value: Attribute, bound: _Bound, what: str) -> None:
    if not _fits(constraint, value, bound):
        wanted = _words(constraint, bound)
        raise VerifyException(f"{what} is {value}, and its definition wants {wanted}")


def _fits(constraint: SSAValue, value: Attribute, bound: _Bound) -> bool:
    """Whether the attribute is what the constraint wants, which from now on stands for it."""
    known = bound.get(constraint)
    if known is not None:
        return known == value
    definition = _definition(constraint)
    matches = _CONSTRAINTS.get(type(definition))
    fits = matches is None or matches(definition, value, bound)
    if fits:
        bound[constraint] = value
    return fits


def _is(op: irdl.IsOp, value: Attribute, bound: _Bound) -> bool:
    return value == op.expected


def _any_of(op: irdl.AnyOfOp, value: Attribute, bound: _Bound) -> bool:
    for each in op.args:
        trial = dict(bound)
        if _fits(each, value, trial):
            bound.update(trial)
            return True
    return False


def _all_of(op: irdl.AllOfOp, value: Attribute, bound: _Bound) -> bool:
    return all(_fits(each, value, bound) for each in op.args)


def _base(op: irdl.BaseOp, value: Attribute, bound: _Bound) -> bool:
    if op.base_name is not None:
        return _is_called(value, op.base_name.data)
    return op.base_ref is not None and _name_of(value) == _symbol(op.base_ref, op)


def _parametric(op: irdl.ParametricOp, value: Attribute, bound: _Bound) -> bool:
    if _name_of(value) != _symbol(op.base_type, op) or not isinstance(value, UnregisteredAttr):
        return False
    parser = Parser(context(ANY_DIALECT), value.value.data)
    given = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_attribute)
    return len(given) == len(op.args) and all(_fits(a, v, bound) for a, v in zip(op.args, given, strict=True))


_CONSTRAINTS: dict[type[Operation], Callable[..., bool]] = {
    irdl.IsOp: _is,
    irdl.AnyOfOp: _any_of,
    irdl.AllOfOp: _all_of,
    irdl.BaseOp: _base,
    irdl.ParametricOp: _parametric,
}
"""How each is matched; `irdl.any` and `irdl.c_pred` want nothing that can be checked."""


def _definition(value: SSAValue) -> Operation:
    assert isinstance(value, OpResult)
    return value.op


def _name_of(value: Attribute) -> str:
    return value.attr_name.data if isinstance(value, UnregisteredAttr) else value.name


def _is_called(value: Attribute, name: str) -> bool:
    """Whether MLIR calls it so: `!builtin.integer`, `#npu.pipe`."""
    if isinstance(value, TypeAttribute) != name.startswith("!"):
        return False
    own = _name_of(value).removesuffix("_type")
    return _OTHER_NAMES.get(own, own) == name[1:].removeprefix("builtin.")


_OTHER_NAMES = {"fun": "function"}
"""Types to which xDSL gives names that MLIR does not."""


def _symbol(symbol: SymbolRefAttr, op: Operation) -> str:
    """`@npu::@tile` or, in the dialect itself, `@tile`, as the name of a type."""
    parts = [symbol.root_reference.data, *(part.data for part in symbol.nested_references)]
    around = op.parent_op()
    while not isinstance(around, (irdl.DialectOp, ModuleOp)):
        assert around is not None
        around = around.parent_op()
    if len(parts) == 1 and isinstance(around, irdl.DialectOp):
        parts = [around.sym_name.data, *parts]
    return ".".join(parts)


def _words(constraint: SSAValue, bound: _Bound) -> str:
    """What a constraint wants, in words."""
    if constraint in bound:
        return f"{bound[constraint]}, as elsewhere"
    definition = _definition(constraint)
    if isinstance(definition, irdl.IsOp):
        return str(definition.expected)
    if isinstance(definition, irdl.AnyOfOp):
        return " or ".join(_words(each, bound) for each in definition.args)
    if isinstance(definition, irdl.ParametricOp):
        return _symbol(definition.base_type, definition)
    if isinstance(definition, irdl.BaseOp):
        name = definition.base_name
        return (
            name.data if name is not None else _symbol(cast("SymbolRefAttr", definition.base_ref), definition)
        )
    return "something else"
