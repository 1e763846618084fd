"""What an op touches, and when: the one interface that races, CSE, code motion and synchronisation ask.

An op declares its effects by carrying a trait derived from `HasEffects`. Nothing else lists op classes: an
analysis calls `effects_of(op)` and reads the answer. xDSL's own effect traits on ops that we do not define
are translated here, and xDSL's queries on our ops are answered from the same declaration.

The rules, each of which errs on the side of more effects:

- An op with regions that does what they do has the union of their effects, without those on objects that the
  regions allocate themselves.
- A call has its callee's effects, with the callee's arguments replaced by the operands; recursion is a least
  fixed point. A function that is only declared does anything, unless its `asyncir.effects` says `none`,
  `read` or `output`; or `arguments`: it touches nothing else, keeps none of them, and each may say what is done
  with it.
- A launch has the effects of its body: they may happen from now on. A wait has them too: they have happened
  afterwards. A wait for something unknown is a full barrier.
- An op that declares nothing does everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.effect_declarations import (
    declared_effects as declared_effects,
    global_of as global_of,
    is_allocation as is_allocation,
    is_in_memory as is_in_memory,
    is_memory as is_memory,
    is_recursive,
    is_view as is_view,
    touches_nothing as touches_nothing,
    view_source as view_source,
)
from asyncir.dialects.effect_types import (
    ANYTHING as ANYTHING,
    BARRIER as BARRIER,
    FAILURE as FAILURE,
    HEAP as HEAP,
    OUTPUT as OUTPUT,
    TASKS as TASKS,
    UNKNOWN as UNKNOWN,
    AbsoluteView as AbsoluteView,
    Access as Access,
    AsksShape as AsksShape,
    Effect as Effect,
    HasEffects as HasEffects,
    IndexedView as IndexedView,
    Milestone as Milestone,
    NumberOf as NumberOf,
    NumberT as NumberT,
    Overlaps as Overlaps,
    RelativeView as RelativeView,
    Resource as Resource,
    Speculatable as Speculatable,
    ViewLike as ViewLike,
)
from asyncir.ir import (
    ArrayAttr,
    Block,
    BlockArgument,
    ConditionallySpeculatable,
    DictionaryAttr,
    IsTerminator,
    MemoryEffect,
    NoMemoryEffect,
    Operation,
    OpResult,
    Pure,
    SSAValue,
    StringAttr,
    SymbolRefAttr,
)
from asyncir.ir.graphs import components
from asyncir.ir.marks import EFFECTS_ATTRIBUTE
from asyncir.ir.symbols import ops_of
from asyncir.ir.walk import outermost, walk

_MARKED: dict[str, tuple[Effect, ...]] = {
    "none": (),
    "read": (Effect(Access.READ, ANYTHING),),
    "output": (Effect(Access.WRITE, OUTPUT),),
}

_OF_ARGUMENT: dict[str, tuple[tuple[Access, bool], ...]] = {
    "": ((Access.READ, False), (Access.WRITE, False)),
    "none": (),
    "read": ((Access.READ, False),),
    "write": ((Access.WRITE, False),),
    "fill": ((Access.WRITE, True),),
}
"""How each is touched, and whether every element is; `fill` writes all of them and reads none before."""

_LAUNCHES = frozenset({"async.execute", "async.region"})
_AWAITS = frozenset(
    {"async.await", "async.await_all", "async.runtime.await", "async.runtime.await_and_resume"}
)
_READY = frozenset({"async.ready"})

_MOST_EFFECTS = 256
"""An answer with more effects than this becomes one that says `ANYTHING`, so that answers stay small."""

_MOST_NESTED_WAITS = 30
"""How many tasks deep a wait is followed; what lies deeper counts as unknown."""


def effects_of(op: Operation) -> tuple[Effect, ...]:
    """Everything that executing `op` touches. Passes that ask often keep an `Effects` and ask that."""
    return Effects().of(op)


def is_pure(op: Operation) -> bool:
    """Whether executing `op` touches nothing at all, so that its results depend on its operands alone."""
    return not effects_of(op)


def callee_name(op: Operation) -> str | None:
    """The symbol that `op` calls, where it is a direct call."""
    callee = op.properties.get("callee")
    if callee is None:
        return None  # It is so of nearly all ops, and costs less to see than what an attribute is.
    return callee.root_reference.data if isinstance(callee, SymbolRefAttr) else None


class Effects:
    """Answers about the ops of one program, each computed once.

    An answer stays true while ops are moved, merged or dropped, since that only takes effects away. After
    adding ops or functions, ask a new `Effects`. Ops that `without` picks count as if they touched nothing, in callees too.
    """

    def __init__(self, without: Callable[[Operation], bool] | None = None) -> None:
        self._without = without
        self._answers: dict[Operation, tuple[Effect, ...]] = {}
        self._completions: dict[SSAValue, tuple[Effect, ...]] = {}
        self._functions: dict[Operation, tuple[Effect, ...]] = {}
        self._symbols: dict[Operation, dict[str, Operation]] = {}
        self._nested_waits = 0

    def of(self, op: Operation) -> tuple[Effect, ...]:
        """Everything that executing `op` touches."""
        if declares_nothing(type(op)):
            return ()
        answer = self._answers.get(op)
        if answer is None and not op.regions:
            answer = self._answers[op] = self._compute(op)
        if answer is None:
            for inner in reversed(self._unanswered_regions(op)):
                self._answers[inner] = self._compute(inner)
            answer = self._answers[op]
        return answer

    def is_pure(self, op: Operation) -> bool:
        """Whether executing `op` touches nothing at all."""
        return not self.of(op)

    def surely_changes(self, op: Operation) -> bool:
        """Whether a first look shows that executing `op` writes or frees something: not all that it touches is asked for.

        If not, `of` has the answer.
        """
        if op.name in _AWAITS:
            awaited: SSAValue = op.operands[0]
            launch = awaited.owner
            return isinstance(launch, Operation) and launch.name in _LAUNCHES and self.surely_changes(launch)
        if self._without is not None or not op.regions or not _has_its_regions_effects(op):
            return False
        return any(
            effect.access in (Access.WRITE, Access.FREE) and _seen_from_outside(effect, op) is not None
            for inner in ops_of(op)
            if not inner.regions
            for effect in self.of(inner)
        )

    def _unanswered_regions(self, op: Operation) -> list[Operation]:
        """`op` and the ops with regions below it whose answers its own needs, outer before inner."""
        order, pending = [op], [op]
        while pending:
            current = pending.pop()
            if not _has_its_regions_effects(current):
                continue
            for inner in ops_of(current):
                if inner.regions and inner not in self._answers:
                    order.append(inner)
                    pending.append(inner)
        return order

    def _compute(self, op: Operation) -> tuple[Effect, ...]:
        if self._without is not None and self._without(op):
            return ()
        if op.has_trait(Overlaps, value_if_unregistered=False):
            return _united((*(declared_effects(op) or ()), *map(_in_flight, self._union(op))))
        if op.name in _LAUNCHES:
            body = self._union(op)
            late = tuple(replace(effect, milestone=Milestone.WRITTEN) for effect in body)
            writes = any(effect.access in (Access.WRITE, Access.FREE) for effect in body)
            return (*late, Effect(Access.WRITE, TASKS)) if writes else late
        if op.name in _AWAITS:
            return _united(effect for operand in op.operands for effect in self.completion(operand))
        name = callee_name(op)
        if name is not None:
            return self._of_call(op, name)
        own = declared_effects(op)
        if own is None:
            return UNKNOWN
        return _united((*own, *self._union(op))) if op.regions and is_recursive(op) else own

    def _union(self, op: Operation) -> tuple[Effect, ...]:
        """The effects of the ops directly in `op`'s regions, seen from outside."""
        return _united(
            effect
            for inner in ops_of(op)
            for effect in (_seen_from_outside(e, op) for e in self.of(inner))
            if effect is not None
        )

    def completion(self, value: SSAValue) -> tuple[Effect, ...]:
        """What may have happened by the time that the token, value or group is complete."""
        known = self._completions.get(value)
        if known is not None:
            return known
        if self._nested_waits >= _MOST_NESTED_WAITS:
            return BARRIER
        self._nested_waits += 1
        answer = self._compute_completion(value)
        self._nested_waits -= 1
        self._completions[value] = answer
        return answer

    def _compute_completion(self, value: SSAValue) -> tuple[Effect, ...]:
        if not isinstance(value, OpResult):
            return BARRIER
        op = value.op
        if op.name in _READY:
            return ()
        if op.name in _LAUNCHES:
            before = (self.completion(o) for o in op.operands if isinstance(o.type, CompletionType))
            # Values that are no completions may be used behind a wait alone: it stays where it is.
            kept = any(not isinstance(result.type, CompletionType) for result in op.results)
            own = (*self.of(op), Effect(Access.WRITE, TASKS)) if kept else self.of(op)
            return _united((*own, *(effect for effects in before for effect in effects)))
        # An operation outside does what its op says, and nothing else is known to be over when it is.
        outside = op.has_trait(AsyncOpInterface) and op.name not in _AWAITS
        return self.of(op) if outside or callee_name(op) is not None else BARRIER

    def _of_call(self, op: Operation, name: str) -> tuple[Effect, ...]:
        function = self._lookup(op, name)
        if function is None:
            return UNKNOWN
        if _touches_arguments_alone(function):
            return tuple(_of_arguments(function, op.operands))
        if function not in self._functions:
            self._summarise(function)
        return _united(_at_call(effect, op) for effect in self._functions.get(function, UNKNOWN))

    def keeps_nothing(self, call: Operation) -> bool:
        """Whether it is known of the callee that no argument is in use when it has returned."""
        name = callee_name(call)
        function = None if name is None else self._lookup(call, name)
        return function is not None and _touches_arguments_alone(function)

    def _lookup(self, op: Operation, name: str) -> Operation | None:
        top = outermost(op)
        if top not in self._symbols:
            self._symbols[top] = {
                symbol.data: inner
                for inner in ops_of(top)
                if isinstance(symbol := inner.get_attr_or_prop("sym_name"), StringAttr)
            }
        return self._symbols[top].get(name)

    def _summarise(self, function: Operation) -> None:
        """Compute the effects of `function` and of all that it calls, callees first."""
        for component in components([function], self._callees):
            if component[0] in self._functions:
                continue
            # Inside a cycle of calls the answers grow from nothing until they no longer change.
            cyclic = len(component) > 1 or component[0] in self._callees(component[0])
            for member in component:
                self._functions[member] = ()
            while True:
                saved = (dict(self._answers), dict(self._completions)) if cyclic else None
                found = {
                    member: _united((*self._functions[member], *self._of_function(member)))
                    for member in component
                }
                stable = all(set(found[member]) == set(self._functions[member]) for member in component)
                self._functions.update(found)
                if saved is None or stable:
                    break
                self._answers, self._completions = saved

    def _callees(self, function: Operation) -> list[Operation]:
        if function in self._functions:
            return []  # Known already, so that what it calls is, too.
        names = {name: op for op in walk(function) if (name := callee_name(op)) is not None}
        callees = (self._lookup(op, name) for name, op in names.items())
        return [callee for callee in callees if callee is not None]

    def _of_function(self, function: Operation) -> tuple[Effect, ...]:
        """The effects of the body, on arguments, globals, resources or anything."""
        if not any(region.first_block for region in function.regions):
            marked = function.attributes.get(EFFECTS_ATTRIBUTE)
            return _MARKED.get(marked.data, UNKNOWN) if isinstance(marked, StringAttr) else UNKNOWN
        entry = function.regions[0].first_block
        return _united(_in_terms_of_arguments(effect, entry) for effect in self._union(function))


