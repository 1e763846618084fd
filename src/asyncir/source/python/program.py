"""From a Python function, and types for its parameters, to a module of MLIR text.

Each function that is called is translated for the types that it is called with: an *instance*. What an instance returns is
known when its body was translated; a function that calls itself is translated again with what its other ways return, until
nothing is new. Types only ever widen, so this ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from asyncir.source.python.body import IMMORTAL, Body
from asyncir.source.python.functions import PythonFunction, function_of
from asyncir.source.python.hosts import HostFunction, declaration
from asyncir.source.python.nested import lifted
from asyncir.source.python.scopes import Liveness
from asyncir.source.python.types import (
    CELL,
    NONE,
    NUMPY,
    ArrayType,
    ConflictType,
    MaybeType,
    NumberType,
    TaskGroupType,
    TaskType,
    Type,
    leaves,
    parts,
    typed_lists,
    unify,
)
from asyncir.source.python.values import Array, Value, rebuilt, type_of
from asyncir.source.python.writer import Lines, constant_text, flattened, indented

Key = tuple[Any, tuple[Type, ...]]
MOST_ROUNDS = 12
"""So often a program is translated again, each time with wider types of what its functions return."""


@dataclass(frozen=True, slots=True)
class TranslationOptions:
    """How functions are translated. `bounds`: an index out of bounds raises. `fast`: floats may be computed in any order."""

    bounds: bool = False
    fast: bool = False


@dataclass(frozen=True)
class Translated:
    """A module. `result` is what its public function, which is called `name`, returns."""

    text: str
    name: str
    arguments: tuple[Type, ...]
    result: Type
    exceptions: dict[str, type[BaseException]]
    is_async: bool
    writes: bool
    loops: bool
    hosts: tuple[HostFunction, ...] = ()
    """The coroutines of Python that it awaits."""


class PythonProgram:
    """The functions of one module, by what they are called with."""

    def __init__(self, options: TranslationOptions):
        self.options = options
        self.results: dict[Key, Type] = {}
        self.borrowed: set[Key] = set()
        """Those that may return memory of an argument."""
        self.exceptions: dict[str, type[BaseException]] = {}
        self.globals: dict[int, tuple[Any, str, str]] = {}
        self.needs_immortal = False
        self.functions: dict[Any, PythonFunction] = {}
        self.host_names: dict[Any, str] = {}
        self.hosts: dict[str, HostFunction] = {}
        self.externs: dict[str, str] = {}
        """Declarations of functions of the runtime."""
        self._instances: dict[Key, FunctionInstance] = {}
        self._names: dict[str, int] = {}
        self._changed = False

    def function(self, function: Callable[..., Any]) -> PythonFunction:
        """The source of a function, read once."""
        if function not in self.functions:
            self.functions[function], inner = lifted(function_of(function))
            self.functions.update({one.object: one for one in inner})
        return self.functions[function]

    def instance(self, function: Callable[..., Any], types: tuple[Type, ...]) -> FunctionInstance:
        """The function for these types; translated, or in the midst of it."""
        key = function, types
        if key not in self._instances:
            source = self.function(function)
            count = self._names.get(source.name, 0)
            self._names[source.name] = count + 1
            name = source.name if not count else f"{source.name}.{count}"
            self._instances[key] = one = FunctionInstance(self, source, types, name)
            one.translate()
            known = self.results.get(key)
            if one.borrows and key not in self.borrowed:
                self.borrowed.add(key)
                self._changed |= one.recurred
            if one.result is not None and one.result != known:
                self.results[key] = one.result if known is None else unify(known, one.result)
                self._changed |= one.recurred
        return self._instances[key]

    @property
    def instances(self) -> Iterable[FunctionInstance]:
        """All functions that are translated so far."""
        return self._instances.values()

    def translate(self, function: Callable[..., Any], types: Sequence[Type]) -> Translated:
        """The module for that function; raises `Untranslatable`."""
        for left in reversed(range(MOST_ROUNDS)):
            self._instances, self._names, self._changed = {}, {}, False
            self.hosts, self.externs = {}, {}
            root = self.instance(function, tuple(types))
            if not self._changed:
                return self._module(root)
            if not left:
                message = f"no type is found for what '{root.function.name}' returns"
                help = "return the same type on each way"
                raise root.function.text.error("J017", message, root.function.node, help)
        raise AssertionError("there is a last round")

    def _module(self, root: FunctionInstance) -> Translated:
        for one in self._instances.values():
            one.finish()
        assert root.result is not None
        wrapped = any(isinstance(t, ArrayType) and t.counted for t in leaves(root.result))
        lines: list[str] = [text for _, text, _ in self.globals.values()]
        if self.needs_immortal:
            lines.append(f'memref.global "private" @{IMMORTAL} : {CELL} = dense<4611686018427387904>')
        lines += [declaration(host) for host in self.hosts.values()]
        lines += self.externs.values()
        name = root.function.name
        if wrapped:
            root.name = f"{name}.counted"
            lines += _wrapper(name, root)
        apart = self._apart()
        for one in self._instances.values():
            private = wrapped or one is not root
            lines += one.lines(
                private and one in apart, private, {root.function.name: root.name} if wrapped else {}
            )
        loops = any("scf." in line or "cf.br" in line or "call" in line for line in lines)
        return Translated(
            indented(lines),
            name,
            root.types,
            root.result,
            dict(self.exceptions),
            root.function.is_async,
            any(one.writes for one in self._instances.values()),
            loops,
            tuple(self.hosts.values()),
        )

    def _apart(self) -> set[FunctionInstance]:
        """The functions with loops that would be inlined into what waits, and would reload all from its frame there."""
        named = {one.name: one for one in self._instances.values()}
        todo = [one for one in named.values() if one.function.is_async]
        seen, found = set(todo), set[FunctionInstance]()
        while todo:
            for callee in map(named.get, todo.pop().callees()):
                if callee is not None and callee.has_loops():
                    found.add(callee)
                elif callee is not None and callee not in seen:
                    seen.add(callee)
                    todo.append(callee)
        return found

    def constant_array(self, array: Any, body: Body) -> Array | None:
        """An array that was made before, as a constant of the module; None: not of a type that is known."""
        element = NUMPY.get(array.dtype.name)
        if element is None:
            return None
        type_ = ArrayType(element, array.ndim)
        if id(array) not in self.globals:
            name = f"array_{len(self.globals)}"
            flat = array.reshape(-1).tolist()
            listed = ", ".join(constant_text(element, value) for value in flat)
            of = f"memref<{array.size}x{element.mlir}>"
            text = f'memref.global "private" constant @{name} : {of} = dense<[{listed}]>'
            self.globals[id(array)] = array, text, name
        name = self.globals[id(array)][2]
        w = body.w
        base = w.op(f"memref.get_global @{name} : memref<{array.size}x{element.mlir}>")
        extents = [w.index(size) for size in array.shape]
        strides = [w.index(stride // array.itemsize) for stride in _c_strides(array)]
        if strides:
            strides[-1] = "1"
        text = (
            f"memref.reinterpret_cast {base} to offset: [{w.index(0)}], sizes: [{', '.join(extents)}], "
            f"strides: [{', '.join(strides)}] : memref<{array.size}x{element.mlir}> to {type_.mlir}"
        )
        return Array(type_, w.op(text), frozen=True)


def _c_strides(array: Any) -> list[int]:
    strides: list[int] = []
    step = array.itemsize
    for size in reversed(array.shape):
        strides.insert(0, step)
        step *= size
    return strides


def _wrapper(name: str, root: FunctionInstance) -> list[str]:
    """What Python calls: arrays that it gets are its own, and have no count any more."""
    assert root.result is not None
    body = Body(root, Liveness())
    w = body.w
    w.node = root.function.node
    head, names = root.head(body)
    types = parts(root.result)
    results = [w.fresh("r") for _ in types]
    w.raw(
        f"{', '.join(results)} = func.call @{root.name}({', '.join(names)}) : {root.type_text()} {w.location}"
    )
    left = list(results)
    kept: list[str] = []
    given: list[str] = []
    for leaf in leaves(root.result):
        count = len(parts(leaf))
        own, left = left[:count], left[count:]
        if isinstance(leaf, ArrayType) and leaf.counted:
            minus = w.constant("i64", "-1")
            count_name = w.op(
                f"memref.atomic_rmw addi {minus}, {own[2]}[{w.index(0)}] : (i64, {CELL}) -> i64"
            )
            last = w.op(f"arith.cmpi eq, {count_name}, {w.constant('i64', '1')} : i64")
            w.raw(f"scf.if {last} {{")
            w.line(f"memref.dealloc {own[2]} : {CELL}")
            w.line("}")
            kept.append(own[0])
            given.append(leaf.mlir)
        else:
            kept += own
            given += parts(leaf)
    w.line(f"return {', '.join(kept)} : {', '.join(given)}")
    arrow = f"({', '.join(given)})"
    return [
        f"func.func @{name}({head}) -> {arrow} {{",
        *flattened(w.constants),
        *flattened(w.lines),
        f"}} {w.location}",
    ]


@dataclass(eq=False)
class FunctionInstance:
    """A function for certain types of its parameters."""

    program: PythonProgram
    function: PythonFunction
    types: tuple[Type, ...]
    name: str
    result: Type | None = None
    recurred: bool = False
    writes: bool = False
    spawns: bool = False
    borrows: bool = False
    """Whether what it returns may show memory of an argument, on some way, though references to it seem to be counted."""
    first_types: dict[str, NumberType] = field(default_factory=dict[str, NumberType])
    """By variable: what was put into it first, where it was an empty list whose elements had no type yet."""
    list_types: dict[str, NumberType] = field(default_factory=dict[str, NumberType])
    """By variable: the type that its elements are known to have from attempts before."""
    is_last: bool = False
    """Whether lists whose elements have no type have whole numbers."""
    body: Body | None = None
    _text: Lines = field(default_factory=list["str | Lines"])

    def translate(self) -> None:
        """Translate the body, and find out what it returns.

        Where something hangs on the type of an empty list, the body is translated again with what was put into it elsewhere;
        in the end an empty list that nobody puts anything into is one of whole numbers.
        """
        b = self._attempt()
        while any(error.diagnostics[0].code in ("J140", "J007") for error in b.unknown):
            self.is_last = is_last = self.is_last or not self._more_types()
            self.list_types |= self.first_types
            b = self._attempt()
            if is_last and not self._more_types():
                break
        self._conclude(b)

    def _more_types(self) -> bool:
        """Whether the last attempt has found the type of a list, or a wider one."""
        return not self.first_types.items() <= self.list_types.items()

    def _attempt(self) -> Body:
        """Translate the body with what is known."""
        # late: the statements call functions in their turn
        from asyncir.source.python.statements import function_body

        node = self.function.node
        liveness = Liveness()
        nothing: frozenset[str] = frozenset()
        liveness.block(node.body, nothing, nothing, nothing)
        self.body = b = Body(self, liveness)
        b.w.fast = " fastmath<fast>" if self.program.options.fast else ""
        b.w.node = node
        self._head, _ = self.head(b, bind=True)
        self._text = []
        function_body(b, node)
        return b

    def _conclude(self, b: Body) -> None:
        """What it returns."""
        for error in b.unknown:
            if error.diagnostics[0].code != "J017":
                raise error
        types = [type_of(value) or NONE for value, _, _ in b.returned]
        if not types:
            # It fails on each way, or what it returns hangs on what others return.
            known = self.program.results.get((self.function.object, self.types))
            self.result = known if b.unknown else NONE
            return
        self.result = reduce(unify, types)
        self.borrows = self.borrows or any(map(returns_borrowed, types))
        if not b.unknown:
            self.result = typed_lists(self.result)
        if isinstance(self.result, ConflictType) or any(
            isinstance(leaf, TaskGroupType | TaskType | MaybeType) for leaf in leaves(self.result)
        ):
            self._refuse_results()

    def _refuse_results(self) -> None:
        assert self.body is not None
        first = type_of(self.body.returned[0][0])
        for value, _, node in self.body.returned:
            if (other := type_of(value)) != first or isinstance(other, TaskType | TaskGroupType):
                message = f"'{self.function.name}' returns {first} and {other}"
                if isinstance(other, TaskType | TaskGroupType):
                    message = f"'{self.function.name}' returns a {other}"
                help = "return one type on each way; await tasks before"
                raise self.body.fail("J010", message, node, help)
        message = f"'{self.function.name}' returns {first}"
        raise self.body.fail("J010", message, self.body.returned[0][2], "return one type on each way")

    def head(self, b: Body, bind: bool = False) -> tuple[str, list[str]]:
        """The parameters as text, and the names of their parts."""
        names: list[str] = []
        listed: list[str] = []
        for parameter, type_ in zip(self.function.parameters, self.types, strict=True):
            own = [b.w.fresh(parameter) for _ in parts(type_)]
            names += own
            listed += [f"{name}: {part}" for name, part in zip(own, parts(type_), strict=True)]
            if bind:
                lows: list[int | None] = [0 if _is_unsigned(leaf) else None for leaf in leaves(type_)]
                value: Value = rebuilt(type_, own, lows if len(lows) == len(own) else ())
                b.keep(value)
                b.env[parameter] = value
        return ", ".join(listed), names

    def type_text(self) -> str:
        """Its type as a call has it."""
        assert self.result is not None
        inputs = [part for type_ in self.types for part in parts(type_)]
        return f"({', '.join(inputs)}) -> ({', '.join(parts(self.result))})"

    def finish(self) -> None:
        """Write what is handed back, now that its type is known."""
        b = self.body
        assert b is not None
        if self.result is None:
            raise b.unknown[0]
        for value, place, node in b.returned:
            with b.writing(place):
                b.w.node = node
                names = b.names_of(b.adapted(value, self.result))
                listed = f" {', '.join(names)} : {', '.join(parts(self.result))}" if names else ""
                b.w.line(f"return{listed}")

    def lines(self, apart: bool, private: bool, renamed: dict[str, str]) -> list[str]:
        """Its text. What stays `apart` is not inlined."""
        b = self.body
        assert b is not None
        assert self.result is not None
        results = parts(self.result)
        arrow = f" -> ({', '.join(results)})" if results else ""
        word = "private " if private else ""
        b.w.node = self.function.node
        body = self._body()
        for old, new in renamed.items():
            body = [line.replace(f"@{old}(", f"@{new}(") for line in body]
        attributes = " attributes {llvm.noinline}" if apart else ""
        return [
            f"func.func {word}@{self.name}({self._head}){arrow}{attributes} {{",
            *body,
            f"}} {b.w.location}",
        ]

    def _body(self) -> list[str]:
        assert self.body is not None
        return [*flattened(self.body.w.constants), *flattened(self.body.w.lines)]

    def has_loops(self) -> bool:
        """Whether there is a loop in it."""
        return any(word in line for line in self._body() for word in ("scf.for", "scf.while", "cf.br"))

    def callees(self) -> list[str]:
        """The names of what it calls, by its text."""
        return [name for line in self._body() for name in _CALLED.findall(line)]


_CALLED = re.compile(r"@([\w.]+)\(")


def _is_unsigned(type_: Type) -> bool:
    return isinstance(type_, NumberType) and type_.kind == "u"


def returns_borrowed(type_: Type) -> bool:
    """Whether something of that type shows memory that the caller must keep."""
    return any(isinstance(leaf, ArrayType) and not leaf.counted for leaf in leaves(type_))
