"""Races on a machine, and the diagnostic for one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asyncir.diagnostics import Diagnostic, Note, Span
from asyncir.ir import Operation, StringAttr
from asyncir.ir.marks import VENDOR_OP
from asyncir.semantics.core.faults import span_of

CALLER = "the caller"
"""Who reads and writes arguments and results when the program has ended (MAC-4)."""


@dataclass(frozen=True, slots=True)
class MachineSite:
    """One execution of an op."""

    op: Operation
    span: Span | None
    iteration: tuple[int, ...]
    """For each loop around it, outermost first and through calls, how many iterations came before this one."""
    engine: str
    """The engine of the work, or of the process, that it is in."""

    def words(self) -> str:
        """Which execution it is: `iteration 2, on "v"`."""
        parts: list[str] = []
        if self.iteration:
            numbers = ", ".join(map(str, self.iteration))
            parts.append(f"iteration {numbers}" if len(self.iteration) == 1 else f"iterations ({numbers})")
        if self.engine is not CALLER:
            parts.append(f'on "{self.engine}"')
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class MachineRace:
    """Two accesses to one element, at least one of which writes, and neither has arrived before the other begins.

    `first` is the one that was given first, if one process gave both.
    """

    kind: str
    """RAW: the second reads what the first writes; WAR, WAW."""
    first: MachineSite
    second: MachineSite
    element: int
    """Where the element is in the memory, counted from its first one."""
    memory: str
    """The name of the memory."""
    made_by: Operation | None
    """What allocated the memory; None: it is an argument."""
    excluded: str = ""
    """The engine that does one after the other, in either order, if there is one."""
    fence: str = ""
    """The first has arrived, and this fence lacks between the two (MAC-23)."""


def _as_written(op: Operation, span: Span | None) -> tuple[str, Span | None]:
    """The name of the op, and where it stands: of what stands for a vendor's op, those of that."""
    around = op.parent_op()
    while around is not None:
        name = around.attributes.get(VENDOR_OP)
        if isinstance(name, StringAttr):
            return name.data, None if span is None else replace(span, end_column=span.column + len(name.data))
        around = around.parent_op()
    return op.name, span


_VERBS = {"RAW": ("reads", "writes"), "WAR": ("writes", "reads"), "WAW": ("writes", "writes")}


def diagnostic(race: MachineRace) -> Diagnostic:
    """S001, with both accesses."""
    later, earlier = _VERBS[race.kind]
    first, second = race.first, race.second
    at_end = second.engine is CALLER
    where = f"element {race.element} of {race.memory}"
    (first_name, first_span), (name, span) = (_as_written(one.op, one.span) for one in (first, second))
    does = f"the caller {later}" if at_end else f"`{name}` {later}"
    what = f"{does} {where}, which `{first_name}` {earlier}"
    how = (
        f'and no fence "{race.fence}" makes that visible'
        if race.fence
        else "and neither is over before the other"
    )
    message = f"race ({race.kind}): {what}, {how}"
    if race.excluded:
        message = f'order-dependent ({race.kind}): {what}, and "{race.excluded}" does either of them first'
    notes = [Note(f"{earlier} here, {first.words()}", first_span)]
    if race.made_by is not None:
        notes.append(Note("the memory", span_of(race.made_by)))
    repair = (
        "wait for it before the return: nothing else does, on this machine"
        if at_end
        else "let the one wait for the event of the other: that they exclude each other is no order"
        if race.excluded
        else "let what one engine signals behind the one access be waited for before the other"
    )
    if race.fence:
        repair = f'put `sync.fence "{race.fence}"` between the two, behind a wait for the first'
    label = "the program ends here" if at_end else second.words()
    return Diagnostic("S001", message, span, label=label, help=repair, notes=tuple(notes))
