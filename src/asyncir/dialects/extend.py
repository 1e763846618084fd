"""Op definitions of xDSL's with something added, for classes that derive from xDSL's."""

from __future__ import annotations

from dataclasses import replace

from asyncir.ir import AttrConstraint, IRDLOperation, OpDef, OptPropertyDef


def with_optional_properties(op: type[IRDLOperation], **constraints: AttrConstraint) -> OpDef:
    """The definition of `op` with further optional properties."""
    definition = op.get_irdl_definition()
    added = {name: OptPropertyDef(constraint) for name, constraint in constraints.items()}
    return replace(definition, properties={**definition.properties, **added})
