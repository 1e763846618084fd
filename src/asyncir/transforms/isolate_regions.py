"""`isolate-regions`: each region captures by name all that its body uses of what is around it.

Whoever sends a region somewhere else has to know what goes with it. A value is captured where the region begins, so that one
that is there only later cannot be; and what a token says of values is lost where it gets another name. Such regions stay.
"""

from __future__ import annotations

from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.region_values import is_there, pairs_of
from asyncir.ir import Operation, SSAValue, UnitAttr
from asyncir.ir.walk import first_of, is_defined_below, post_order, walk
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import remark


class IsolateRegions(ScopedPass):
    """Let regions capture what their bodies use, and mark them `isolated`. Constants are copied into the bodies.

    A region stays as it is where its body uses a value that is not there yet when it begins, or tokens and promises of what
    is around it; a remark says so. The other way is `inline-captures`.
    """

    def run_on(self, root: Operation) -> bool:
        """Rewrite inner regions first: what they capture is what the outer ones use."""
        regions = [op for op in post_order(root) if isinstance(op, RegionOp)]
        tokens: dict[SSAValue, SSAValue] = {}
        for region in regions:
            for token, values in region.parts():
                for value in values:
                    tokens.update(pairs_of(value, token))
        isolated = [region for region in regions if region.isolated is None and _isolate(region, tokens)]
        return bool(isolated)


def _isolate(region: RegionOp, tokens: dict[SSAValue, SSAValue]) -> bool:
    used = (value for op in walk(region.body) for value in op.operands)
    outside = [value for value in dict.fromkeys(used) if not is_defined_below(value, region)]
    for value in outside:
        why = _why_not(value, region, tokens)
        if why:
            remark("Q029", f"the region is not isolated: {why}", region)
            return False
    constants = [value for value in outside if _is_constant(value)]
    values = [value for value in outside if not _is_constant(value)]
    arguments: dict[SSAValue, SSAValue] = dict(zip(values, region.capture(values), strict=True))
    for value, argument in arguments.items():
        argument.name_hint = value.name_hint
    arguments |= {value: _copied(value, region) for value in constants}
    for op in walk(region.body):
        for number, value in enumerate(op.operands):
            if value in arguments:
                op.operands[number] = arguments[value]
    region.properties["isolated"] = UnitAttr()
    for value in constants:
        if value.first_use is None and isinstance(value.owner, Operation):
            erase(value.owner)
    return True


def _why_not(value: SSAValue, region: RegionOp, tokens: dict[SSAValue, SSAValue]) -> str:
    """What keeps the value from being captured; nothing if it can be."""
    if isinstance(value.type, CompletionType):
        return f"its body uses an {value.type} of outside, and what that says would be lost"
    token = tokens.get(value)
    if token is not None and not is_there(value, token, region):
        return "its body uses a value that is not there when it begins"
    return ""


def _is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and kind_of(value.owner) is OpKind.CONSTANT


def _copied(value: SSAValue, region: RegionOp) -> SSAValue:
    """A copy of a constant at the start of the body."""
    assert isinstance(value.owner, Operation)
    block = region.body.blocks[0]
    copy = at(value.owner.clone(), value.owner.location)
    block.insert_op_before(copy, first_of(block))
    copy.results[0].name_hint = value.name_hint
    return copy.results[0]
