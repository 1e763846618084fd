"""Random programs with work on the engines of a machine and no synchronisation, as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ROWS = 10
"""The rows of arrays that the caller passes; loops have at most `ROWS - 2` iterations."""


@dataclass
class Drawing:
    """One program while it is drawn."""

    random: Random
    engines: list[str]
    own: bool
    """Whether the process may touch memory itself."""
    lines: list[str] = field(default_factory=list[str])
    depth: int = 1
    names: int = 0
    works: int = 0
    counters: list[str] = field(default_factory=list[str])
    conditional: bool = False
    filled: bool = True
    """Whether all memory was written before, so that the process may look at it."""
    in_turn: bool = False
    """Whether sides of branches are taken in turn, too."""
    branches: float = 0.1
    """How many of the parts of a block are branches."""
    around: str = ""
    """Of a small program: the op that some of its works are in."""

    def say(self, line: str) -> None:
        """One more line."""
        self.lines.append("  " * self.depth + line)

    def name(self) -> str:
        """A new name."""
        self.names += 1
        return f"%v{self.names}"

    def view(self) -> tuple[str, str]:
        """A view of some memory, and its type."""
        kind = self.random.random()
        if kind < 0.45:
            return f"%l{self.random.randrange(3)}", "memref<4xf32>"
        if kind < 0.7 and self.counters:
            which, slots = self.random.choice(("%p", "%q")), 2
            if which == "%q":
                slots = 3
            return self._row(which, slots, self._slot(slots))
        index = self.random.choice(self.counters) if self.counters and self.random.random() < 0.7 else "%c1"
        return self._row(self.random.choice(("%x", "%y")), ROWS, index)

    def _slot(self, slots: int) -> str:
        if self.random.random() < 0.2:
            return f"%c{self.random.randrange(2)}"
        counter = self.random.choice(self.counters)
        if self.random.random() < 0.3:
            later = self.name()
            self.say(f"{later} = arith.addi {counter}, %c1 : index")
            counter = later
        name = self.name()
        self.say(f"{name} = arith.remui {counter}, %c{slots} : index")
        return name

    def _row(self, memory: str, rows: int, index: str) -> tuple[str, str]:
        name, type_ = self.name(), "memref<4xf32, strided<[1], offset: ?>>"
        of = f"memref<{rows}x4xf32>"
        self.say(f"{name} = memref.subview {memory}[{index}, 0] [1, 4] [1, 1] : {of} to {type_}")
        return name, type_

    def work(self) -> None:
        """One work."""
        self.works += 1
        if self.own and self.random.random() < 0.15:
            self._own()
            return
        reads = [self.view() for _ in range(self.random.choice((0, 1, 1, 2)))]
        writes = [self.view() for _ in range(self.random.choice((1, 1, 1, 0) if reads else (1,)))]
        text = "".join(
            f" {word}({', '.join(v for v, _ in views)} : {', '.join(t for _, t in views)})"
            for word, views in (("reads", reads), ("writes", writes))
            if views
        )
        engine = self.random.choice(self.engines)
        self.say(f'sync.work on "{engine}"{text} {{ sync.opaque "w{self.works}" }}')

    def _own(self) -> None:
        view, type_ = self.view()
        value = self.name()
        if self.filled and self.random.random() < 0.5:
            self.say(f"{value} = memref.load {view}[%c0] : {type_}")
            self.say(f"memref.store {value}, %h[%c{self.random.randrange(2)}] : memref<4xf32>")
        else:
            self.say(f"memref.store %f, {view}[%c1] : {type_}")

    def block(self, size: int, nesting: int) -> None:
        """Some works, loops and branches."""
        for _ in range(size):
            chance = self.random.random()
            if nesting and chance < 0.3:
                self._loop(nesting)
            elif nesting and chance < 0.3 + self.branches:
                self._if(nesting)
            else:
                self.work()

    def compound(self, works: int) -> None:
        """A loop or a branch with so many works."""
        if self.around == "scf.for":
            counter = self.name()
            self.say(
                f"scf.for {counter} = %c0 to {self.random.choice(('%n', '%n', '%n', '%c3'))} step %c1 {{"
            )
            self.counters.append(counter)
            self._nested(works, 0)
            self.counters.pop()
        else:
            self.say("scf.if %a {")
            self._nested(first := self.random.randint(1, works), 0)
            if first < works:
                self.say("} else {")
                self._nested(works - first, 0)
        self.say("}")

    def _condition(self) -> str:
        """An argument, or whether it is the turn of one of two or three iterations."""
        if not self.in_turn or not self.counters or self.random.random() < 0.4:
            return self.random.choice(("%a", "%b"))
        turn, name = self.name(), self.name()
        self.say(
            f"{turn} = arith.remui {self.random.choice(self.counters)}, %c{self.random.choice((2, 2, 3))} : index"
        )
        self.say(f"{name} = arith.cmpi eq, {turn}, %c{self.random.randrange(2)} : index")
        return name

    def _nested(self, size: int, nesting: int) -> None:
        self.depth += 1
        self.block(size, nesting)
        self.depth -= 1

    def _loop(self, nesting: int) -> None:
        counter = self.name()
        bound = self.random.choice(("%n", "%m", "%n", "%c2", "%c3"))
        self.say(f"scf.for {counter} = %c0 to {bound} step %c1 {{")
        self.counters.append(counter)
        self._nested(self.random.randint(1, 4), nesting - 1)
        self.counters.pop()
        self.say("}")

    def _if(self, nesting: int) -> None:
        self.conditional = True
        self.say(f"scf.if {self._condition()} {{")
        self._nested(self.random.randint(1, 2), nesting - 1)
        if self.random.random() < 0.5:
            self.say("} else {")
            self._nested(self.random.randint(1, 2), nesting - 1)
        self.say("}")


def program(
    seed: int,
    engines: list[str],
    *,
    size: int = 5,
    nesting: int = 2,
    own: bool = True,
    branches: float | None = None,
) -> str:
    """A program with a function `f(x, y, h, n, m, a, b)`.

    With a share of branches, their conditions are also numbers of the iteration.
    """
    random = Random(seed)
    some = random.sample(engines, min(len(engines), random.randint(2, 4)))
    drawing = Drawing(random, some, own)
    if branches is not None:
        drawing.branches, drawing.in_turn = branches, True
    drawing.block(random.randint(2, size), nesting)
    fill = [f"  memref.store %f, %l{i}[%c{j}] : memref<4xf32>" for i in range(3) for j in range(4)]
    fill += [f"  memref.store %f, %p[%c{i}, %c{j}] : memref<2x4xf32>" for i in range(2) for j in range(4)]
    fill += [f"  memref.store %f, %q[%c{i}, %c{j}] : memref<3x4xf32>" for i in range(3) for j in range(4)]
    return function([*fill, *drawing.lines])


def small(seed: int, engines: list[str], *, most: int = 7, own: bool = False) -> str:
    """A program with two to `most` works on two or three engines, and at most one loop or branch.

    Nobody fills the memory before: what works read is of no matter where only orders are asked for.
    """
    random = Random(seed)
    drawing = Drawing(random, random.sample(engines, min(len(engines), random.randint(2, 3))), own)
    drawing.filled = False
    works = random.randint(2, most)
    drawing.around = random.choice(("", "scf.for", "scf.if"))
    if not drawing.around:
        drawing.block(works, 0)
        return function(drawing.lines)
    inside = random.randint(1, works)
    before = random.randint(0, works - inside)
    drawing.block(before, 0)
    drawing.compound(inside)
    drawing.block(works - inside - before, 0)
    return function(drawing.lines)


def function(lines: list[str]) -> str:
    """The lines in a function, with its arguments and memory."""
    arguments = ", ".join(
        f"%{name}: {type_} {{llvm.noalias}}"
        for name, type_ in (
            ("x", f"memref<{ROWS}x4xf32>"),
            ("y", f"memref<{ROWS}x4xf32>"),
            ("h", "memref<4xf32>"),
        )
    )
    head = [f"func.func @f({arguments}, %n: index, %m: index, %a: i1, %b: i1) {{"]
    head += [f"  %c{number} = arith.constant {number} : index" for number in range(4)]
    head += ["  %f = arith.constant 1.0 : f32"]
    head += [f"  %l{number} = memref.alloc() : memref<4xf32>" for number in range(3)]
    head += ["  %p = memref.alloc() : memref<2x4xf32>", "  %q = memref.alloc() : memref<3x4xf32>"]
    return "\n".join([*head, *lines, "  return", "}"]) + "\n"
