"""`place-regions`: regions on tensors get engines of a machine, and what crosses between memories is moved by regions, too.

    compute on A  ->  a transfer from A to B on an engine that copies  ->  compute on B

A region that names its engine (`device = "npu"`) stays there; others go where they are over first. A transfer is a region
that yields what it is given: on the host it costs nothing, on the machine it is work of the engine that it names.
"""

from __future__ import annotations

from asyncir.analyses.device_tokens import owner_of
from asyncir.analyses.placements import DEVICE, MOVED_FROM, Placement, PlacementFault, Transfer, place
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.async_dialect import AwaitOp, YieldOp
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import TokenType
from asyncir.dialects.execution_traits import IsFunction
from asyncir.ir import Block, Operation, Region, SSAValue, StringAttr
from asyncir.ir.walk import behind, block_of, walk
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass

_TO = "to"


class PlaceRegions(ScopedPass):
    """Say of each `async.region` in the body of a function on which engine of a machine it runs, and move what crosses.

    Fails with M020 or P222 where a region is said to run on an engine that is not there or does not take such work, and with
    P223 where one uses memory of another device.
    """

    machine: str = "dma-vector-tensor"

    def run_on(self, root: Operation) -> bool:
        """Place the regions of each function."""
        machine = load_machine(self.machine)
        changed = False
        for function in [op for op in walk(root) if op.has_trait(IsFunction, value_if_unregistered=False)]:
            for block in function.regions[0].blocks:
                if any(isinstance(op, RegionOp) for op in block.ops):
                    _rewrite(_placed(block, machine))
                    changed = True
        return changed


def _placed(block: Block, machine: MachineModel) -> Placement:
    try:
        return place(block, machine)
    except PlacementFault as fault:
        raise DiagnosticError(fault.diagnostics) from None


Moved = dict[tuple[SSAValue, str], tuple[SSAValue, SSAValue]]
"""For what was moved to a memory the token and the value there."""


def _rewrite(placement: Placement) -> None:
    moved: Moved = {}
    for each in placement.regions:
        region = each.region
        region.attributes[DEVICE] = StringAttr(each.device)
        for transfer in each.transfers:
            moved[transfer.value, transfer.target] = _move(transfer, Builder(region))
        _use_moved(region, each.home, moved)
    for transfer in placement.back:
        owner = owner_of(transfer.value)
        assert isinstance(owner, RegionOp)
        users = [use for use in transfer.value.uses if not _is_in_region(use.operation, block_of(owner))]
        token, value = _move(transfer, Builder(next(iter(behind(owner))), owner))
        for use in users:
            Builder(use.operation).add(AwaitOp(token))
            use.operation.operands[use.index] = value


def _is_in_region(op: Operation, block: Block) -> bool:
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return isinstance(current, RegionOp)


def _token_of(region: RegionOp, value: SSAValue) -> SSAValue:
    return next(token for token, values in region.parts() if value in values)


def _move(transfer: Transfer, code: Builder) -> tuple[SSAValue, SSAValue]:
    """A region that moves a value; its token, and the value where it is then."""
    owner = owner_of(transfer.value)
    tokens = [_token_of(owner, transfer.value)] if isinstance(owner, RegionOp) else []
    body = Block([YieldOp(transfer.value)])
    op = RegionOp(tokens, [], [TokenType(), transfer.value.type], Region(body))
    op.attributes[DEVICE] = StringAttr(transfer.engine)
    op.attributes[MOVED_FROM], op.attributes[_TO] = StringAttr(transfer.source), StringAttr(transfer.target)
    token, value = code.add(op).results
    value.name_hint = transfer.value.name_hint
    return token, value


def _use_moved(region: RegionOp, home: str, moved: Moved) -> None:
    """Let a region use what was moved to its memory, when it is there."""
    waited: dict[SSAValue, None] = {}
    for op in [region, *walk(region.body)]:
        for index, operand in enumerate(op.operands):
            if (operand, home) in moved:
                token, op.operands[index] = moved[operand, home]
                waited[token] = None
    if waited:
        region.depend_on(list(dict.fromkeys([*region.dependencies_, *waited])))
