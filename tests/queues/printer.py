"""A program's text, in the queue dialect or in nvgpu's, and the arguments to call it with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.queues.formula import Inputs
from tests.queues.syntax import (
    Async,
    Barrier,
    Bin,
    Buffer,
    Cell,
    Commit,
    Compare,
    Cond,
    Expr,
    Flag,
    For,
    If,
    Let,
    Opaque,
    Outline,
    Overwrite,
    Program,
    Ready,
    Select,
    Stmt,
    Tid,
    Use,
    Var,
    Wait,
    While,
    parts,
    walk,
)

WORKGROUP = "#gpu.address_space<workgroup>"


def text_of(program: Program, *, marks: bool = False) -> str:
    """The module; with `marks`, each wait is followed by a plain store to the argument `marks`."""
    return _Printer(program, marks).module()


def arguments(program: Program, inputs: Inputs, *, marks: bool = False) -> list[object]:
    """Fresh arguments of `@main`: the arrays have the same contents each time."""
    found: list[object] = []
    for position, buffer in enumerate(b for b in program.buffers if b.space == "arg"):
        size = buffer.rows * buffer.columns
        data = np.arange(size, dtype=np.int32) * 7 + 100 * position + 1
        found.append(data.reshape(buffer.rows, buffer.columns).astype(np.int32))
    found.append(np.zeros(program.threads, np.int32))
    if marks:
        found.append(np.zeros(program.threads, np.int64))
    if program.conds:
        conds = np.zeros(program.conds, np.bool_)
        for at, value in inputs.conds.items():
            conds[at] = value
        found.append(conds)
    found += [inputs.indices.get(name, 0) for name in program.indices]
    found += [inputs.flags.get(name, False) for name in program.flags]
    return found


def _defined(stmts: Sequence[Stmt]) -> set[str]:
    """The names that statements define, at any depth."""
    found: set[str] = set()
    for stmt in walk(tuple(stmts)):
        for name in ("result", "var", "final"):
            if hasattr(stmt, name):
                found.add(getattr(stmt, name))
        found.update(getattr(stmt, "results", ()))
        found.update(name for name, _ in getattr(stmt, "carried", ()))
    return found


def _used(stmts: Sequence[Stmt]) -> set[str]:
    """The names that statements use, buffers too, at any depth."""
    found: set[str] = set()
    for stmt in walk(tuple(stmts)):
        for part in parts(stmt):
            match part:
                case Var(name) | Flag(name):
                    found.add(name)
                case Cell(buffer=name):
                    found.add(name)
                case Opaque():
                    found.add("conds")
                case _:
                    pass
        match stmt:
            case Wait(_, tokens, _):
                found.update((*tokens, "marks"))
            case Select(_, _, left, right):
                found.update((left, right))
            case For() | While():
                found.update((*stmt.yields, *(init for _, init in stmt.carried)))
            case If():
                found.update((*stmt.then_yields, *stmt.else_yields))
            case Outline():
                found.update(stmt.results)
            case Use():
                found.add("out")
            case _:
                pass
    return found


def _values(names: Sequence[str]) -> str:
    """`%a, %b`."""
    return ", ".join("%" + name for name in names)


def _made(results: Sequence[str]) -> str:
    """`%a, %b = `, or nothing."""
    return f"{_values(results)} = " if results else ""


class _Printer:
    """Prints the module; one `_Function` for each function."""

    def __init__(self, program: Program, marks: bool):
        self.program = program
        self.marks = marks
        self.token = "!nvgpu.device.async.token" if program.nvgpu else "!async.token"
        self.functions: dict[str, str] = {}
        self.types = {b.name: self.memref(b) for b in program.buffers}
        self.types["out"] = f"memref<{program.threads}xi32>"
        self.types["marks"] = f"memref<{program.threads}xi64>"
        self.types["conds"] = f"memref<{program.conds}xi1>"

    def memref(self, buffer: Buffer) -> str:
        space = f", {WORKGROUP}" if buffer.space == "block" else ""
        return f"memref<{buffer.rows}x{buffer.columns}xi32{space}>"

    def type_of(self, name: str) -> str:
        if name in self.types:
            return self.types[name]
        return {"t": self.token, "i": "index", "b": "i1"}[name[0]]

    def types_of(self, names: Sequence[str]) -> str:
        """`T, U`."""
        return ", ".join(map(self.type_of, names))

    def arguments(self, names: Sequence[str]) -> str:
        """`%a: T, %b: U`."""
        return ", ".join(f"%{name}: {self.type_of(name)}" for name in names)

    def module(self) -> str:
        program = self.program
        names = [b.name for b in program.buffers if b.space == "arg"] + ["out"]
        names += ["marks"] if self.marks else []
        names += ["conds"] if program.conds else []
        names += [*program.indices, *program.flags]
        main = _Function(self)
        for buffer in program.buffers:
            if buffer.space != "arg":
                main.allocate(buffer)
        main.block(program.body)
        main.line("func.return")
        attributes = (
            [f"gpu.known_block_size = array<i32: {program.threads}, 1, 1>"] if program.threads > 1 else []
        )
        if program.fifos:
            attributes.append(f"queue.fifos = {[list(f) for f in program.fifos]}")
        self.add("main", names, (), main, attributes)
        return "\n".join(self.functions[name] for name in reversed(self.functions))

    def add(
        self,
        name: str,
        params: Sequence[str],
        results: Sequence[str],
        function: _Function,
        attributes: Sequence[str] = (),
    ) -> None:
        back = f" -> ({self.types_of(results)})" if results else ""
        with_attributes = f" attributes {{{', '.join(attributes)}}}" if attributes else ""
        private = "" if name == "main" else "private "
        head = f"func.func {private}@{name}({self.arguments(params)}){back}{with_attributes} {{"
        self.functions[name] = "\n".join([head, *function.prologue(), *function.lines, "}"])


class _Function:
    """Prints the body of a function."""

    def __init__(self, printer: _Printer):
        self.printer = printer
        self.program = printer.program
        self.lines: list[str] = []
        self.constants: dict[str, str] = {}
        self.thread = False
        self.counter = 0
        self.indent = 1

    def prologue(self) -> list[str]:
        found = [f"  {name} = {op}" for op, name in self.constants.items()]
        return (["  %tid = gpu.thread_id x"] if self.thread else []) + found

    def line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def fresh(self, op: str) -> str:
        self.counter += 1
        self.line(f"%v{self.counter} = {op}")
        return f"%v{self.counter}"

    def label(self) -> str:
        self.counter += 1
        return str(self.counter)

    def constant(self, value: int, type: str = "index") -> str:
        prefix = {"index": "%c", "i32": "%k", "i64": "%m"}[type]
        return self.constants.setdefault(f"arith.constant {value} : {type}", f"{prefix}{value}")

    # -- expressions -----------------------------------------------------------------------------------------------

    def index(self, expr: Expr) -> str:
        match expr:
            case int():
                return self.constant(expr)
            case Var(name):
                return f"%{name}"
            case Tid():
                self.thread = True
                return "%tid"
            case Bin(op, left, right):
                name = {"+": "arith.addi", "*": "arith.muli", "%": "arith.remui"}[op]
                return self.fresh(f"{name} {self.index(left)}, {self.index(right)} : index")

    def cond(self, cond: Cond) -> str:
        match cond:
            case Flag(name):
                return f"%{name}"
            case Opaque(index):
                return self.fresh(f"memref.load %conds[{self.index(index)}] : {self.printer.types['conds']}")
            case Compare(predicate, left, right):
                return self.fresh(f"arith.cmpi {predicate}, {self.index(left)}, {self.index(right)} : index")

    def place(self, cell: Cell, offset: int = 0) -> str:
        """`%buffer[row, column] `, without its type."""
        column = cell.column if not offset else Bin("+", cell.column, offset)
        if isinstance(cell.column, int):
            column = cell.column + offset
        return f"%{cell.buffer}[{self.index(cell.row)}, {self.index(column)}]"

    def typed(self, names: Sequence[str]) -> str:
        """`(%a, %b : T, U)`, or nothing."""
        return f"({_values(names)} : {self.printer.types_of(names)})" if names else ""

    # -- statements ------------------------------------------------------------------------------------------------

    def allocate(self, buffer: Buffer) -> None:
        op = "memref.alloca" if buffer.space == "own" else "memref.alloc"
        type = self.printer.types[buffer.name]
        self.line(f"%{buffer.name} = {op}() : {type}")
        width = buffer.columns if buffer.space == "own" else buffer.columns // self.program.threads
        start: Expr = 0 if buffer.space == "own" or self.program.threads == 1 else Bin("*", Tid(), width)
        for row in range(buffer.rows):
            for offset in range(width):
                place = self.place(Cell(buffer.name, row, start), offset)
                self.line(f"memref.store {self.constant(0, 'i32')}, {place} : {type}")

    def block(self, stmts: Sequence[Stmt]) -> None:
        for stmt in stmts:
            self.stmt(stmt)

    def nested(self, stmts: Sequence[Stmt], last: str = "") -> None:
        self.indent += 1
        self.block(stmts)
        if last:
            self.line(last)
        self.indent -= 1

    def stmt(self, stmt: Stmt) -> None:
        match stmt:
            case Async():
                self.asynchronous(stmt)
            case Commit():
                self.commit(stmt)
            case Wait():
                self.wait(stmt)
            case Ready(result):
                self.line(f"%{result} = async.ready : {self.printer.token}")
            case Select(result, cond, left, right):
                self.line(
                    f"%{result} = arith.select {self.cond(cond)}, %{left}, %{right} : {self.printer.token}"
                )
            case Let(result, cond):
                if isinstance(cond, Flag):
                    true = self.constants.setdefault("arith.constant true", "%true")
                    self.line(f"%{result} = arith.andi %{cond.name}, {true} : i1")
                else:
                    self.lines.append(self.renamed(self.cond(cond), result))
            case Use(cell):
                self.use(cell)
            case Overwrite(cell, constant):
                for offset in range(cell.width):
                    place = self.place(cell, offset)
                    value = self.constant(constant + offset, "i32")
                    self.line(f"memref.store {value}, {place} : {self.printer.types[cell.buffer]}")
            case Barrier():
                self.line("gpu.barrier")
            case For():
                (self.for_loop if stmt.style == "scf" else self.for_blocks)(stmt)
            case While():
                (self.while_loop if stmt.style == "scf" else self.while_blocks)(stmt)
            case If():
                (self.if_op if stmt.style == "scf" else self.if_blocks)(stmt)
            case Outline():
                self.outline(stmt)

    def renamed(self, name: str, result: str) -> str:
        """The last line, with its result named otherwise."""
        return self.lines.pop().replace(f"{name} = ", f"%{result} = ", 1)

    def use(self, cell: Cell) -> None:
        self.thread = True
        out = f"%out[%tid] : {self.printer.types['out']}"
        for offset in range(cell.width):
            value = self.fresh(f"memref.load {self.place(cell, offset)} : {self.printer.types[cell.buffer]}")
            old = self.fresh(f"memref.load {out}")
            scaled = self.fresh(f"arith.muli {old}, {self.constant(3, 'i32')} : i32")
            total = self.fresh(f"arith.addi {scaled}, {value} : i32")
            self.line(f"memref.store {total}, {out}")

    def asynchronous(self, stmt: Async) -> None:
        width = stmt.writes[0].width
        places = [
            ([self.place(c, w) for c in stmt.reads], [self.place(c, w) for c in stmt.writes])
            for w in range(width)
        ]
        self.line("queue.async {")
        self.indent += 1
        for reads, writes in places:
            total = ""
            for cell, place in zip(stmt.reads, reads, strict=True):
                value = self.fresh(f"memref.load {place} : {self.printer.types[cell.buffer]}")
                total = self.fresh(f"arith.addi {total}, {value} : i32") if total else value
            if stmt.constant:
                total = self.fresh(f"arith.addi {total}, {self.constant(stmt.constant, 'i32')} : i32")
            for cell, place in zip(stmt.writes, writes, strict=True):
                self.line(f"memref.store {total}, {place} : {self.printer.types[cell.buffer]}")
        self.indent -= 1
        self.line("}")

    def commit(self, stmt: Commit) -> None:
        if stmt.shared:
            self.call(f"start_{stmt.result}", (replace(stmt, shared=False),), (stmt.result,))
        elif self.program.nvgpu:
            self.create_group(stmt)
        else:
            self.line(f"%{stmt.result} = queue.commit({stmt.queue}) {{")
            self.nested(stmt.body)
            self.line("} -> !async.token")

    def create_group(self, stmt: Commit) -> None:
        tokens: list[str] = []
        for copy in stmt.body:
            assert isinstance(copy, Async)
            source, target = copy.reads[0], copy.writes[0]
            types = f"{self.printer.types[source.buffer]} to {self.printer.types[target.buffer]}"
            places = f"{self.place(source)}, {self.place(target)}"
            tokens.append(self.fresh(f"nvgpu.device_async_copy {places}, {target.width} : {types}"))
        group = f"%{stmt.result} = "
        if tokens:
            self.line(f"{group}nvgpu.device_async_create_group {', '.join(tokens)}")
        else:  # MLIR's short form would take the next line's `%x` for an operand.
            self.line(f'{group}"nvgpu.device_async_create_group"() : () -> {self.printer.token}')

    def wait(self, stmt: Wait) -> None:
        if stmt.shared:
            self.call(f"wait_{stmt.number}", (replace(stmt, shared=False),), ())
            return
        if self.program.nvgpu:
            for token in stmt.tokens:
                self.line(f"nvgpu.device_async_wait %{token}")
        else:
            self.line(f"queue.await {_values(stmt.tokens)} : {self.printer.types_of(stmt.tokens)}")
        if self.printer.marks:
            self.thread = True
            value = self.constant(stmt.number, "i64")
            self.line(f"memref.store {value}, %marks[%tid] : {self.printer.types['marks']}")

    def call(self, function: str, body: Sequence[Stmt], results: Sequence[str]) -> None:
        """A call of a function with this body, which is printed too."""
        params = sorted(_used(body) - _defined(body) | ({"marks"} & _used(body)))
        params += [r for r in results if r not in _defined(body) and r not in params]
        if not self.printer.marks and "marks" in params:
            params.remove("marks")
        inner = _Function(self.printer)
        inner.block(body)
        inner.line(inner.yielded(results, "func.return"))
        self.printer.add(function, params, results, inner)
        types = f"({self.printer.types_of(params)}) -> ({self.printer.types_of(results)})"
        self.line(f"{_made(results)}func.call @{function}({_values(params)}) : {types}")

    def outline(self, stmt: Outline) -> None:
        self.call(stmt.function, stmt.body, stmt.results)

    # -- control flow ----------------------------------------------------------------------------------------------

    def yielded(self, names: Sequence[str], op: str = "scf.yield", first: str = "") -> str:
        return f"{op}{first} {_values(names)} : {self.printer.types_of(names)}" if names else f"{op}{first}"

    def following(self, stmt: For | While, step: str) -> str:
        """What the next iteration begins with."""
        following = self.fresh(f"arith.addi %{stmt.var}, {step} : index")
        return ", ".join([following, *(f"%{y}" for y in stmt.yields)])

    def for_loop(self, stmt: For) -> None:
        low, high, step = (self.index(e) for e in (stmt.low, stmt.high, stmt.step))
        carried = ", ".join(f"%{name} = %{init}" for name, init in stmt.carried)
        types = self.printer.types_of(stmt.results)
        args = f" iter_args({carried}) -> ({types})" if carried else ""
        self.line(f"{_made(stmt.results)}scf.for %{stmt.var} = {low} to {high} step {step}{args} {{")
        self.nested(stmt.body, self.yielded(stmt.yields))
        self.line("}")

    def for_blocks(self, stmt: For) -> None:
        low, high, step = (self.index(e) for e in (stmt.low, stmt.high, stmt.step))
        names = [name for name, _ in stmt.carried]
        head, body, done = (f"^{kind}{self.label()}" for kind in ("head", "body", "exit"))
        inits = [low, *(f"%{init}" for _, init in stmt.carried)]
        types = self.printer.types_of([stmt.var, *names])
        self.line(f"cf.br {head}({', '.join(inits)} : {types})")
        self.start(head, [stmt.var, *names])
        more = self.fresh(f"arith.cmpi slt, %{stmt.var}, {high} : index")
        self.line(f"cf.cond_br {more}, {body}, {done}{self.typed(names)}")
        self.lines.append(f"{body}:")
        self.block(stmt.body)
        self.line(f"cf.br {head}({self.following(stmt, step)} : {types})")
        self.start(done, stmt.results)

    def start(self, label: str, arguments: Sequence[str]) -> None:
        """The label of a block with these arguments."""
        given = f"({self.printer.arguments(arguments)})" if arguments else ""
        self.lines.append(f"{label}{given}:")

    def while_loop(self, stmt: While) -> None:
        names = [stmt.var, *(name for name, _ in stmt.carried)]
        results = [stmt.final, *stmt.results]
        inits = [self.constant(0), *(f"%{init}" for _, init in stmt.carried)]
        pairs = ", ".join(f"%{n} = {i}" for n, i in zip(names, inits, strict=True))
        types = self.printer.types_of(names)
        self.line(f"{_made(results)}scf.while ({pairs}) : ({types}) -> ({types}) {{")
        self.indent += 1
        self.block(stmt.before)
        cond = self.cond(stmt.cond)
        self.line(self.yielded(names, "scf.condition", f"({cond})"))
        self.indent -= 1
        self.line("} do {")
        self.lines.append(f"  ^bb0({self.printer.arguments(names)}):")
        self.indent += 1
        self.block(stmt.body)
        self.line(f"scf.yield {self.following(stmt, self.constant(1))} : {types}")
        self.indent -= 1
        self.line("}")

    def while_blocks(self, stmt: While) -> None:
        names = [stmt.var, *(name for name, _ in stmt.carried)]
        head, body, done = (f"^{kind}{self.label()}" for kind in ("head", "body", "exit"))
        inits = ", ".join([self.constant(0), *(f"%{init}" for _, init in stmt.carried)])
        types = self.printer.types_of(names)
        self.line(f"cf.br {head}({inits} : {types})")
        self.start(head, names)
        self.block(stmt.before)
        self.line(f"cf.cond_br {self.cond(stmt.cond)}, {body}, {done}{self.typed(names)}")
        self.lines.append(f"{body}:")
        self.block(stmt.body)
        self.line(f"cf.br {head}({self.following(stmt, self.constant(1))} : {types})")
        self.start(done, [stmt.final, *stmt.results])

    def if_op(self, stmt: If) -> None:
        types = f" -> ({self.printer.types_of(stmt.results)})" if stmt.results else ""
        self.line(f"{_made(stmt.results)}scf.if {self.cond(stmt.cond)}{types} {{")
        self.nested(stmt.then, self.yielded(stmt.then_yields) if stmt.results else "")
        if stmt.orelse or stmt.results:
            self.line("} else {")
            self.nested(stmt.orelse, self.yielded(stmt.else_yields) if stmt.results else "")
        self.line("}")

    def if_blocks(self, stmt: If) -> None:
        then, orelse, join = (f"^{kind}{self.label()}" for kind in ("then", "else", "join"))
        self.line(f"cf.cond_br {self.cond(stmt.cond)}, {then}, {orelse}")
        self.lines.append(f"{then}:")
        self.block(stmt.then)
        self.line(f"cf.br {join}{self.typed(stmt.then_yields)}")
        self.lines.append(f"{orelse}:")
        self.block(stmt.orelse)
        self.line(f"cf.br {join}{self.typed(stmt.else_yields)}")
        self.start(join, stmt.results)
