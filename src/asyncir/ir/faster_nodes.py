"""xDSL's operations, values and blocks, made and walked in less time: the same fields with the same values, set without
calls in between and without asking a class twice what it declares.

A program of 50,000 ops is made of 200,000 of these objects, so that what one costs is what a command costs.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, cast

from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    Block,
    BlockArgument,
    BlockOps,
    Data,
    DenseArrayBase,
    IRDLOperation,
    LocationAttr,
    Operation,
    OpResult,
    OptionalDef,
    ParametrizedAttribute,
    Region,
    SSAValue,
    SSAValues,
    UnknownLoc,
    Use,
    VariadicDef,
    i32,
    irdl_operations,
)

_NOTHING: Mapping[str, Attribute] = {}
_UNKNOWN = UnknownLoc()

operands_of: Any = attrgetter("_operands")
"""The operands of an op as they are now, a tuple: xDSL's view of them is an object of its own each time."""


successors_of: Any = attrgetter("_successors")
"""The same of its successors."""


def _make_operation(
    self: Any,
    *,
    operands: Sequence[SSAValue] = (),
    result_types: Sequence[Attribute] = (),
    properties: Mapping[str, Attribute] = _NOTHING,
    attributes: Mapping[str, Attribute] = _NOTHING,
    location: LocationAttr | None = None,
    successors: Sequence[Block] = (),
    regions: Sequence[Region] = (),
) -> None:
    if operands:
        values: Any = SSAValues(operands)
        uses: list[Any] = []
        for index, value in enumerate(values):
            use: Any = Use(self, index)
            first = value.first_use
            if first is not None:
                use._next_use = first
                first._prev_use = use
            value.first_use = use
            uses.append(use)
        self._operands = values
        self._operand_uses = tuple(uses)
    if result_types:
        self.results = SSAValues([OpResult(type, self, index) for index, type in enumerate(result_types)])
    self.properties = dict(properties)
    self.attributes = dict(attributes)
    self.location = _UNKNOWN if location is None else location
    if successors:
        self.successors = successors
    for region in regions:
        self.add_region(region)
    self.__post_init__()


def _make_result(self: Any, _type: Attribute, op: Operation, index: int) -> None:
    self._type = _type
    self.op = op
    self.index = index


def _make_argument(
    self: Any, _type: Attribute, block: Block, index: int, location: LocationAttr = _UNKNOWN
) -> None:
    self._type = _type
    self.block = block
    self.index = index
    self.location = location


def _make_use(
    self: Any, _operation: Operation, _index: int, _prev_use: Any = None, _next_use: Any = None
) -> None:
    self._operation = _operation
    self._index = _index
    if _prev_use is not None:
        self._prev_use = _prev_use
    if _next_use is not None:
        self._next_use = _next_use


@cache
def _defaults(cls: type[IRDLOperation]) -> tuple[list[tuple[str, Attribute]], list[tuple[str, Attribute]]]:
    """The values of properties and attributes that are not given."""
    definition = cls.get_irdl_definition()
    properties, attributes = (
        [
            (name, of.default_value)
            for name, of in declared.items()
            if not isinstance(of, OptionalDef) and of.default_value is not None
        ]
        for declared in (definition.properties, definition.attributes)
    )
    return properties, attributes


def _complete(self: IRDLOperation) -> None:
    properties, attributes = _defaults(type(self))
    for name, value in properties:
        self.properties.setdefault(name, value)
    for name, value in attributes:
        self.attributes.setdefault(name, value)
    Operation.__post_init__(self)  # where xDSL's builders look on, once they are there


@cache
def _is_sequence(cls: type[Any]) -> bool:
    return issubclass(cls, Sequence)


_slow_list: Any = irdl_operations.irdl_build_arg_list


def _list(
    construct: Any, args: Sequence[Any], arg_defs: Sequence[tuple[str, Any]], error_prefix: str = ""
) -> Any:
    """The arguments of an op in one list, and how many each declared one is; what is wrong, xDSL says."""
    if len(args) != len(arg_defs):
        return _slow_list(construct, args, arg_defs, error_prefix)
    found: list[Any] = []
    sizes: list[int] = []
    for (_, declared), arg in zip(arg_defs, args, strict=True):
        if type(arg) not in (list, tuple):
            if arg is None or _is_sequence(arg.__class__):
                return _slow_list(construct, args, arg_defs, error_prefix)
            found.append(arg)
            sizes.append(1)
        elif len(arg) == 1 or (
            isinstance(declared, VariadicDef) and not (arg and isinstance(declared, OptionalDef))
        ):
            found += arg
            sizes.append(len(arg))
        else:
            return _slow_list(construct, args, arg_defs, error_prefix)
    return found, sizes


_slow_init: Any = irdl_operations.irdl_op_init
_slow_operands: Any = irdl_operations.irdl_build_operations_arg
_CONSTRUCT: Any = irdl_operations.VarIRConstruct
_VALUES = frozenset((OpResult, BlockArgument))


@lru_cache(1 << 12)
def _sizes_of(sizes: tuple[int, ...]) -> Attribute:
    """How many operands or results each declared one is, as an attribute, which is the same for all ops with as many."""
    return DenseArrayBase.from_list(i32, sizes)


