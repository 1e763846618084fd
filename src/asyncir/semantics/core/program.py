"""From IR to what the machine executes: straight segments of closures, linked by jumps.

Each function and each `async.execute` body becomes a `CompiledCode`: registers are numbered slots, structured control flow
is flattened into `Segment`s, so that the machine needs no stack but that of calls. A segment is a list of closures
`f(registers)` and one `end(registers, task)` that returns the segment to go on with, or None when it has changed what
the task does next (a call, a return, a wait).

Handlers are found by op name in `HANDLERS`; each dialect's file adds its own. Regions are compiled from a work list,
never by recursion, so nesting may be as deep as the parser accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from asyncir.ir import Attribute, Block, ModuleOp, Operation, Region, SSAValue, StringAttr, SymbolRefAttr
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.values import Registers, Value

if TYPE_CHECKING:
    from asyncir.semantics.tasks.machine import TaskMachine

Simple = Callable[[Registers], None]
"""A step without control flow."""

End = Callable[[Registers, Any], "Segment | None"]
"""What a segment ends with: registers, and the task, thread or team that runs."""

Handler = Callable[[Any, Any], None]
"""Compiles one op: the op, and the `Compiler` at hand."""

Terminators = dict[str, Handler]
"""How the terminators of a region's blocks end them, by their names."""

HANDLERS: dict[Any, Handler] = {}
"""By the name of an op, or by a class of which the op is, for those whose names are many."""

FOR_TASKS = (
    *("affine.parallel", "async.", "gpu.", "io.", "queue.", "scf.parallel", "scf.forall", "scf.reduce"),
    "stream.",
)
"""How the names of ops begin that only the engine for tasks has; other engines say what they make of them themselves."""


def registering(table: dict[Any, Handler]) -> Callable[..., Callable[[Handler], Handler]]:
    """What registers a function in the table, as the handler of the ops with these names or traits."""

    def handles(*keys: str | type) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            for key in keys:
                assert key not in table, key
                table[key] = handler
            return handler

        return register

    return handles


handles = registering(HANDLERS)
"""Register the function as the handler of the named ops."""


END_OF_BODY = ""
"""The terminator, by its name, of a region that has none."""


def missing_end(registers: Registers, runner: object) -> Segment | None:
    """The end of a segment that has none yet."""
    raise AssertionError("a segment without an end was executed")


@dataclass(slots=True, eq=False)
class Segment:
    """Steps without a jump between them, and what follows."""

    body: list[Simple] = field(default_factory=list[Simple])
    marks: list[tuple[Operation, Sequence[int]]] = field(
        default_factory=list[tuple[Operation, Sequence[int]]]
    )
    """For each step its op, and the slots that an undefined operand makes undefined (none: it must not meet one)."""
    end: End = missing_end
    end_op: Operation | None = None
    cost: int = 1
    """What it takes from the budget: its steps, and one."""


@dataclass(slots=True, eq=False)
class CompiledCode:
    """A compiled function or task body."""

    name: str
    op: Operation
    slots: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    types: list[Attribute | None] = field(default_factory=list["Attribute | None"])
    """For each slot the type of its value; None: it keeps something for the machine."""
    entry: Segment = field(default_factory=Segment)
    arguments: list[int] = field(default_factory=list[int])
    captures: dict[SSAValue, int] | None = None
    """Values from outside and their slots here; None: nothing can come from outside."""
    program: Any = None
    """Whose machine runs it: a launch runs what is in it on a machine of its own."""

    def fresh(self, of: Attribute | None = None) -> int:
        """A new slot, for a value of the type if it is for one."""
        self.types.append(of)
        return len(self.types) - 1

    def define(self, value: SSAValue) -> int:
        """The slot of a value that is defined in this code."""
        slot = self.slots[value] = self.fresh(value.type)
        return slot

    def use(self, value: SSAValue) -> int:
        """The slot of a value; one from outside becomes a capture."""
        slot = self.slots.get(value)
        if slot is None:
            assert self.captures is not None, "a value from outside of an isolated body"
            slot = self.captures[value] = self.define(value)
        return slot

    def registers(self) -> Registers:
        """Registers for one activation."""
        return [None] * len(self.types)

    def activation(self, arguments: Sequence[Value]) -> Registers:
        """Registers for one activation, with what it is called with."""
        registers: Registers = [None] * len(self.types)
        for slot, value in zip(self.arguments, arguments, strict=True):
            registers[slot] = value
        return registers


