"""The text of a program, and where its waits stand in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .tree import (
    EXTENT,
    AddTo,
    Await,
    AwaitAll,
    Bin,
    Branch,
    Call,
    Check,
    Cmp,
    Commit,
    Const,
    Free,
    Function,
    Heap,
    Issue,
    Launch,
    Look,
    Loop,
    MakeGroup,
    Num,
    Pick,
    Place,
    Program,
    Put,
    Ready,
    Scope,
    Stack,
    Statement,
    Var,
    View,
    Wait,
    all_of,
)

ANY = "memref<?xi64, strided<[1], offset: ?>>"
TOKEN = "!async.token"


@dataclass
class Text:
    """What was written: the text, and for each line with waits their statement."""

    text: str
    waits: dict[int, int]
    """By line, from 1: the `uid` of the statement."""


@dataclass
class Writer:
    program: Program
    lines: list[str] = field(default_factory=list[str])
    waits: dict[int, int] = field(default_factory=dict[int, int])
    types: dict[str, str] = field(default_factory=dict[str, str])
    margin: int = 1
    names: int = 0

    def line(self, text: str) -> None:
        self.lines.append("  " * self.margin + text)

    def fresh(self) -> str:
        self.names += 1
        return f"%x{self.names}"

    def number(self, number: Num) -> str:
        match number:
            case Const(value=value):
                name = self.fresh()
                self.line(f"{name} = arith.constant {value} : index")
                return name
            case Var(name=name):
                return f"%{name}"
            case Bin(op=op, a=a, b=b):
                left, right, name = self.number(a), self.number(b), self.fresh()
                self.line(f"{name} = arith.{op} {left}, {right} : index")
                return name

    def small(self, number: Num) -> str:
        """A queue or a count, which may be a number itself."""
        if isinstance(number, Const) and number.value >= 0:
            return str(number.value)
        return self.number(number)

    def condition(self, c: Cmp) -> str:
        left, right, name = self.number(c.a), self.number(c.b), self.fresh()
        self.line(f"{name} = arith.cmpi {c.how}, {left}, {right} : index")
        return name

    def load(self, place: Place) -> str:
        at, name = self.number(place.at), self.fresh()
        self.line(f"{name} = memref.load %{place.memory}[{at}] : {self.types[place.memory]}")
        return name

    def note(self, statement: Statement) -> None:
        """The next line is a wait."""
        self.waits[len(self.lines) + 1] = statement.uid

    def block(self, body: list[Statement]) -> None:
        self.margin += 1
        for statement in body:
            self.statement(statement)
        self.margin -= 1

    def statement(self, s: Statement) -> None:
        match s:
            case Put() | Look():
                self.access(s)
            case Loop():
                self.turning(s) if s.turning else self.loop(s)
            case Branch() | Pick() | Ready():
                self.choice(s)
            case Commit() | Issue() | Launch() | Scope():
                self.region(s)
            case Wait() | Await() | AwaitAll():
                self.wait(s)
            case MakeGroup():
                size = self.number(s.size)
                self.line(f"%{s.result} = async.create_group {size} : !async.group")
            case AddTo():
                self.line(f"{self.fresh()} = async.add_to_group %{s.token}, %{s.group} : {TOKEN}")
            case Call():
                self.call(s)
            case Stack() | Heap() | Free() | View():
                self.memory(s)
            case Check():
                condition = self.condition(s.condition)
                self.line(f'cf.assert {condition}, "no {s.uid}"')

    def access(self, s: Put | Look) -> None:
        if isinstance(s, Look):
            self.load(s.of)
            return
        total = self.fresh()
        self.line(f"{total} = arith.constant {s.plus} : i64")
        for place in s.sources:
            value, before = self.load(place), total
            total = self.fresh()
            self.line(f"{total} = arith.addi {before}, {value} : i64")
        at = self.number(s.to.at)
        self.line(f"memref.store {total}, %{s.to.memory}[{at}] : {self.types[s.to.memory]}")

    def loop(self, s: Loop) -> None:
        low, high, step = self.number(s.low), self.number(s.high), self.number(Const(1))
        head = f"scf.for %{s.counter} = {low} to {high} step {step}"
        if s.carried:
            names = ", ".join(f"%{c.result}" for c in s.carried)
            first = ", ".join(f"%{c.inside} = %{c.first}" for c in s.carried)
            head = f"{names} = {head} iter_args({first}) -> ({', '.join(TOKEN for _ in s.carried)})"
        self.line(head + " {")
        self.block(s.body)
        if s.carried:
            handed = ", ".join(f"%{c.handed}" for c in s.carried)
            self.line(f"  scf.yield {handed} : {', '.join(TOKEN for _ in s.carried)}")
        self.line("}")

    def turning(self, s: Loop) -> None:
        low, high, step = self.number(s.low), self.number(s.high), self.number(Const(1))
        types = ", ".join(["index", *(TOKEN for _ in s.carried)])
        names = ", ".join([self.fresh(), *(f"%{c.result}" for c in s.carried)])
        at, going = self.fresh(), self.fresh()
        before = [self.fresh() for _ in s.carried]
        first = [f"{at} = {low}", *(f"{b} = %{c.first}" for b, c in zip(before, s.carried, strict=True))]
        self.line(f"{names} = scf.while ({', '.join(first)}) : ({types}) -> ({types}) {{")
        self.line(f"  {going} = arith.cmpi slt, {at}, {high} : index")
        self.line(f"  scf.condition({going}) {', '.join([at, *before])} : {types}")
        self.line("} do {")
        inside = ", ".join([f"%{s.counter}: index", *(f"%{c.inside}: {TOKEN}" for c in s.carried)])
        self.line(f"^bb0({inside}):")
        self.block(s.body)
        following = self.fresh()
        self.line(f"  {following} = arith.addi %{s.counter}, {step} : index")
        self.line(f"  scf.yield {', '.join([following, *(f'%{c.handed}' for c in s.carried)])} : {types}")
        self.line("}")

    def choice(self, s: Branch | Pick | Ready) -> None:
        if isinstance(s, Ready):
            self.line(f"%{s.result} = async.ready : {TOKEN}")
            return
        condition = self.condition(s.condition)
        if isinstance(s, Pick):
            self.line(f"%{s.result} = arith.select {condition}, %{s.yes}, %{s.no} : {TOKEN}")
            return
        types = ", ".join(TOKEN for _ in s.results)
        head = f"{', '.join(f'%{c.result}' for c in s.results)} = " if s.results else ""
        self.line(f"{head}scf.if {condition}{f' -> ({types})' if s.results else ''} {{")
        self.block(s.then)
        if s.results:
            self.line(f"  scf.yield {', '.join(f'%{c.yes}' for c in s.results)} : {types}")
        if s.results or s.other:
            self.line("} else {")
            self.block(s.other)
        if s.results:
            self.line(f"  scf.yield {', '.join(f'%{c.no}' for c in s.results)} : {types}")
        self.line("}")

    def region(self, s: Commit | Issue | Launch | Scope) -> None:
        match s:
            case Commit():
                queue = self.small(s.queue)
                head = f"%{s.result} = " if s.result else ""
                self.line(f"{head}queue.commit({queue}) {{")
                self.block(s.body)
                self.line("}" + (f" -> {TOKEN}" if s.result else ""))
            case Issue():
                self.line("queue.async {")
                self.block(s.body)
                self.line("}")
            case Scope():
                self.line("memref.alloca_scope {")
                self.block(s.body)
                self.line("}")
            case Launch():
                needs = f" [{', '.join(f'%{t}' for t in s.needs)}]" if s.needs else ""
                if s.needs:
                    self.note(s)
                self.line(f"%{s.result} = async.execute{needs} {{")
                self.block(s.body)
                self.line("  async.yield")
                self.line("}")

    def wait(self, s: Wait | Await | AwaitAll) -> None:
        if isinstance(s, Wait):
            queue, count = self.small(s.queue), self.small(s.count)
            self.note(s)
            self.line(f"queue.{s.how}({queue}, {count})")
        elif isinstance(s, AwaitAll):
            self.note(s)
            self.line(f"async.await_all %{s.group}")
        else:
            names, types = ", ".join(f"%{t}" for t in s.tokens), ", ".join(TOKEN for _ in s.tokens)
            self.note(s)
            self.line(f"{s.how} {names} : {types}")

    def call(self, s: Call) -> None:
        function = self.program.function(s.function)
        given = [self.number(number) for number in s.numbers]
        types = ["index" for _ in s.numbers]
        for memory in s.memories:
            if self.types[memory] != ANY:
                name = self.fresh()
                self.line(f"{name} = memref.cast %{memory} : {self.types[memory]} to {ANY}")
            else:
                name = f"%{memory}"
            given.append(name)
            types.append(ANY)
        given += [f"%{t}" for t in s.tokens]
        types += [TOKEN for _ in s.tokens]
        op = "async.call" if function.hot else "func.call"
        results = ", ".join(TOKEN for _ in s.results)
        head = f"{', '.join(f'%{r}' for r in s.results)} = " if s.results else ""
        answer = results if len(s.results) == 1 else f"({results})"
        self.line(f"{head}{op} @{s.function}({', '.join(given)}) : ({', '.join(types)}) -> {answer}")

    def memory(self, s: Stack | Heap | Free | View) -> None:
        if isinstance(s, Free):
            self.line(f"memref.dealloc %{s.name} : {self.types[s.name]}")
        elif isinstance(s, View):
            offset = "?" if "offset: ?" in self.types[s.of] else str(s.offset + self.offset(s.of))
            of = f"memref<{s.size}xi64, strided<[1], offset: {offset}>>"
            self.types[s.name] = of
            self.line(
                f"%{s.name} = memref.subview %{s.of}[{s.offset}] [{s.size}] [1] : {self.types[s.of]} to {of}"
            )
        else:
            self.types[s.name] = f"memref<{s.size}xi64>"
            op = "alloca" if isinstance(s, Stack) else "alloc"
            self.line(f"%{s.name} = memref.{op}() : {self.types[s.name]}")
            zero = self.fresh()
            self.line(f"{zero} = arith.constant 0 : i64")
            for k in range(s.size):
                at = self.number(Const(k))
                self.line(f"memref.store {zero}, %{s.name}[{at}] : {self.types[s.name]}")

    def offset(self, memory: str) -> int:
        found = self.types[memory].partition("offset: ")[2].rstrip(">")
        return int(found) if found.isdigit() else 0

    def function(self, f: Function) -> None:
        self.types.update(dict.fromkeys(f.memories, ANY))
        given = [f"%{n}: index" for n in f.numbers]
        given += [f"%{m}: {ANY}" for m in f.memories] + [f"%{t}: {TOKEN}" for t in f.tokens]
        results = [TOKEN] if f.hot else [TOKEN for _ in f.returns]
        answer = f" -> ({', '.join(results)})" if results else ""
        head = "async.func" if f.hot else "func.func"
        self.line(f"{head} private @{f.name}({', '.join(given)}){answer} {{")
        self.block(f.body)
        handed = [] if f.hot else f.returns
        types = f" : {', '.join(TOKEN for _ in handed)}" if handed else ""
        values = f" {', '.join(f'%{t}' for t in handed)}" if handed else ""
        self.line(f"  return{values}{types}")
        self.line("}")

    def entry(self) -> None:
        p = self.program
        array = "memref<?xi64>" if p.dynamic else f"memref<{EXTENT}xi64>"
        self.types.update(dict.fromkeys(p.arrays, array))
        given = [f"%{n}: index" for n in p.numbers] + [f"%{a}: {array}" for a in p.arrays]
        self.line(f"func.func @main({', '.join(given)}) -> i64 {{")
        self.block(p.body)
        self.margin += 1
        total = self.fresh()
        self.line(f"{total} = arith.constant 0 : i64")
        for place in p.returned:
            value, before = self.load(place), total
            total = self.fresh()
            self.line(f"{total} = arith.addi {before}, {value} : i64")
        self.line(f"return {total} : i64")
        self.margin -= 1
        self.line("}")


def print_program(program: Program) -> Text:
    attributes = f" attributes {{queue.fifos = {program.fifos}}}" if program.fifos else ""
    writer = Writer(program, margin=0)
    writer.line(f"module{attributes} {{")
    writer.margin = 1
    for f in program.functions:
        writer.function(f)
    writer.entry()
    writer.margin = 0
    writer.line("}")
    return Text("\n".join(writer.lines) + "\n", writer.waits)


def size(program: Program) -> int:
    return sum(1 for _ in all_of(program))
