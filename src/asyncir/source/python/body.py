"""The body of one function while it is translated: its variables, and where its text goes.

Variables are values (SSA): `env` has what each one is at this place. `flow` is False where nothing can arrive, as behind
`return`. Arrays that the function allocates have counts of references, which variables and temporaries hold: `assign` and
`forget` keep them. Temporaries of a statement are given up at its end, those of a region in an expression at that one's end.

Where a type is not known yet, as of a variable that only a later turn of a loop assigns, or of the result of a function that
calls itself, `NotYetKnown` is raised: the statement counts as one from which nothing goes on, and the loop, or the function,
is translated again with what became known.
"""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asyncir.diagnostics import Note
from asyncir.source.python import scalars
from asyncir.source.python.errors import Untranslatable
from asyncir.source.python.scopes import Liveness
from asyncir.source.python.types import (
    CELL,
    UNBOUND,
    ArrayType,
    ConflictType,
    MaybeType,
    NumberType,
    RecordType,
    TupleType,
    Type,
    leaves,
    parts,
)
from asyncir.source.python.values import (
    Array,
    Conflict,
    Maybe,
    Num,
    Nursery,
    ObjectValue,
    Spawned,
    Static,
    Tuple,
    Unbound,
    Value,
    rebuilt,
    type_of,
)
from asyncir.source.python.writer import Lines, Writer

if TYPE_CHECKING:
    from asyncir.source.python.joins import Join
    from asyncir.source.python.program import FunctionInstance

IMMORTAL = "asyncir_immortal"
"""The count of arrays that the caller has; it never falls to zero."""


class NotYetKnown(Exception):
    """A type that is not known yet. `error` says what is wrong if it stays so."""

    def __init__(self, error: Untranslatable):
        super().__init__(str(error))
        self.error = error


@dataclass
class LoopTargets:
    """Where `break` and `continue` of a loop go; None: that jump has no place, as out of a parallel loop."""

    at_break: Join | None
    at_continue: Join | None