def path_to(op: Operation) -> str:
    """The names of the `gpu.module`s around an op, each with `::` behind it."""
    around, names = op.parent_op(), list[str]()
    while around is not None:
        if around.name == "gpu.module":
            name = around.get_attr_or_prop("sym_name")
            names.append(name.data + "::" if isinstance(name, StringAttr) else "")
        around = around.parent_op()
    return "".join(reversed(names))


class ProgramFunction:
    """A `func.func` or `async.func`; compiled when it is first called."""

    def __init__(self, program: Program, op: Any):
        self.program = program
        self.op = op
        name = op.get_attr_or_prop("sym_name")
        self.name: str = path_to(op) + (name.data if isinstance(name, StringAttr) else "")

    @property
    def external(self) -> bool:
        """Whether it is a declaration."""
        return not self.op.body.blocks

    @property
    def is_async(self) -> bool:
        """Whether calling it makes a task."""
        return self.op.name == "async.func"

    @cached_property
    def code(self) -> CompiledCode:
        """The compiled body."""
        return self.program.compiler(self.program).function(self)


class Program:
    """A module, ready to be interpreted any number of times, one run after the other."""

    def __init__(self, module: ModuleOp, machine: Any, compiler: Callable[[Program], Compiler] | None = None):
        self.module = module
        self.machine: TaskMachine = machine
        """Or another machine that has what the handlers ask of it."""
        self.compiler = compiler or Compiler
        self.device: Program | None = None
        """The same module, run by the machine that launches run on; None where nothing can be launched."""
        self.functions: dict[str, ProgramFunction] = {}
        self.globals: dict[str, Operation] = {}
        self.asks_for_errors = False
        for op in module.walk():
            symbol = op.properties.get("sym_name")
            if op.name in ("func.func", "async.func", "gpu.func"):
                function = ProgramFunction(self, op)
                self.functions[function.name] = function
            elif op.name == "memref.global" and isinstance(symbol, StringAttr):
                self.globals[symbol.data] = op
            elif op.name == "async.runtime.is_error":
                self.asks_for_errors = machine.asks_for_errors = True
            elif op.name == "async.region":
                machine.has_regions = True
            elif op.name in ("queue.wait_read", "queue.await_read"):
                machine.asks_for_reads = True

    def function(self, reference: Attribute, op: Operation) -> ProgramFunction:
        """The function that a symbol reference names."""
        assert isinstance(reference, SymbolRefAttr)
        name = "::".join((reference.root_reference.data, *(n.data for n in reference.nested_references.data)))
        found = self.functions.get(path_to(op) + name) or self.functions.get(name)
        if found is None:
            raise fault("S012", f"there is no function `@{reference.string_value()}`", op)
        return found


