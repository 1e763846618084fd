"""Op definitions of xDSL's with something added, for classes that derive from xDSL's."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from asyncir.ir import AnyAttr, AttrConstraint, IRDLOperation, OpDef, OperandDef, OptPropertyDef


class Extended(IRDLOperation):
    """A base in front of a class of xDSL's, whose definition is the one given here."""

    DEFINITION: ClassVar[OpDef]

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        """The definition given."""
        return cls.DEFINITION


def with_optional_properties(op: type[IRDLOperation], **constraints: AttrConstraint) -> OpDef:
    """The definition of `op` with further optional properties."""
    definition = op.get_irdl_definition()
    added = {name: OptPropertyDef(constraint) for name, constraint in constraints.items()}
    return replace(definition, properties={**definition.properties, **added})


def with_operand(op: type[IRDLOperation], name: str, constraint: AttrConstraint) -> OpDef:
    """The definition of `op` with another constraint on the type of one operand."""
    definition = op.get_irdl_definition()
    operands = [(n, OperandDef(constraint) if n == name else d) for n, d in definition.operands]
    return replace(definition, operands=operands)


def with_any_property(definition: OpDef, name: str) -> OpDef:
    """The definition with no constraint on an optional property, whose name is that of its attribute."""
    return replace(definition, properties={**definition.properties, name: OptPropertyDef(AnyAttr())})
