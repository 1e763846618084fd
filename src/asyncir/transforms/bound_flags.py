"""`bound-flags`: launches flag no more parts of their results than their engines can."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.devices.identity import engines_of
from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import device
from asyncir.dialects.execution_traits import may_wait
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import behind, walk
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class BoundFlags(ScopedPass):
    """Let launches that flag more parts than their engine can flag fewer: what waited for one waits for a later one.

    The parts that stay are spread evenly; the last ones come with the end of the launch. Parts that nobody waits for go
    first. A launch is refused (P172) whose flags do not stand in its body one after the other, or that waits for
    something behind a flag that would go: others may wait for the flag before they let it go on.
    """

    machine: str = "cpu"

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`, or raise with all that is refused."""
        machine = load_machine(self.machine)
        launches = [op for op in walk(root) if isinstance(op, device.LaunchOp)]
        many = [(op, most) for op in launches if (most := _most(op, machine)) < len(op.parts)]
        raise_all([fault for op, _ in many if (fault := _fault(op)) is not None])
        for op, most in many:
            _bound(op, most)


def _most(op: device.LaunchOp, machine: MachineModel) -> int:
    """How many parts the engine can flag, whichever it is."""
    names = engines_of(op.device)
    known = [e.flags for e in machine.engines if e.flags is not None and (names is None or e.name in names)]
    return min(known, default=len(op.parts))


def _flags(op: device.LaunchOp) -> list[device.FlagOp]:
    """Its flags, in the order in which they are made; the first of each number."""
    return [one for one in op.body.blocks[0].ops if isinstance(one, device.FlagOp)]


def _fault(op: device.LaunchOp) -> Diagnostic | None:
    flags = _flags(op)
    everywhere = [
        one for one in walk(op) if isinstance(one, device.FlagOp) and device.launch_around(one) is op
    ]
    if everywhere != flags or len(op.body.blocks) > 1 or any(not isinstance(one.which, int) for one in flags):
        message = "it is not known in which order the parts are flagged"
        return complaint("P172", message, op, "let each `device.flag` stand in the body, with its number")
    later = behind(flags[0]) if flags else iter(())
    waits = next((one for after in later for one in walk(after) if may_wait(type(one))), None)
    if waits is not None:
        message = "the launch waits behind a flag that somebody may wait for first"
        return complaint(
            "P172", message, waits, "flag fewer parts, or wait for nothing behind the first flag"
        )
    return None


def _bound(op: device.LaunchOp, most: int) -> None:
    order = list(dict.fromkeys(flag.which for flag in _flags(op)))
    used = [number for number in order if isinstance(number, int) and op.parts[number].first_use is not None]
    kept = _spread(used, most)
    place = {number: at for at, number in enumerate(kept)}
    stands_for = [
        next((place[later] for later in used[used.index(number) :] if later in place), None)
        if number in used
        else None
        for number in range(len(op.parts))
    ]
    for flag in _flags(op):
        if isinstance(flag.which, int) and flag.which in place:
            Builder(flag).add(device.FlagOp(place[flag.which]))
        erase(flag)
    made = device.LaunchOp(
        op.captured,
        op.events,
        op.device,
        op.detach_region(0),
        op.excluded,
        len(kept),
        [device.unwrapped(value.type) for value in op.values],
    )
    made.attributes.update(op.attributes)
    Builder(op).add(made)
    parts: list[SSAValue] = [made.done if at is None else made.parts[at] for at in stands_for]
    replace_all(op.results, [made.done, *parts, *made.values])
    erase(op)


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    """So many of the numbers, evenly spread; the end of the launch is one more."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[round((k + 1) * len(numbers) / (most + 1)) - 1] for k in range(most)]