@cache
def _is_built_plainly(cls: type[Operation]) -> bool:
    """Whether nothing is asked of the numbers of operands and results but that properties hold them."""
    given: Any = cls
    options = given.get_irdl_definition().options
    return all(
        isinstance(option, AttrSizedOperandSegments | AttrSizedResultSegments) and option.as_property
        for option in options
    )


def _operands(given: Any) -> Any:
    """What is given for one declared operand: nothing, an op, or several of them or of values."""
    kind = given.__class__
    if (kind is list or kind is tuple) and all(value.__class__ in _VALUES for value in given):
        return given
    return _slow_operands(given)


def _build(
    self: Any,
    op_def: Any,
    *,
    operands: Sequence[Any],
    result_types: Sequence[Any],
    properties: Mapping[str, Attribute | None],
    attributes: Mapping[str, Attribute | None],
    successors: Sequence[Any],
    regions: Sequence[Any],
) -> None:
    if (
        successors
        or not _is_built_plainly(self.__class__)
        or any(type(region) is not Region for region in regions)
    ):
        _slow_init(
            self,
            op_def,
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            successors=successors,
            regions=regions,
        )
        return
    prefix = f"Error in {op_def.name} builder: "
    given = [each if type(each) in _VALUES else _operands(each) for each in operands]
    values, value_sizes = _list(_CONSTRUCT.OPERAND, given, op_def.operands, prefix)
    types, type_sizes = _list(_CONSTRUCT.RESULT, result_types, op_def.results, prefix)
    inside, _ = _list(_CONSTRUCT.REGION, regions, op_def.regions, prefix)
    kept = {name: of for name, of in properties.items() if of is not None} if properties else {}
    for option in op_def.options:
        sizes = value_sizes if isinstance(option, AttrSizedOperandSegments) else type_sizes
        kept[option.attribute_name] = _sizes_of(tuple(sizes))
    Operation.__init__(
        self,
        operands=values,
        result_types=types,
        properties=kept,
        attributes={name: of for name, of in attributes.items() if of is not None}
        if attributes
        else _NOTHING,
        regions=inside,
    )


def _ops(self: Any) -> Iterator[Operation]:
    op = self.block._first_op
    while op is not None:
        following = op._next_op
        yield op
        op = following


def _attach(self: Block, operation: Operation) -> None:
    if operation.parent:
        raise ValueError("Can't add to a block an operation already attached to a block.")
    # What has no regions is around nothing, and there is no need to look at all that is around the block.
    if operation.regions and operation.is_ancestor(self):
        raise ValueError("Can't add an operation to a block contained in the operation.")
    operation.parent = self


@cache
def _is_attribute(cls: type[Attribute]) -> bool:
    return issubclass(cls, (Data, ParametrizedAttribute))


def _check_attribute(self: Any) -> None:
    self._verify()
    if not _is_attribute(self.__class__):
        raise TypeError("Attributes should only be Data or ParametrizedAttribute")


@lru_cache(1 << 16)
def _valid_name(cls: Hashable, name: str) -> str:
    named: Any = cls
    return named.extract_valid_name(name)


def _set_name(self: Any, name: str | None) -> None:
    self._name = None if name is None else _valid_name(self.__class__, name)


def _getter(name: str) -> property:
    """A field behind a property, read without a frame of its own."""
    return property(attrgetter(name))


class PlainMeta(ABCMeta):
    """A class of classes: whether something is an instance is asked as of any other class, since none are registered."""

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__


def _ask_plainly(cls: type) -> None:
    """Give the class and all that are derived from it this class. Those that are derived later get it by themselves."""
    if type(cls) is ABCMeta:
        cls.__class__ = PlainMeta
    for each in type.__subclasses__(cls):
        _ask_plainly(each)


_values: Any = SSAValues
_at: Callable[[Any, Any], Any] = cast("Any", tuple.__getitem__)  # pyright: ignore[reportUnknownMemberType]


def _item(self: Any, place: int | slice) -> Any:
    found = _at(self, place)
    return _values(found) if type(found) is tuple else found


_REPLACED: dict[type, dict[str, Any]] = {
    SSAValues: {"__getitem__": _item},
    Operation: {
        "__init__": _make_operation,
        "next_op": _getter("_next_op"),
        "prev_op": _getter("_prev_op"),
    },
    SSAValue: {"type": _getter("_type"), "name_hint": property(attrgetter("_name"), _set_name)},
    OpResult: {"__init__": _make_result},
    BlockArgument: {"__init__": _make_argument},
    Use: {"__init__": _make_use, "operation": _getter("_operation"), "index": _getter("_index")},
    IRDLOperation: {"__post_init__": _complete},
    Block: {
        "_attach_op": _attach,
        "first_op": _getter("_first_op"),
        "last_op": _getter("_last_op"),
    },
    BlockOps: {"__iter__": _ops},
    Attribute: {"__post_init__": _check_attribute},
}


def install() -> None:
    """Let xDSL use them."""
    for cls in (Operation, Block, Region, SSAValue, Attribute):
        _ask_plainly(cls)
    for cls, replaced in _REPLACED.items():
        for name, what in replaced.items():
            setattr(cls, name, what)
    irdl_operations.irdl_build_arg_list = _list
    irdl_operations.irdl_op_init = _build