class Compiler:
    """Compiles one function, with the task bodies in it."""

    together = False
    """Whether a register may have a number for each of several threads."""

    def __init__(self, program: Program):
        self.program = program
        self.machine = program.machine
        self.code: CompiledCode = None  # pyright: ignore[reportAttributeAccessIssue]
        self.segment: Segment = Segment()
        self.scope = Terminators()
        self.op: Operation = program.module
        self._blocks: dict[Block, Segment] = {}
        self._work: list[tuple[CompiledCode, Block, Segment, Terminators]] = []
        self._captured: list[tuple[CompiledCode, CompiledCode, list[tuple[int, int]]]] = []

    # ---- what handlers use ----

    def use(self, value: SSAValue) -> int:
        """The slot to read a value from."""
        return self.code.use(value)

    def uses(self, values: Sequence[SSAValue]) -> list[int]:
        """The slots to read values from."""
        return [self.code.use(value) for value in values]

    def slot(self, value: SSAValue) -> int:
        """The slot of a value defined by the op at hand, or a block argument."""
        return self.code.slots[value]

    def slots(self, values: Sequence[SSAValue]) -> list[int]:
        """The slots of several such values."""
        return [self.code.slots[value] for value in values]

    def pure(self, step: Simple) -> None:
        """Add a step that only computes its op's results: undefined operands make them undefined."""
        self.segment.body.append(step)
        self.segment.marks.append((self.op, self.slots(self.op.results)))

    def constant(self, value: Value) -> None:
        """Add a step that makes the op's result this value."""
        result = self.slot(self.op.results[0])

        def step(registers: Registers) -> None:
            registers[result] = value

        self.pure(step)

    def step(self, step: Simple) -> None:
        """Add a step that must not meet undefined values, or deals with them itself."""
        self.segment.body.append(step)
        self.segment.marks.append((self.op, ()))

    def end(self, end: End, go_on: Segment | None = None) -> None:
        """End the segment; what follows in the block, if anything, goes to `go_on`."""
        self.segment.end = end
        self.segment.end_op = self.op
        self.segment.cost = len(self.segment.body) + 1
        if go_on is not None:
            self.segment = go_on

    def branch(self, flag: int, yes: End, no: End, go_on: Segment | None = None) -> None:
        """End the segment with `yes` or `no`, as the register says."""
        self.end(lambda registers, runner: (yes if registers[flag] else no)(registers, runner), go_on)

    def retry(self, end: Callable[[Registers, Any, Segment, Segment], Segment | None]) -> None:
        """End the segment with something that may have to be tried again: `end(registers, task, again, go_on)`.

        When the task comes back it executes `again`, which has no steps and the same end.
        """
        go_on = Segment()
        again = Segment(end=lambda registers, task: end(registers, task, again, go_on), end_op=self.op)
        self.end(again.end, go_on)

    def choose(
        self, condition: Value, registers: Registers, runner: Any, yes: End, no: End
    ) -> Segment | None:
        """Go on with `yes` or `no`, as the condition says."""
        return (yes if condition else no)(registers, runner)

    def least(self, value: Value) -> Value:
        """A number; where several threads have one each, the least of them."""
        return value

    def advance(self, value: Value, step: Value, most: int) -> Value:
        """What a loop's variable is next; `most` is the largest number of its type."""
        return value + step

    def counting(self) -> Counting:
        """What counts the iterations of the loop at hand, where that matters."""
        return Counting()

    def region(self, region: Region, scope: Terminators) -> Segment:
        """Compile the region's blocks (later), in the same code; the segment of its first block."""
        for block in region.blocks:
            for argument in block.args:
                self.code.define(argument)
            for op in block.ops:
                for result in op.results:
                    self.code.define(result)
            self._blocks[block] = Segment()
        for block in region.blocks:
            self._work.append((self.code, block, self._blocks[block], scope))
        return self._blocks[region.blocks[0]]

    def target(self, block: Block) -> Segment:
        """The segment of a block of the region at hand."""
        return self._blocks[block]

    def inner(
        self, name: str, op: Operation, region: Region, scope: Terminators, program: Program | None = None
    ) -> CompiledCode:
        """Compile a region as code of its own; `captures` is complete once everything is compiled.

        It is run by the machine of `program`, if that is given.
        """
        outer = self.code
        code = self.code = CompiledCode(name, op, program=program or outer.program)
        code.captures = {}
        code.entry = self.region(region, scope)
        code.arguments = self.slots(region.blocks[0].args)
        self.code = outer
        return code

    def moves_into(self, inner: CompiledCode) -> list[tuple[int, int]]:
        """What to copy into registers of inner code: pairs of a slot here and one there.

        The list is filled when everything is compiled, since only then all captures are known.
        """
        moves: list[tuple[int, int]] = []
        self._captured.append((self.code, inner, moves))
        return moves

    # ---- the work list ----

    def use_program(self, program: Program) -> None:
        """What is compiled now is run by this program's machine."""
        self.program = program
        self.machine = program.machine

    def function(self, function: ProgramFunction) -> CompiledCode:
        """Compile a function."""
        code = self.code = CompiledCode(f"@{function.name}", function.op, program=self.program)
        self.op = function.op
        code.entry = self.region(function.op.body, Terminators())
        code.arguments = self.slots(function.op.body.blocks[0].args)
        self._finish()
        return code

    def body(self, name: str, op: Operation, region: Region, scope: Terminators) -> CompiledCode:
        """Compile a region by itself; what it uses from outside is in its `captures`."""
        code = self.inner(name, op, region, scope, self.program)
        self.op = op
        self._finish()
        return code

    def _finish(self) -> None:
        while self._work:
            self.code, block, self.segment, self.scope = self._work.pop()
            self.use_program(self.code.program)
            self._compile_block(block)
        while self._captured:
            # Inner code is on top: what it captures, the code around it may have to capture, too.
            outer, inner, moves = self._captured.pop()
            assert inner.captures is not None
            moves.extend((outer.use(value), slot) for value, slot in inner.captures.items())

    def _compile_block(self, block: Block) -> None:
        for op in block.ops:
            self.begin(op)
            handler = self.scope.get(op.name) or self.handler_of(op)
            handler(op, self)
        at_end = self.scope.get(END_OF_BODY)
        parent = block.parent_op()
        if at_end is not None and self.segment.end is missing_end and parent is not None:
            self.op = parent
            at_end(parent, self)

    def begin(self, op: Operation) -> None:
        """The op is the one at hand now."""
        self.op = op

    def handler_of(self, op: Operation) -> Handler:
        """What compiles the op, which is no terminator that the region knows."""
        for key in (op.name, *type(op).__mro__):
            if key in HANDLERS:
                return HANDLERS[key]
        raise fault("S012", f"the interpreter does not know `{op.name}`", op, "unknown op")


