"""What is said of tasks: what they touch, what they are called, how often loops run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.counted_loops import Count, counts_of
from asyncir.dialects.effects import (
    ANYTHING,
    OUTPUT,
    Access,
    Effect,
    Effects,
    Resource,
    callee_name,
    view_source,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import span_of
from asyncir.ir import IsTerminator, Operation, SSAValue
from asyncir.ir.walk import is_defined_below, walk
from asyncir.tools.seeing.labels import named_before
from asyncir.tools.view.page import name_of

LOOPS = frozenset(
    {OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL}
)
WAITS = frozenset({OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.AWAIT_PROMISE})
Fact = tuple[str, str]

_MOST_NAMES = 12
_NAMES_OF_RESOURCES = {ANYTHING: "anything", OUTPUT: "output"}


def touched(effects: Iterable[Effect]) -> tuple[Fact, ...]:
    """What is read and written, by name: two facts at most."""
    found: dict[str, dict[str, set[str]]] = {"reads": {}, "writes": {}}
    for effect in effects:
        title = {Access.READ: "reads", Access.WRITE: "writes"}.get(effect.access)
        name = root_name(effect.root)
        if title is not None and name:
            found[title].setdefault(name, set()).add(_elements(effect))
    return tuple(
        (title, listed(_place(*each) for each in names.items())) for title, names in found.items() if names
    )


def effects_inside(op: Operation, effects: Effects) -> Iterator[Effect]:
    """What a task, or a part of a program, does to memory that is there before, op by op; what it waits for left out."""
    for each in walk(op):
        if each.regions or kind_of(each) in WAITS:
            continue
        for effect in effects.of(each):
            if not (isinstance(effect.root, SSAValue) and is_defined_below(view_source(effect.root), op)):
                yield effect


def _place(name: str, elements: set[str]) -> str:
    return name + (elements.pop() if len(elements) == 1 else "")


def root_name(root: SSAValue | Resource) -> str:
    """What the program calls the memory; empty for what nobody sees as memory."""
    if isinstance(root, Resource):
        return _NAMES_OF_RESOURCES.get(root, "")
    return name_of(view_source(root))


def _elements(effect: Effect) -> str:
    if not effect.indices or effect.sizes is not None:
        return ""
    return f"[{', '.join(map(number_text, effect.indices))}]"


def number_text(value: SSAValue) -> str:
    """A constant, or what the program calls the number."""
    constant = constant_of(value)
    if constant is not None:
        return str(constant)
    return f"%{value.name_hint}" if value.name_hint else "…"


def listed(names: Iterable[str]) -> str:
    """Names with commas between them; of very many only the first."""
    several = list(dict.fromkeys(names))
    more = len(several) - _MOST_NAMES
    return ", ".join(several[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def result_text(op: Operation, lines: Sequence[str]) -> str:
    """What the program's text calls what the op makes: `%made`; empty where it has no name."""
    span = span_of(op)
    if span is not None and 0 < span.line <= len(lines):
        return named_before(lines[span.line - 1][: span.column - 1])
    return f"%{op.results[0].name_hint}" if op.results and op.results[0].name_hint else ""


def family_of(task: Operation) -> tuple[str, str]:
    """The one function that a task calls, if it does little else; and the call as a text."""
    inner = [op for op in walk(task) if op is not task]
    calls = [op for op in inner if kind_of(op) is OpKind.CALL]
    if len(calls) != 1 or any(op.regions for op in inner):
        return "", ""
    name = callee_name(calls[0]) or ""
    return name, f"@{name}({', '.join(map(argument_text, calls[0].operands))})"


def argument_text(value: SSAValue) -> str:
    """An operand of a call."""
    return number_text(value) if constant_of(value) is not None or value.name_hint else name_of(value)


def loop_text(loop: Operation) -> str:
    """What a loop counts, and how often it runs: `for %i: 16 times`."""
    if kind_of(loop) is OpKind.CONDITIONAL_LOOP and not counts_of(loop):
        return "while: unknown how often"
    counts = [c for c in counts_of(loop) if c.values]
    names = ", ".join(f"%{c.values[0].name_hint}" for c in counts if c.values[0].name_hint)
    word = (
        "for"
        if kind_of(loop) is OpKind.COUNTED_LOOP
        else "while"
        if not _is_parallel(loop)
        else "parallel for"
    )
    return f"{word}{' ' + names if names else ''}: {times_text(loop)}"


def _is_parallel(loop: Operation) -> bool:
    return kind_of(loop) in (OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL)


def times_text(loop: Operation) -> str:
    """`16 times`, `%n times`, `at most 8 times`, `unknown how often`."""
    trips = trips_of(loop)
    if trips.most is not None and trips.least == trips.most:
        return "once" if trips.most == 1 else f"{trips.most} times"
    texts = [_symbolic(count) for count in counts_of(loop)]
    if texts and all(texts):
        return " \N{MULTIPLICATION SIGN} ".join(texts) + " times"
    return "unknown how often" if trips.most is None else f"at most {trips.most} times"


def _symbolic(count: Count) -> str:
    """How often, in the words of the program; empty if a bound has no name."""
    lower, upper = constant_of(count.lower), constant_of(count.upper)
    step = count.step if isinstance(count.step, int) else constant_of(count.step)
    if lower is not None and upper is not None and step:
        return str(max(0, -((lower - upper) // step)))
    if step is None or step <= 0 or not (_is_said(count.lower) and _is_said(count.upper)):
        return ""
    text = number_text(count.upper) + (f" - {number_text(count.lower)}" if lower != 0 else "")
    return text if step == 1 else f"({text}) / {step}" if lower != 0 else f"{text} / {step}"


def _is_said(value: SSAValue) -> bool:
    return constant_of(value) is not None or bool(value.name_hint)


def is_end(op: Operation) -> bool:
    """Whether the op only ends its block."""
    return op.has_trait(IsTerminator, value_if_unregistered=False)