class Body:
    """What is known while the statements of a function are translated, one after the other."""

    def __init__(self, instance: FunctionInstance, liveness: Liveness):
        self.instance = instance
        self.program = instance.program
        self.w = Writer(instance.function.text)
        self.env: dict[str, Value] = {}
        self.flow = True
        self.blocks = True
        self.liveness = liveness
        self.loops: list[LoopTargets] = []
        self.returned: list[tuple[Value, Lines, ast.AST]] = []
        self.unknown: list[Untranslatable] = []
        self.temporaries: list[Array] = []
        self.unused: ast.expr | None = None
        """The call whose result nobody takes."""
        self.effects = 0
        """How many calls were translated that may write to memory."""
        self.parallel = 0
        self.conditional = 0
        """In how many expressions this one is that may not be evaluated."""
        self.guessed: set[str] = set()
        """Lists of which it is not known what they hold, and that hold whole numbers for want of better."""
        self.in_part: set[str] = set()
        """Variables that were assigned in such expressions."""
        self.timeouts: list[str] = []
        """The timeouts around this place, as what ends them takes them."""

    def fail(
        self, code: str, message: str, node: ast.AST, help: str, notes: tuple[Note, ...] = ()
    ) -> Untranslatable:
        """The error for what is written there."""
        return self.instance.function.text.error(code, message, node, help, notes)

    # Regions and places.

    @contextmanager
    def writing(self, lines: Lines) -> Generator[Lines]:
        """Write to these lines."""
        before = self.w.writing(lines)
        try:
            yield lines
        finally:
            self.w.writing(before)

    @contextmanager
    def region(self, blocks: bool = False) -> Generator[Lines]:
        """Write a region of an op, with temporaries of its own; what is assigned in it is not seen behind it."""
        env, flow, before, temporaries = self.env, self.flow, self.blocks, self.temporaries
        self.env, self.blocks, self.temporaries = dict(env), blocks, []
        try:
            with self.writing([]) as lines:
                yield lines
        finally:
            self.env, self.flow, self.blocks, self.temporaries = env, flow, before, temporaries

    def end(self) -> None:
        """Nothing goes on from here: something has failed. The end of a region that is no block is written by its op."""
        if self.blocks:
            self.w.line("ub.unreachable")
        self.flow = False

    # Variables.

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a variable a value, and let go of the one that it had."""
        if type_of(value) is None:
            raise self.fail("J006", f"a variable cannot hold {described(value)}", node, _holdable(value))
        old = self.env.get(name)
        if old is value:
            return
        if name in self.instance.function.growing:
            # late: lists that grow are made of what bodies hold
            from asyncir.source.python.growing import with_room

            value = with_room(self, value, name, node)
        self._refuse_alias(name, value, node)
        self.keep(value)
        self.env[name] = value
        if old is not None:
            self.release(old)

    def _refuse_alias(self, name: str, value: Value, node: ast.AST) -> None:
        """The variable of a task holds the arrays that it gives, so there is one."""
        match value:
            case Spawned() if gives_counted(value):
                if any(has_task(held, value) for other, held in self.env.items() if other != name):
                    message = "a task that gives arrays has one name"
                    raise self.fail("J014", message, node, "await it under that name, and name what it gives")
            case Tuple(items):
                for item in items:
                    self._refuse_alias(name, item, node)
            case _:
                pass

    def forget(self, names: Iterable[str]) -> None:
        """Let go of variables that nobody reads any more."""
        for name in sorted(names):
            if (value := self.env.pop(name, None)) is not None:
                self.release(value)

    def read(self, name: str, node: ast.AST) -> Value | None:
        """The value of a local variable; None: there is none of that name. A list that grows is read as it is now."""
        value = self.held(name, node)
        if isinstance(value, ObjectValue) and value.type.grows:
            # late: as above
            from asyncir.source.python.growing import as_it_is

            return as_it_is(self, value)
        return value

    def held(self, name: str, node: ast.AST) -> Value | None:
        """What a local variable holds; None: there is none of that name."""
        value = self.env.get(name)
        if value is None and name not in self.instance.function.locals:
            return None
        if value is None or isinstance(value, Unbound):
            message = f"'{name}' has no value here"
            help = f"assign '{name}' before, on each way that leads here"
            if name in self.in_part:
                message = f"'{name}' is assigned in a part of an expression that may not be evaluated, and read behind it"
                help = f"assign '{name}' in a statement of its own"
            raise NotYetKnown(self.instance.function.text.error("J007", message, node, help))
        if type_of(value) is None:
            return value
        match value:
            case Maybe(inner, bound):
                message = f"UnboundLocalError: cannot access local variable '{name}'"
                scalars.check(self.w, bound, message)
                return inner
            case _:
                if isinstance(type_ := type_of(value), ConflictType):
                    message = f"'{name}' is {type_.one} or {type_.other} here, by the way that leads here"
                    help = "give it one type, or use two variables"
                    error = self.fail("J007", message, node, help)
                    # An attempt to come may know a type for both lists.
                    raise NotYetKnown(error) if _are_lists(type_) else error
                return value

    # Counts of references.

    def keep(self, value: Value) -> None:
        """A variable, or a result, holds the value: take it over from the temporaries, or count it."""
        match value:
            case Array(ArrayType(counted=True)):
                held = next((t for t in self.temporaries if t.cell == value.cell), None)
                if held is not None:
                    self.temporaries.remove(held)
                else:
                    self._count(value, 1)
            case Tuple(items) | ObjectValue(items=items):
                for item in items:
                    self.keep(item)
            case Maybe(inner, bound) if is_counted(inner):
                with self._if(bound):
                    self.keep(inner)
            case _:
                pass

    def release(self, value: Value) -> None:
        """Somebody lets go of the value; memory that nobody holds is freed."""
        match value:
            case Array(ArrayType(counted=True)):
                left = self._count(value, -1)
                last = scalars.test(self.w, "==", NumberType("i", 64), left, self.w.constant("i64", "1"))
                with self._if(last):
                    self.w.line(f"memref.dealloc {value.base} : {value.type.base}")
                    self.w.line(f"memref.dealloc {value.cell} : {CELL}")
            case Tuple(items) | ObjectValue(items=items):
                for item in items:
                    self.release(item)
            case Maybe(inner, bound) if is_counted(inner) or isinstance(inner, Spawned):
                with self._if(bound):
                    self.release(inner)
            case Spawned(done=done) if not done or gives_counted(value):
                # No task outlives the function that has started it, which may own what it works on. Its variable holds
                # what it gives; each await has counted that for itself.
                self.release(rebuilt(value.type.result, self.wait(value)))
            case _:
                pass

    def wait(self, task: Spawned) -> list[str]:
        """Wait for a task; returns the names of what it gives."""
        types = parts(task.type)
        if types == ["!async.token"]:
            self.w.line(f"async.await {task.names[0]} : !async.token")
            return []
        pairs = zip(task.names, types, strict=True)
        return [self.w.op(f"async.await {name} : {type_}") for name, type_ in pairs]

    def _count(self, array: Array, by: int) -> str:
        one = self.w.constant("i64", str(by))
        return self.w.op(
            f"memref.atomic_rmw addi {one}, {array.cell}[{self.w.index(0)}] : (i64, {CELL}) -> i64"
        )

    @contextmanager
    def _if(self, condition: str) -> Generator[None]:
        self.w.raw(f"scf.if {condition} {{")
        with self.region() as lines:
            yield
        self.w.lines.append(lines)
        self.w.line("}")

    def give_up_temporaries(self) -> None:
        """At the end of a statement, or of a region of an expression."""
        temporaries, self.temporaries = self.temporaries, []
        if self.flow:
            for array in temporaries:
                self.release(array)

    # Values in other types.

    def adapted(self, value: Value | None, type_: Type) -> Value:
        """The value as one of a type that is the union of its own and others."""
        if value is None or isinstance(value, Unbound):
            if isinstance(type_, MaybeType):
                names = [self.w.poison(part) for part in parts(type_.value)]
                return Maybe(rebuilt(type_.value, names), self.w.constant("i1", "false"))
            return Unbound()
        match type_:
            case ConflictType():
                return Conflict(type_)
            case MaybeType(inner):
                if isinstance(value, Maybe):
                    return Maybe(self.adapted(value.value, inner), value.bound)
                return Maybe(self.adapted(value, inner), self.w.constant("i1", "true"))
            case NumberType() if isinstance(value, Num):
                return scalars.convert(self.w, value, type_)
            case ArrayType() if isinstance(value, Array):
                return self._array_as(value, type_)
            case TupleType(items) if isinstance(value, Tuple):
                pairs = zip(value.items, items, strict=True)
                return Tuple(tuple(self.adapted(item, t) for item, t in pairs))
            case RecordType() if isinstance(value, ObjectValue) and type_.is_list:
                # late: as above
                from asyncir.source.python.growing import adapted_list

                return value if value.type == type_ else adapted_list(self, value, type_)
            case RecordType(items=items) if isinstance(value, ObjectValue):
                pairs = zip(value.items, items, strict=True)
                return ObjectValue(type_, tuple(self.adapted(item, t) for item, t in pairs))
            case _:
                return value

    def _array_as(self, value: Array, type_: ArrayType) -> Array:
        view, base, cell = value.view, value.base, value.cell
        if type_.dense != value.type.dense:
            view = self.w.op(f"memref.cast {view} : {value.type.mlir} to {type_.mlir}")
        if type_.counted and not value.type.counted:
            self.instance.borrows = True
            # The caller has it: it shows no base, and its count is one that never ends.
            base = self.w.poison(type_.base)
            cell = self.w.op(f"memref.get_global @{IMMORTAL} : {CELL}")
            self.program.needs_immortal = True
        return Array(type_, view, base, cell)

    def names_of(self, value: Value) -> list[str]:
        """The names of a value's parts."""
        match value:
            case Num():
                return [self.w.name(value)]
            case Array(ArrayType(counted=True)):
                return [value.view, value.base, value.cell]
            case Array():
                return [value.view]
            case Tuple(items) | ObjectValue(items=items):
                return [name for item in items for name in self.names_of(item)]
            case Maybe(inner, bound):
                return [*self.names_of(inner), bound]
            case Spawned():
                return list(value.names)
            case Nursery():
                return [value.name]
            case _:
                return []

    def poisons(self, type_: Type) -> list[str]:
        """Names for the parts of a value that is never looked at."""
        return [self.w.poison(part) for part in parts(type_)]

    def type_here(self, name: str) -> Type:
        """The type of a variable at this place."""
        value = self.env.get(name)
        return UNBOUND if value is None else type_of(value) or UNBOUND