def is_speculatable(op: Operation) -> bool:
    """Whether `op` can be executed although the program would not have reached it: no fault, no divergence.

    Says nothing of effects: ask `is_pure` as well.
    """
    pending = [op]
    while pending:
        current = pending.pop()
        if not _is_speculatable_itself(current):
            return False
        if current.regions:
            pending.extend(ops_of(current))
    return True


def _is_speculatable_itself(op: Operation) -> bool:
    if op.has_trait(Speculatable, value_if_unregistered=False):
        return all(region.first_block is region.last_block for region in op.regions)
    conditions = op.get_traits_of_type(ConditionallySpeculatable)
    if conditions:
        return not op.regions and all(condition.is_speculatable(op) for condition in conditions)
    return op.has_trait(IsTerminator, value_if_unregistered=False) and not op.successors


@cache
def declares_nothing(cls: type[Operation]) -> bool:
    """Whether that is so of each op of the class, by what it declares."""
    declared = cls.get_traits_of_type(MemoryEffect)
    others = cls.has_trait(Overlaps) or cls.has_trait(HasEffects) or cls.name in _LAUNCHES | _AWAITS
    return bool(declared) and all(type(each) in (Pure, NoMemoryEffect) for each in declared) and not others


def changes_something(cls: type[Operation]) -> bool:
    """Whether each op of the class writes or frees something for sure, by what it declares."""
    if cls.has_trait(Overlaps) or cls.name in _LAUNCHES | _AWAITS:
        return False  # Their effects are those of what they launch, and of what they wait for.
    certain = {access for trait in cls.get_traits_of_type(HasEffects) for access in trait.certain}
    return not certain <= {Access.READ, Access.ALLOC}


