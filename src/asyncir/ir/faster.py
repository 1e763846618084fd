"""Parts of xDSL that give the same answers here, and sooner: an op's traits, its check against its declaration, and identity.

The check of an op against its declaration depends on nothing but its attributes, the types of its operands, results and first
blocks, and how many blocks and successors there are. What was found right once is right for the next op with the same: in a
program there are many ops, and few kinds of them. A type is told by its identity first, which takes no time.

Its lexer's pattern for strings takes exponential time where the closing quote is missing: here is one that does not. Programs
are read by a lexer of our own (`source/lexer.py`), but IRDL and the bodies in machine files are read by xDSL's.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from typing import Any

from asyncir.ir import (
    AnyAttr,
    AttrSizedSegments,
    BaseAttr,
    IRDLOperation,
    IsolatedFromAbove,
    MLIRLexer,
    OpDef,
    Operation,
    OpTrait,
    OpTraits,
    Region,
    SSAValue,
)

_MOST_KNOWN = 4096
"""Of more forms of one op none is remembered: its attributes are different each time."""

_check: Any = OpDef.verify
_find_trait: Any = Operation.get_trait.__func__


class _Known:
    """What is known of ops with a definition."""

    __slots__ = ("attributes", "by_class", "declared", "forms", "full_forms", "traits")

    def __init__(self, definition: OpDef):
        self.declared = replace(definition, traits=OpTraits(tuple))
        """The definition without its traits, which look at more than an op's form."""
        self.forms: dict[Hashable, list[Any]] = {}
        """What was found right, by identities of what it is told by, which is kept, so that nothing else gets them."""
        self.full_forms = set[Hashable]()
        """The same by values."""
        self.attributes = tuple(definition.attributes)
        """Those that are declared. Of others nothing is asked."""
        every = {**definition.attributes, **definition.properties}
        self.by_class = {name for name, of in every.items() if isinstance(of.constr, AnyAttr | BaseAttr)}
        """The attributes of which nothing but the class is asked."""
        self.by_class -= {o.attribute_name for o in definition.options if isinstance(o, AttrSizedSegments)}
        # The verifier looks at each operand, and says which comes from outside: xDSL would walk over all that is inside.
        self.traits = [
            trait
            for trait in definition.traits
            if type(trait).verify is not OpTrait.verify and not isinstance(trait, IsolatedFromAbove)
        ]


def _verify(self: OpDef, op: Operation) -> None:
    known: _Known | None = vars(self).get("_known")
    if known is None:
        known = vars(self)["_known"] = _Known(self)
    types, named = _form(op, known)
    form = (*named, *map(id, types))
    if form not in known.forms:
        try:
            _verify_new(op, known, (*named, *types))
        except RecursionError:  # an attribute is nested so deep that it has no hash
            _check(known.declared, op)
        else:
            if len(known.forms) < _MOST_KNOWN:
                known.forms[form] = types
    for trait in known.traits:
        trait.verify(op)


def _verify_new(op: Operation, known: _Known, form: Hashable) -> None:
    """What is told apart by identity is equal most often, but not always."""
    if form not in known.full_forms:
        _check(known.declared, op)
        if len(known.full_forms) < _MOST_KNOWN:
            known.full_forms.add(form)


def _form(op: Any, known: _Known) -> tuple[list[Any], list[Hashable]]:
    """What the op is told by: types, attributes or their classes; and names and counts, which say what these are of."""
    told: list[Any] = [value._type for value in op._operands]
    named: list[Hashable] = [len(told)]
    told += [value._type for value in op.results]
    by_class = known.by_class
    properties = op.properties
    if properties:
        named += properties
        told += [type(value) if name in by_class else value for name, value in properties.items()]
    attributes = op.attributes
    for name in known.attributes:
        attribute = attributes.get(name)
        told.append(type(attribute) if name in by_class else attribute)
    named.append(len(told))
    for region in op.regions:
        named.append(_blocks(region))
        if region.first_block is not None:
            told += region.first_block.arg_types
            named.append(len(told))
    if op._successors:
        named.append(len(op._successors))
    return told, named


def _blocks(region: Region) -> int:
    """How many blocks there are, as far as a declaration asks: none, one, or several."""
    return 0 if region.first_block is None else 1 if region.first_block is region.last_block else 2


@cache
def _trait_of(cls: type[Operation], trait: Any) -> Any:
    return _find_trait(cls, trait)


def _get_trait(cls: type[Operation], trait: Any) -> Any:
    return _trait_of(cls, trait)


@cache
def _traits_of(cls: type[Operation], kind: type[OpTrait]) -> tuple[OpTrait, ...]:
    return tuple(trait for trait in cls.traits if isinstance(trait, kind))


def _get_traits_of_type(cls: type[Operation], kind: type[OpTrait]) -> list[OpTrait]:
    return list(_traits_of(cls, kind))


_STRING = re.compile(r'"(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')


def install() -> None:
    """Let xDSL use them."""
    lexer: Any = MLIRLexer
    lexer._unescaped_characters_regex = _STRING
    definition: Any = OpDef
    definition.verify = _verify
    operation: Any = Operation
    operation.get_trait = classmethod(_get_trait)
    operation.get_traits_of_type = classmethod(_get_traits_of_type)
    # Each is equal to itself only, which needs no code of Python's.
    for kind in (IRDLOperation, SSAValue):
        setattr(kind, "__hash__", object.__hash__)  # noqa: B010 - pyright knows no such assignment
        setattr(kind, "__eq__", object.__eq__)  # noqa: B010