def _are_lists(type_: ConflictType) -> bool:
    return all(isinstance(one, RecordType) and one.is_list for one in (type_.one, type_.other))


def gives_counted(task: Spawned) -> bool:
    """Whether a task gives something of which references are counted."""
    return any(isinstance(leaf, ArrayType) and leaf.counted for leaf in leaves(task.type.result))


def has_task(value: Value, task: Spawned) -> bool:
    """Whether a value is that task, or has it in it."""
    match value:
        case Spawned(names=names):
            return names == task.names
        case Tuple(items):
            return any(has_task(item, task) for item in items)
        case Maybe(inner):
            return has_task(inner, task)
        case _:
            return False


def is_counted(value: Value) -> bool:
    """Whether references to memory of it are counted."""
    match value:
        case Array(type_):
            return type_.counted
        case Tuple(items) | ObjectValue(items=items):
            return any(map(is_counted, items))
        case Maybe(inner):
            return is_counted(inner)
        case _:
            return False


def described(value: Value) -> str:
    """A value in words, for messages."""
    match value:
        case Static(None):
            return "None"
        case Static(known) if isinstance(known, str):
            return "a text"
        case Static(known):
            return f"'{getattr(known, '__name__', type(known).__name__)}'"
        case _:
            pass
    type_ = type_of(value)
    if type_ is not None:
        return f"a value of type {type_}"
    return {
        "Unawaited": "a coroutine that was not awaited",
        "Method": "a method",
        "Elements": "an expression on arrays",
        "Turns": "a range",
    }[type(value).__name__]


def _holdable(value: Value) -> str:
    name = type(value).__name__
    return {
        "Unawaited": "await it at once, or start it with asyncir.spawn(f, ...)",
        "Turns": "write the range where the loop is",
        "Method": "call it",
    }.get(name, "use it where it is made")