def _has_its_regions_effects(op: Operation) -> bool:
    return op.name in _LAUNCHES or is_recursive(op)


def _united(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects without repetition, in order; coarser where there are too many."""
    united = tuple(dict.fromkeys(effects))
    if len(united) <= _MOST_EFFECTS:
        return united
    coarser = (e if isinstance(e.root, Resource) else Effect(e.access, ANYTHING) for e in united)
    return tuple(dict.fromkeys(coarser))


def _seen_from_outside(effect: Effect, op: Operation) -> Effect | None:
    """An effect of an op directly in `op`'s regions as one of `op`; None where nothing outside sees it."""
    if isinstance(effect.root, Resource):
        return effect
    base = view_source(effect.root)
    if is_allocation(base) and base.owner.parent_op() is op:
        return Effect(Access.ALLOC, HEAP) if effect.access is Access.ALLOC else None
    named = global_of(base)
    return Effect(
        effect.access, named or base, milestone=effect.milestone
    )  # `replace` takes four times as long


def _in_flight(effect: Effect) -> Effect:
    """An effect of an op in a region that is in flight."""
    read = effect.access is Access.READ
    return replace(effect, milestone=Milestone.SOURCE_READ if read else Milestone.WRITTEN)


def _in_terms_of_arguments(effect: Effect, entry: Block | None) -> Effect:
    if isinstance(effect.root, Resource):
        return replace(effect, milestone=Milestone.ISSUE)
    argument = isinstance(effect.root, BlockArgument) and effect.root.block is entry
    return Effect(effect.access, effect.root if argument else ANYTHING)


def _touches_arguments_alone(function: Operation) -> bool:
    marked = function.attributes.get(EFFECTS_ATTRIBUTE)
    declared = not any(region.first_block for region in function.regions)
    return declared and isinstance(marked, StringAttr) and marked.data == "arguments"


def _of_arguments(function: Operation, operands: Sequence[SSAValue]) -> Iterable[Effect]:
    """What the declaration says of each argument."""
    listed = function.get_attr_or_prop("arg_attrs")
    said = cast("ArrayAttr[DictionaryAttr]", listed).data if isinstance(listed, ArrayAttr) else ()
    for number, operand in enumerate(operands):
        if is_memory(operand.type):
            own = said[number].data.get(EFFECTS_ATTRIBUTE) if number < len(said) else None
            word = own.data if isinstance(own, StringAttr) else ""
            for access, whole in _OF_ARGUMENT.get(word, _OF_ARGUMENT[""]):
                yield Effect(access, operand, whole=whole)


def _at_call(effect: Effect, call: Operation) -> Effect:
    if isinstance(effect.root, BlockArgument) and effect.root.index < len(call.operands):
        return replace(effect, root=call.operands[effect.root.index])
    return effect
