"""The text of one LLVM function: names, blocks, phis."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.verification import span_of
from asyncir.ir import Block, FileLineColLoc, LocationAttr, Operation, SSAValue
from asyncir.lowering.llvm.module_text import ModuleText
from asyncir.lowering.llvm.types import joined, pieces, size_and_alignment


@dataclass(slots=True)
class _Phi:
    line: int
    types: tuple[str, ...]
    names: tuple[str, ...]
    incoming: list[tuple[str, tuple[str, ...]]]


class LlvmFunction:
    """Builds one function. Values are tuples of pieces (types.py); each piece is an LLVM operand without its type."""

    def __init__(self, module: ModuleText, prefix: str = "v"):
        self.module = module
        self._prefix = f"%{prefix}"
        self.lines: list[str] = []
        self.entry_lines: list[str] = []
        """Allocas: they belong into the entry block, in front of everything."""
        self.label = "entry"
        """The block that is being written."""
        self.suffix = ""
        """Debug location appended to each instruction."""
        self._values: dict[SSAValue, tuple[str, ...]] = {}
        self._next = 0
        self._labels: dict[Block, str] = {}
        self._phis: dict[Block, _Phi] = {}
        self.emit: Callable[[Operation], None] | None = None
        """What writes an op of the target, for ops whose regions are written in place."""

    def body(self, block: Block, arguments: Sequence[str]) -> SSAValue:
        """Write the ops of a block in place, with these operands for its arguments; what it yields."""
        assert self.emit is not None
        for argument, operand in zip(block.args, arguments, strict=True):
            self.set(argument, [operand])
        last = block.last_op
        assert last is not None
        for op in block.ops:
            if op is not last:
                self.emit(op)
        return last.operands[0]

    # ---- names and instructions

    def fresh(self) -> str:
        """A new name for an instruction's result."""
        self._next += 1
        return f"{self._prefix}{self._next}"

    def fresh_label(self, stem: str) -> str:
        """A new label."""
        self._next += 1
        return f"{stem}{self._next}"

    def do(self, instruction: str) -> None:
        """Write an instruction without a result."""
        self.lines.append(f"  {instruction}{self.suffix}")

    def let(self, instruction: str) -> str:
        """Write an instruction and name its result."""
        name = self.fresh()
        self.lines.append(f"  {name} = {instruction}{self.suffix}")
        return name

    def start(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.label = label

    def alloca(self, type_: str, alignment: int, count: int = 1) -> str:
        """A fixed piece of the stack (of the frame, in a coroutine)."""
        name = self.fresh()
        times = f", i64 {count}" if count != 1 else ""
        self.entry_lines.append(f"  {name} = alloca {type_}{times}, align {alignment}")
        return name

    def call(self, function: str, *operands: object) -> str:
        """Call a runtime function or helper, whose types are known; returns the result's name, or nothing for void."""
        result, types = self.module.library.types[function]
        arguments = ", ".join(f"{t} {operand}" for t, operand in zip(types, operands, strict=True))
        return self.called(result, f"call {result} {self.module.runtime(function)}({arguments})")

    def called(self, result: str, text: str) -> str:
        """Write a call with that type of result; returns the result's name, or nothing for void."""
        if result == "void":
            self.do(text)
            return ""
        return self.let(text)

    def load(self, type_: str, address: str) -> str:
        """Load a piece from where it is aligned as usual."""
        return self.let(f"load {type_}, ptr {address}, align {size_and_alignment(type_)[1]}")

    def store(self, type_: str, operand: object, address: str) -> None:
        """Store a piece to where it is aligned as usual."""
        self.do(f"store {type_} {operand}, ptr {address}, align {size_and_alignment(type_)[1]}")

    def branch(self, condition: str, yes: str, no: str, following: str, rare: bool = False) -> None:
        """Jump to one of two blocks, of which one begins here; it is rare that the i1 holds."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}{', !prof !0' if rare else ''}")
        self.start(following)

    @contextmanager
    def only_if(self, condition: str, then: str, behind: str, rare: bool = False) -> Generator[None]:
        """What is written inside happens only where the i1 holds; the labels begin with `then` and `behind`."""
        inside, after = self.fresh_label(then), self.fresh_label(behind)
        self.branch(condition, inside, after, inside, rare)
        yield
        self.go_on(after)

    def go_on(self, label: str) -> None:
        """Jump to a block, and begin it."""
        self.do(f"br label %{label}")
        self.start(label)

    def call_for(self, types: Sequence[str], callee: str, arguments: Sequence[str]) -> list[str]:
        """Call a function with results of these types; what holds each."""
        returned = joined(types)
        whole = self.called(returned, f"call {returned} {callee}({', '.join(arguments)})")
        return self.taken_apart(types, whole) if types else []

    def taken_apart(self, types: Sequence[str], whole: str) -> list[str]:
        """The parts of what `joined(types)` holds."""
        if len(types) == 1:
            return [whole]
        return [self.let(f"extractvalue {joined(types)} {whole}, {i}") for i in range(len(types))]

    def load_pieces(self, base: str, offsets: Sequence[int], types: Sequence[str]) -> list[str]:
        """Load a value's pieces from memory at byte offsets from `base`."""
        return [
            self.load(piece, self.at(base, offset)) for offset, piece in zip(offsets, types, strict=False)
        ]

    def store_pieces(
        self, base: str, offsets: Sequence[int], types: Sequence[str], held: Sequence[str]
    ) -> None:
        """Store a value's pieces to memory at byte offsets from `base`."""
        for offset, piece, operand in zip(offsets, types, held, strict=False):
            self.store(piece, operand, self.at(base, offset))

    def at(self, base: str, offset: int) -> str:
        """The address so many bytes behind another one."""
        return self.let(f"getelementptr inbounds i8, ptr {base}, i64 {offset}") if offset else base

    def copy_bytes(self, to: str, source: str, size: str) -> None:
        """Copy so many bytes; the addresses may say how they are aligned. The two may be the same."""
        self.module.declare("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        self.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")

    def take_stack(self, op: Operation, type_: str, count: str, alignment: int) -> str:
        """Memory for `count` times the type, which ends with the function; the op asks for it."""
        return self.let(f"alloca {type_}, i64 {count}, align {alignment}")

    # ---- values

    def get(self, value: SSAValue) -> tuple[str, ...]:
        """The pieces of a value."""
        return self._values[value]

    def one(self, value: SSAValue) -> str:
        """The only piece of a value."""
        (piece,) = self.get(value)
        return piece

    def set(self, value: SSAValue, held: Sequence[str]) -> None:
        """Say what holds a value."""
        self._values[value] = tuple(held)

    def typed(self, value: SSAValue) -> list[str]:
        """The pieces of a value, each with its type in front."""
        return [f"{t} {p}" for t, p in zip(pieces(value.type), self.get(value), strict=True)]

    # ---- blocks and phis

    def prepare_blocks(self, blocks: Iterable[Block], entry: Block, entry_label: str) -> None:
        """Name all blocks and, except for the entry, what holds their arguments."""
        for number, block in enumerate(blocks):
            self._labels[block] = entry_label if block is entry else f"bb{number}"
            if block is entry:
                continue
            types: list[str] = []
            names: list[str] = []
            for argument in block.args:
                held = [self.fresh() for _ in pieces(argument.type)]
                self._values[argument] = tuple(held)
                types.extend(pieces(argument.type))
                names.extend(held)
            self._phis[block] = _Phi(-1, tuple(types), tuple(names), [])

    def start_block(self, block: Block) -> None:
        """Begin a block of the program; its phis are filled in at the end."""
        self.start(self._labels[block])
        phi = self._phis.get(block)
        if phi is not None:
            phi.line = len(self.lines)
            self.lines.append("")

    def target(self, block: Block, arguments: Sequence[SSAValue]) -> str:
        """The label to jump to from the block being written; records what its arguments are then."""
        self._phis[block].incoming.append((self.label, tuple(p for a in arguments for p in self.get(a))))
        return self._labels[block]

    def targets(
        self, edges: Sequence[tuple[Block, Sequence[SSAValue]]]
    ) -> tuple[list[str], Callable[[], None]]:
        """Labels for several edges out of one block; and what to call after the jump is written.

        Two edges to one block with arguments get blocks of their own, since a phi cannot tell them apart.
        """
        labels: list[str] = []
        detours: list[tuple[str, Block, Sequence[SSAValue]]] = []
        seen: dict[Block, tuple[SSAValue, ...]] = {}
        for block, arguments in edges:
            if block in seen:
                detour = self.fresh_label("edge")
                detours.append((detour, block, arguments))
                labels.append(detour)
            else:
                seen[block] = tuple(arguments)
                labels.append(self.target(block, arguments))

        def finish() -> None:
            for detour, block, arguments in detours:
                self.start(detour)
                self.do(f"br label %{self.target(block, arguments)}")

        return labels, finish

    def fill_phis(self) -> None:
        """Write the phis, now that every jump is known."""
        for phi in self._phis.values():
            if phi.line < 0:
                continue
            lines = [
                f"  {name} = phi {type_} "
                + ", ".join(f"[ {held[i]}, %{label} ]" for label, held in phi.incoming)
                for i, (name, type_) in enumerate(zip(phi.names, phi.types, strict=True))
            ]
            self.lines[phi.line] = "\n".join(lines)

    # ---- the ends of the function

    def return_pieces(self, types: Sequence[str], held: Sequence[str]) -> None:
        """Return from a plain function; several results make a struct."""
        if len(types) <= 1:
            self.do(f"ret {types[0]} {held[0]}" if types else "ret void")
            return
        whole = joined(types)
        built = "poison"
        for i, (piece, operand) in enumerate(zip(types, held, strict=True)):
            built = self.let(f"insertvalue {whole} {built}, {piece} {operand}, {i}")
        self.do(f"ret {whole} {built}")


def location_text(location: LocationAttr) -> str:
    """`file:line:column`, as errors at run time show it; empty where unknown."""
    if not isinstance(location, FileLineColLoc):
        return ""
    return f"{location.filename.data}:{location.line.data}:{location.column.data}"


def with_spot(error: DiagnosticError, op: Operation) -> DiagnosticError:
    """The same diagnostics; those that know no spot get that of the op."""
    return DiagnosticError(replace(d, span=d.span or span_of(op)) for d in error.diagnostics)


def refuse(op: Operation, message: str, help_: str = "", code: str = "L001") -> DiagnosticError:
    """The error for an op that cannot be lowered."""
    return DiagnosticError(Diagnostic(code, message, span_of(op), label=f"`{op.name}`", help=help_))
