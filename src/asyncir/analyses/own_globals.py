"""Globals that one op alone names: memory like an allocation of its function, but for what it held before."""

from __future__ import annotations

from asyncir.dialects.effects import global_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue, SymbolRefAttr
from asyncir.ir.symbols import is_private, ops_of, symbol_name, symbol_uses
from asyncir.ir.walk import outermost


def own_global(value: SSAValue) -> Operation | None:
    """The definition of the global that `value` is, if nobody else names it, and it can be written."""
    op = value.owner
    if not isinstance(op, Operation) or kind_of(op) is not OpKind.GLOBAL or global_of(value) is None:
        return None
    module = outermost(op)
    name = op.get_attr_or_prop("name")
    assert isinstance(name, SymbolRefAttr)
    wanted = name.root_reference.data
    found = next((each for each in ops_of(module) if symbol_name(each) == wanted), None)
    if found is None or not is_private(found) or symbol_uses(module)[wanted] != 1:
        return None
    # One without a value is defined elsewhere.
    return found if "initial_value" in found.properties and "constant" not in found.properties else None