Before = Callable[[Registers, Any], None]
"""What is done in front of an end."""


@dataclass(frozen=True, slots=True)
class Counting:
    """What counts the iterations of one loop: as the first begins, as the next begins, and as the loop is left."""

    enter: Before | None = None
    again: Before | None = None
    leave: Before | None = None


def counting(slot: int) -> Counting:
    """What counts them in the runner's `iteration`; the register keeps those of the loops around."""

    def enter(registers: Registers, runner: Any) -> None:
        registers[slot] = runner.iteration
        runner.iteration = (*runner.iteration, 0)

    def again(registers: Registers, runner: Any) -> None:
        runner.iteration = (*registers[slot], runner.iteration[-1] + 1)

    def leave(registers: Registers, runner: Any) -> None:
        runner.iteration = registers[slot]

    return Counting(enter, again, leave)


def then(first: Before | None, end: End) -> End:
    """The end, with something in front of it."""
    if first is None:
        return end

    def both(registers: Registers, runner: Any) -> Segment | None:
        first(registers, runner)
        return end(registers, runner)

    return both


def transfer(sources: Sequence[int], targets: Sequence[int], go_on: Segment) -> End:
    """An end that copies registers, all at once, and jumps."""
    pairs = [(s, t) for s, t in zip(sources, targets, strict=True) if s != t]
    if not pairs:
        return lambda registers, runner: go_on
    if len(pairs) == 1:
        ((source, target),) = pairs

        def copy_one(registers: Registers, runner: object) -> Segment | None:
            registers[target] = registers[source]
            return go_on

        return copy_one

    def copy_all(registers: Registers, runner: object) -> Segment | None:
        values = [registers[source] for source, _ in pairs]
        for (_, target), value in zip(pairs, values, strict=True):
            registers[target] = value
        return go_on

    return copy_all


def reachable(functions: Mapping[str, Operation], root: Operation | Region) -> Iterator[Operation]:
    """All ops below the root, and of the functions that they refer to."""
    pending, seen = [root], {root}
    while pending:
        for op in pending.pop().walk():
            yield op
            for value in (*op.properties.values(), *op.attributes.values()):
                callee = functions.get(value.string_value()) if isinstance(value, SymbolRefAttr) else None
                if callee is not None and callee not in seen:
                    seen.add(callee)
                    pending.append(callee)
