# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flags in shared memory: one thread sets a word by `st.release`, others load it by `ld.acquire` until it is set.

Who loads the value that a release has stored knows all that the storing thread knew (PTX ISA 9.0, 8.9: a release pattern
synchronises with an acquire pattern that observes it). Which store a load observes depends on the schedule. It does not
where each value that the word had before keeps the loop going, and the store is the last one in the run: then the loop ends
with that store's value, in every schedule. Anything else that is polled leaves the kernel unknown.

Accesses of flags that are a release or an acquire do not race with each other: in the trace they are updates.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from asyncir.analyses.kernels.spinning import goes_round, waits_only
from asyncir.analyses.kernels.trace import (
    TENSOR_BASE,
    BarrierMet,
    FlagSeen,
    FlagSet,
    TouchedBytes,
    TraceEvent,
)
from asyncir.ptx.effects import Synchronous

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.executing import At

RELEASES: Final = frozenset({"release", "acq_rel"})
STRONG: Final = frozenset({"acquire", "relaxed", "volatile", *RELEASES})

Touched = tuple[TouchedBytes, ...]


@dataclass(slots=True)
class SharedFlags:
    """By address: the number of a flag's last setting and how many writes the word had had with it; and the words on whose
    last write the run relies, with that number of writes.
    """

    numbers: int = 0
    set: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    relied: dict[int, int] = field(default_factory=dict[int, int])

    def fork(self) -> SharedFlags:
        """The same, to go on by itself."""
        return SharedFlags(self.numbers, dict(self.set), dict(self.relied))


def strong_access(at: At, effect: Synchronous, touched: Touched) -> tuple[Touched, TraceEvent | None]:
    """What a strong load or store of shared memory touches, as the trace has it, and the event behind it."""
    if len(touched) != 1 or touched[0].mode == "update" or int(touched[0].addresses.max()) >= TENSOR_BASE:
        return touched, None
    (one,) = touched
    if one.mode == "write":
        if effect.semantics not in RELEASES:
            return touched, None
        event = _set(at, one) if len(one.threads) == 1 else None
        return (replace(one, mode="update"),), event
    if _is_polled(at, one):
        return (replace(one, mode="update"),), _seen(at, effect, one)
    if _decides(at):
        if _last_was_strong(at.machine, one):
            at.machine.doubt()
        return touched, None
    return touched, None


def _set(at: At, touched: TouchedBytes) -> TraceEvent | None:
    machine, address = at.machine, int(touched.addresses[0])
    if machine.values is None:
        return None
    flags = machine.flags
    flags.numbers += 1
    flags.set[address] = flags.numbers, machine.values.count(address, touched.size) + 1
    return FlagSet(at.site, at.threads, flags.numbers)


def _decides(at: At) -> bool:
    """Whether the loaded value decides anything."""
    part = at.machine.part
    return at.site in part.loads and any(name in part.registers for name in part.targets[at.site])


def _is_polled(at: At, touched: TouchedBytes) -> bool:
    """Whether the load comes again with nothing else happening, for some value that the word had."""
    values = at.machine.values
    if values is None or not _decides(at):
        return False
    known = [v for _, _, v in values.single.get(int(touched.addresses[0]), ()) if isinstance(v, int)]
    return any(_goes_round(at, value) for value in {0, 1, *known})


def _goes_round(at: At, value: int) -> bool:
    (name, *more) = at.machine.part.targets[at.site]
    return name is not None and not more and goes_round(at.machine.part, at.site, {name: value})


def _waits_only(at: At, early: int, last: int) -> bool:
    """Whether the load comes again while the word is `early`, and how often does not matter once it is `last`."""
    (name, *_) = at.machine.part.targets[at.site]
    return name is not None and waits_only(at.machine.part, at.site, {name: early}, {name: last})


def _last_was_strong(machine: KernelMachine, touched: TouchedBytes) -> bool:
    writer = machine.values.last_writer(int(touched.addresses[0])) if machine.values is not None else -1
    effects = machine.part.effects[writer] if writer >= 0 else ()
    strong = any(isinstance(e, Synchronous) and e.semantics in STRONG for e in effects)
    return strong and not _all_met_since(machine, writer)


def _all_met_since(machine: KernelMachine, writer: int) -> bool:
    """Whether all threads have waited at a barrier since an instruction wrote: then its being strong orders nothing more."""
    for event in reversed(machine.events):
        if isinstance(event, BarrierMet) and len(event.synchronised) == machine.count:
            return True
        if event.instruction == writer:
            return False
    return False


def _seen(at: At, effect: Synchronous, touched: TouchedBytes) -> TraceEvent | None:
    """What a poll that ends has seen; a poll whose end is not shown is noted."""
    machine = at.machine
    machine.barriers.warps.wait(at.site, at.threads)
    if not _decides(at) or machine.values is None:
        return None
    address = int(touched.addresses[0])
    written = machine.values.single.get(address, [])
    machine.missing_stores |= {site for site, _, _ in written if site not in machine.part.stores}
    found = [value for _, size, value in written if size == touched.size]
    whole = len(found) == machine.values.count(address, touched.size)
    value = found[-1] if found and whole else None
    if isinstance(value, int) and _goes_round(at, value):
        return None  # it is loaded again
    number, writes = machine.flags.set.get(address, (0, -1))
    shown = (
        effect.semantics == "acquire"
        and machine.launch.blocks == 1
        and bool((touched.addresses == address).all())
        and len(np.unique(touched.threads)) == len(at.group.frame.threads)
        and isinstance(value, int)
        and len(found) == writes > 1
        and all(isinstance(v, int) and _waits_only(at, v, value) for v in found[:-1])
        and all(_is_plain_store(machine, site) for site, _, _ in written[:-1])
    )
    if not shown:
        machine.doubt()
        machine.note(f"{machine.spot(at.site)}: what it polls may have another value in another order")
        return None
    machine.flags.relied[address] = writes
    return FlagSeen(at.site, at.threads, number)


def _is_plain_store(machine: KernelMachine, site: int) -> bool:
    """A store that races with others that nothing orders: where the kernel is right, it comes before the flag is set."""
    effects = machine.part.effects[site]
    return all(
        isinstance(e, Synchronous)
        and e.semantics not in RELEASES
        and all(a.mode == "write" for a in e.accesses)
        for e in effects
    )


def changed_later(machine: KernelMachine) -> bool:
    """Whether a word was written again on whose last write the run relies."""
    values = machine.values
    relied = machine.flags.relied.items()
    return values is not None and any(values.count(address, 1) != writes for address, writes in relied)
