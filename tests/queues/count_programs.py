"""Random programs that wait by count, from a seed: commits, waits and accesses in every form of control flow.

They need not be right: most have races. What counts is that a translation changes nothing of what they wait for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

FORMS = (
    "for",
    "for, unknown trip",
    "nested for",
    "if",
    "if else",
    "while",
    "switch",
    "blocks: branch",
    "blocks: loop",
    "call",
    "call, public",
    "recursion",
    "computed count",
    "computed queue",
    "wait_read",
    "wait_finished",
    "shared FIFO",
    "queues: 3",
)
"""What a program may have in it; `Program.forms` says what it has."""

CELLS = 4
"""Elements of the array that copies write."""


@dataclass(slots=True)
class CountProgram:
    """The text of a program, its entry being `@main(%a, %b, %n: index, %p: i1, %s: index)`, and its forms."""

    text: str
    forms: set[str]


@dataclass(slots=True)
class _Writer:
    """Writes one program; `budget` bounds the statements left."""

    rng: random.Random
    queues: int
    budget: int
    finished: bool
    computed: bool
    functions: list[str] = field(default_factory=list[str])
    forms: set[str] = field(default_factory=set[str])
    names: int = 0

    def name(self, stem: str) -> str:
        self.names += 1
        return f"%{stem}{self.names}"

    def block(self, depth: int, indices: list[str]) -> list[str]:
        """A few statements; `indices` are loop variables in scope, each with a small bound."""
        lines: list[str] = []
        for _ in range(self.rng.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            lines += self.statement(depth, indices)
        return lines

    def statement(self, depth: int, indices: list[str]) -> list[str]:
        choice = self.rng.random()
        if choice < 0.34 or (depth == 0 and choice < 0.5):
            return self.commit(indices)
        if choice < 0.62 or (depth == 0 and choice < 0.85):
            return self.wait(indices)
        if choice < 0.7 or depth == 0:
            return self.access()
        forms = (
            self.loop,
            self.loop,
            self.branch,
            self.branch,
            self.while_,
            self.switch,
            self.blocks,
            self.call,
        )
        return self.rng.choice(forms)(depth - 1, indices)

    def queue(self, indices: list[str]) -> tuple[list[str], str]:
        """A queue id, and what computes it."""
        number = self.rng.randrange(self.queues)
        if self.computed and self.rng.random() < 0.3:
            self.forms.add("computed queue")
            base, result = self.rng.choice([*indices, "%s"]), self.name("q")
            return [f"{result} = arith.remui {base}, %c{self.queues} : index"], result
        return [], str(number)

    def commit(self, indices: list[str]) -> list[str]:
        setup, number = self.queue(indices)
        x, source, target = self.name("x"), self.rng.randrange(CELLS), self.rng.randrange(CELLS)
        copy = [
            "  queue.async {",
            f"    {x} = memref.load %a[%c{source}] : memref<{CELLS}xf32>",
            f"    memref.store {x}, %b[%c{target}] : memref<{CELLS}xf32>",
            "  }",
        ]
        copies = [] if self.rng.random() < 0.1 else copy
        return [*setup, f"queue.commit({number}) {{", *copies, "}"]

    def wait(self, indices: list[str]) -> list[str]:
        setup, number = self.queue(indices)
        if self.finished and self.rng.random() < 0.4:
            self.forms.add("wait_finished")
            return [*setup, f"queue.wait_finished({number}, {self.rng.randrange(6)})"]
        count = str(self.rng.choice((0, 0, 1, 1, 2, 3)))
        if self.rng.random() < 0.15:
            self.forms.add("computed count")
            base, count = self.rng.choice([*indices, "%s"]), self.name("n")
            setup = [*setup, f"{count} = arith.remui {base}, %c3 : index"]
        read = self.rng.random() < 0.15
        if read:
            self.forms.add("wait_read")
        return [*setup, f"queue.wait{'_read' if read else ''}({number}, {count})"]

    def access(self) -> list[str]:
        x = self.name("y")
        if self.rng.random() < 0.7:
            return [f"{x} = memref.load %b[%c{self.rng.randrange(CELLS)}] : memref<{CELLS}xf32>"]
        return [
            f"{x} = arith.constant 1.0 : f32",
            f"memref.store {x}, %a[%c{self.rng.randrange(CELLS)}] : memref<{CELLS}xf32>",
        ]

    def loop(self, depth: int, indices: list[str]) -> list[str]:
        i = self.name("i")
        unknown = self.rng.random() < 0.4
        upper = "%n" if unknown else f"%c{self.rng.randint(1, 4)}"
        self.forms.add("for, unknown trip" if unknown else "for")
        if any(index.startswith("%i") for index in indices):
            self.forms.add("nested for")
        body = self.block(depth, [*indices, i])
        return [f"scf.for {i} = %c0 to {upper} step %c1 {{", *_in(body), "}"]

    def condition(self, indices: list[str]) -> tuple[list[str], str]:
        if indices and self.rng.random() < 0.5:
            test = self.name("t")
            return [f"{test} = arith.cmpi ult, {self.rng.choice(indices)}, %c1 : index"], test
        return [], "%p"

    def branch(self, depth: int, indices: list[str]) -> list[str]:
        setup, test = self.condition(indices)
        then = self.block(depth, indices)
        if self.rng.random() < 0.5:
            self.forms.add("if")
            return [*setup, f"scf.if {test} {{", *_in(then), "}"]
        self.forms.add("if else")
        return [*setup, f"scf.if {test} {{", *_in(then), "} else {", *_in(self.block(depth, indices)), "}"]

    def while_(self, depth: int, indices: list[str]) -> list[str]:
        self.forms.add("while")
        k, go, k2, more = (self.name(stem) for stem in ("k", "go", "l", "more"))
        return [
            f"scf.while ({k} = %c0) : (index) -> index {{",
            *_in(self.block(depth, [*indices, k])),
            f"  {go} = arith.cmpi ult, {k}, %n : index",
            f"  scf.condition({go}) {k} : index",
            "} do {",
            f"^bb0({k2}: index):",
            *_in(self.block(depth, [*indices, k2])),
            f"  {more} = arith.addi {k2}, %c1 : index",
            f"  scf.yield {more} : index",
            "}",
        ]

    def switch(self, depth: int, indices: list[str]) -> list[str]:
        self.forms.add("switch")
        lines = [f"scf.index_switch {self.rng.choice([*indices, '%s'])}"]
        for case in range(self.rng.randint(1, 2)):
            lines += [f"case {case} {{", *_in(self.block(depth, indices)), "  scf.yield", "}"]
        return [*lines, "default {", *_in(self.block(depth, indices)), "  scf.yield", "}"]

    def blocks(self, depth: int, indices: list[str]) -> list[str]:
        """A graph of blocks: a branch whose ways join, or a loop that ends in its middle."""
        label = self.name("")[1:]
        if self.rng.random() < 0.5:
            self.forms.add("blocks: branch")
            setup, test = self.condition(indices)
            return [
                "scf.execute_region {",
                *_in([*self.block(depth, indices), *setup]),
                f"  cf.cond_br {test}, ^then{label}, ^join{label}",
                f"^then{label}:",
                *_in(self.block(depth, indices)),
                f"  cf.br ^join{label}",
                f"^join{label}:",
                *_in(self.block(depth, indices)),
                "  scf.yield",
                "}",
            ]
        self.forms.add("blocks: loop")
        k, go, more = (self.name(stem) for stem in ("k", "go", "more"))
        return [
            "scf.execute_region {",
            f"  cf.br ^head{label}(%c0 : index)",
            f"^head{label}({k}: index):",
            *_in(self.block(depth, [*indices, k])),
            f"  {go} = arith.cmpi ult, {k}, %n : index",
            f"  cf.cond_br {go}, ^body{label}, ^exit{label}",
            f"^body{label}:",
            *_in(self.block(depth, [*indices, k])),
            f"  {more} = arith.addi {k}, %c1 : index",
            f"  cf.br ^head{label}({more} : index)",
            f"^exit{label}:",
            "  scf.yield",
            "}",
        ]

    def call(self, depth: int, indices: list[str]) -> list[str]:
        """A call of a new function, perhaps twice; it may be public, and may call itself."""
        name = f"@f{len(self.functions)}"
        self.functions.append("")
        public = self.rng.random() < 0.3
        recursive = self.rng.random() < 0.45
        self.forms.add("call, public" if public else "call")
        body = self.block(depth, ["%s"])
        if recursive:
            self.forms.add("recursion")
            body += [
                "%last = arith.cmpi eq, %s, %c0 : index",
                "scf.if %last {",
                *_in(self.block(0, [])),
                "} else {",
                "  %less = arith.subi %s, %c1 : index",
                f"  func.call {name}({_ARGUMENTS.replace('%s', '%less')}) : {_TYPES}",
                *_in(self.block(0, [])),
                "}",
            ]
        self.functions[int(name[2:])] = _function(f"{'' if public else 'private '}{name}", body)
        argument = self.rng.choice(["%c1", "%c2", "%s"])
        lines = [f"func.call {name}({_ARGUMENTS.replace('%s', argument)}) : {_TYPES}"]
        if self.rng.random() < 0.4:
            lines += [*self.block(0, indices), *lines]
        return lines


_ARGUMENTS = "%a, %b, %n, %p, %s"
_TYPES = f"(memref<{CELLS}xf32>, memref<{CELLS}xf32>, index, i1, index) -> ()"


def _in(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _function(name: str, body: list[str]) -> str:
    constants = [f"%c{k} = arith.constant {k} : index" for k in range(5)]
    array = f"memref<{CELLS}xf32>"
    signature = f"func.func {name}(%a: {array}, %b: {array}, %n: index, %p: i1, %s: index) {{"
    return "\n".join([signature, *_in([*constants, *body, "return"]), "}"])


def generate_counts(seed: int, *, finished: bool = False) -> CountProgram:
    """The program of a seed; with `finished`, some waits count from the first group on."""
    rng = random.Random(f"counts {seed}")
    queues = rng.choice((1, 1, 2, 2, 3))
    writer = _Writer(rng, queues, rng.randint(8, 22), finished, rng.random() < 0.25)
    body: list[str] = []
    while writer.budget > 0:
        body += writer.block(3, [])
    if not any("queue.commit" in line for line in body):
        body += writer.commit([])
    if queues == 3:
        writer.forms.add("queues: 3")
    shared = queues > 1 and rng.random() < 0.4
    text = "\n".join([*writer.functions, _function("@main", body)])
    if shared:
        writer.forms.add("shared FIFO")
        attribute = f"module attributes {{queue.fifos = [[0, {queues - 1}]]}} {{\n"
        text = attribute + text + "\n}"
    return CountProgram(text, writer.forms)


INPUTS: tuple[tuple[int, bool, int], ...] = ((0, False, 0), (1, True, 1), (3, False, 2), (2, True, 3))
"""`%n`, `%p` and `%s` of the runs of a program."""
