"""A C function while it is written: names of values, lines, and what writes which op."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.verification import span_of
from asyncir.ir import Attribute, Block, Operation, Region, SSAValue
from asyncir.lowering.openmp.c_types import pieces, struct_name

Handler = Callable[["CFunction", Operation], None]
HANDLERS: dict[str, Handler] = {}
"""What writes an op, by its name. Filled by the modules `emit_*` of this folder."""


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Register what writes ops of these names."""

    def register(handler: Handler) -> Handler:
        for name in names:
            assert name not in HANDLERS, name
            HANDLERS[name] = handler
        return handler

    return register


def refuse(op: Operation, message: str, help_: str) -> DiagnosticError:
    """The refusal of an op."""
    return DiagnosticError(Diagnostic("L001", message, span_of(op), f"`{op.name}`", help_))


class Structs:
    """The structs that a module needs, one for each list of members."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[str, ...]] = {}
        self.raw: dict[str, str] = {}
        """Structs whose members are written out."""
        self.critical = False
        """Whether atomic updates are critical sections: an element that a region updates is not atomic for `omp atomic`."""

    def named(self, of: Iterable[str]) -> str:
        """`struct NAME` with these members, `p0` and so on."""
        members = tuple(of)
        name = struct_name(members)
        self.made[name] = members
        return f"struct {name}"


class CFunction:
    """Lines of one function. A value of the program is held by one C expression for each of its pieces."""

    def __init__(self, structs: Structs):
        self.structs = structs
        self.lines: list[str] = []
        self.depth = 1
        self._held: dict[SSAValue, tuple[str, ...]] = {}
        self._count = 0
        self._labels: dict[Block, str] = {}
        self.targets: dict[Block, tuple[str, ...]] = {}
        """The variables that the arguments of a block with a label are in."""

    def do(self, text: str) -> None:
        """One line."""
        self.lines.append("  " * self.depth + text)

    def pragma(self, text: str) -> None:
        """A line for OpenMP."""
        self.lines.append(f"#pragma omp {text}")

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Generator[None]:
        """Lines between braces."""
        self.do(f"{head} {{" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.do(tail)

    def new(self) -> str:
        """A name that is free."""
        self._count += 1
        return f"v{self._count}"

    def let(self, type_: str, expression: str) -> str:
        """A new variable with that value."""
        name = self.new()
        self.do(f"{declared(type_, name)} = {expression};")
        return name

    def get(self, value: SSAValue) -> tuple[str, ...]:
        """The expressions that hold the value."""
        return self._held[value]

    def one(self, value: SSAValue) -> str:
        """The expression that holds a value of one piece."""
        (found,) = self._held[value]
        return found

    def set(self, value: SSAValue, held: Sequence[str]) -> None:
        """The value is held by these expressions, which are names or numbers."""
        self._held[value] = tuple(held)

    def named(self, value: SSAValue, expressions: Sequence[str]) -> None:
        """Keep the pieces of a value in variables of their own."""
        types = pieces(value.type)
        self.set(value, [self.let(t, e) for t, e in zip(types, expressions, strict=True)])

    def variables(self, of: Attribute) -> tuple[str, ...]:
        """Variables for a value that is computed later."""
        names: list[str] = []
        for type_ in pieces(of):
            names.append(self.new())
            self.do(f"{declared(type_, names[-1])} = 0;")
        return tuple(names)

    def assign(self, targets: Sequence[Sequence[str]], sources: Sequence[SSAValue]) -> None:
        """Give the variables the values, all at once: one may be what another one was."""
        pairs = [
            (name, held, type_)
            for names, value in zip(targets, sources, strict=True)
            for name, held, type_ in zip(names, self.get(value), pieces(value.type), strict=True)
            if name != held
        ]
        changed = {name for name, _, _ in pairs}
        if any(held in changed for _, held, _ in pairs):
            with self.block(""):
                kept = [self.let(type_, held) for _, held, type_ in pairs]
                for (name, _, _), value in zip(pairs, kept, strict=True):
                    self.do(f"{name} = {value};")
            return
        for name, held, _ in pairs:
            self.do(f"{name} = {held};")

    def label(self, block: Block) -> str:
        """The label of a block."""
        return self._labels.setdefault(block, f"block_{len(self._labels)}_{self._count}")

    def body(self, region: Region) -> None:
        """All blocks of a region, the arguments of whose first block are held already."""
        first = region.blocks[0]
        for block in region.blocks:
            if block is not first:
                self.targets[block] = tuple(n for a in block.args for n in self.variables(a.type))
        for block in region.blocks:
            if block is not first:
                rest = list(self.targets[block])
                for argument in block.args:
                    count = len(pieces(argument.type))
                    self.set(argument, rest[:count])
                    rest = rest[count:]
                self.lines.append(f"{self.label(block)}:;")
            self.ops(block)

    def ops(self, block: Block) -> None:
        """All ops of a block."""
        for op in block.ops:
            handler = HANDLERS.get(op.name)
            if handler is None:
                raise refuse(op, f"`{op.name}` has no form in C", "compile it for the CPU: `--emit obj`")
            handler(self, op)


def declared(type_: str, name: str) -> str:
    """A declaration, without its value."""
    return f"{type_}{name}" if type_.endswith("*") else f"{type_} {name}"
