"""Draws programs of tasks and regions on memrefs, without races, whose buffers somebody may want to plan.

Of each buffer the generator knows which accesses are not known to be over (`pending`), and by what tokens that would be
known. Who touches a buffer depends on all tokens of accesses that conflict, in one of the ways that there are: in brackets,
awaited in the body, awaited by the function before. Accesses without a token that anybody has (a task in a task that nobody
awaits) close the buffer: nobody touches it again. So the programs have no races, and one result.

Sizes are odd, and zero; elements have one to eight bytes; buffers are seen through subviews and as parts of rows of bytes;
they are made in the function or in a task, which hands them out; freed by the function, by a task, or by nobody; given to
functions; returned; used in loops that launch tasks, in tasks in tasks, and by tasks that nobody waits for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

OUT = 64
"""Elements of the array that the results are put into."""

BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}


@dataclass(eq=False)
class Memory:
    """A buffer."""

    name: str
    element: str
    size: int
    writes: list[str] = field(default_factory=list[str])
    """Tokens of what has written, and may still do so."""
    reads: list[str] = field(default_factory=list[str])
    is_open: bool = True
    written: bool = False
    value_of: str | None = None
    """The token of the task that made it, whose value it is."""

    @property
    def type(self) -> str:
        return f"memref<{self.size}x{self.element}>"


@dataclass(frozen=True)
class Drawn:
    """A program, and what to expect of it."""

    seed: int
    text: str
    returns: int
    """How many buffers it returns."""


class _Program:
    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0
        self.buffers: list[Memory] = []
        self.known: set[str] = set()
        """Tokens that the function has awaited."""
        self.direct: set[str] = set()
        """Those of them that it has awaited itself."""
        self.tokens: list[str] = []
        self.before: dict[str, set[str]] = {}
        """For each token those that are complete when it is."""

    # ---- text ----

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"%{stem}{self.count}"

    def add(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    # ---- buffers ----

    def memory(self) -> Memory:
        size = self.random.choice([0, 1, 2, 3, 5, 7, 8, 13, 16, 24, 33])
        made = Memory(self.fresh("b"), self.random.choice(list(BITS)), size)
        if self.random.random() < 0.2:
            base = self.fresh("raw")
            shift = 8 * self.random.randint(0, 2)
            row = shift + size * BITS[made.element] // 8 + self.random.choice([0, 5])
            self.add(f"{base} = memref.alloc() : memref<{row}xi8>")
            self.add(f"%s{base[1:]} = arith.constant {shift} : index")
            self.add(f"{made.name} = memref.view {base}[%s{base[1:]}][] : memref<{row}xi8> to {made.type}")
            made.is_view = True  # type: ignore[attr-defined]
        else:
            align = " {alignment = 128 : i64}" if self.random.random() < 0.05 else ""
            self.add(f"{made.name} = memref.alloc(){align} : {made.type}")
        self.buffers.append(made)
        return made

    def usable(self) -> list[Memory]:
        return [each for each in self.buffers if each.is_open]

    def choose(self) -> tuple[Memory, Memory | None]:
        """What is written, and what is read, if anything."""
        usable = self.usable()
        if not usable or (len(usable) < 9 and self.random.random() < 0.45):
            target = self.memory()
        else:
            target = self.random.choice(usable)
        sources = [b for b in self.usable() if b.written and b is not target]
        return target, self.random.choice(sources) if sources and self.random.random() < 0.75 else None

    # ---- what is done with them ----

    def action(self, target: Memory, source: Memory | None) -> None:
        """Write all of the target, from the source where that has elements."""
        self.add_loop(target, source, self.random.randint(1, 99))
        target.written = True

    def add_loop(self, target: Memory, source: Memory | None, number: int) -> None:
        to, of = target.name, target.type
        if target.size > 2 and target.written and self.random.random() < 0.3:
            to, of = self.fresh("v"), f"memref<{target.size - 1}x{target.element}, strided<[1], offset: 1>>"
            self.add(
                f"{to} = memref.subview {target.name}[1] [{target.size - 1}] [1] : {target.type} to {of}"
            )
        size = target.size if to == target.name else target.size - 1
        if (
            source is not None
            and source.type == target.type
            and to == target.name
            and self.random.random() < 0.3
        ):
            self.add(f"memref.copy {source.name}, {to} : {source.type} to {of}")
            return
        i, value = self.fresh("i"), self.fresh("x")
        self.add(f"%n{value[1:]} = arith.constant {size} : index")
        self.add(f"scf.for {i} = %c0 to %n{value[1:]} step %c1 {{")
        self.indent += 1
        bits = BITS[target.element]
        self.add(f"%k{value[1:]} = arith.constant {number} : i64")
        self.add(f"%j{value[1:]} = arith.index_cast {i} : index to i64")
        self.add(f"{value} = arith.addi %k{value[1:]}, %j{value[1:]} : i64")
        if source is not None and source.size:
            self.add(f"%m{value[1:]} = arith.constant {source.size} : index")
            self.add(f"%r{value[1:]} = arith.remui {i}, %m{value[1:]} : index")
            self.add(f"%l{value[1:]} = memref.load {source.name}[%r{value[1:]}] : {source.type}")
            wide = f"%l{value[1:]}"
            if source.element != "i64":
                wide = self.fresh("w")
                self.add(f"{wide} = arith.extsi %l{value[1:]} : {source.element} to i64")
            more = self.fresh("x")
            self.add(f"{more} = arith.addi {value}, {wide} : i64")
            value = more
        if bits < 64:
            narrow = self.fresh("y")
            self.add(f"{narrow} = arith.trunci {value} : i64 to {target.element}")
            value = narrow
        self.add(f"memref.store {value}, {to}[{i}] : {of}")
        self.indent -= 1
        self.add("}")

    # ---- who comes behind whom ----

    def needed(self, target: Memory, source: Memory | None) -> list[str]:
        """Tokens that have to be complete first, of those that others do not imply."""
        found = [*target.writes, *target.reads, *(source.writes if source is not None else [])]
        made = [each.value_of for each in (target, source) if each is not None and each.value_of is not None]
        made = [t for t in made if t not in self.direct]
        wanted = [t for t in dict.fromkeys([*made, *found]) if t in made or t not in self.known]
        return [t for t in wanted if t in made or not any(t in self.before[u] for u in wanted if u != t)]

    def launch(self) -> None:
        target, source = self.choose()
        needed = self.needed(target, source)
        extra = [t for t in self.tokens[-6:] if self.random.random() < 0.25 and t not in needed]
        token = self.fresh("t")
        word = self.random.choice(["async.execute", "async.execute", "async.region"])
        inside = [t for t in needed if self.random.random() < 0.25]
        outside = [t for t in needed if t not in inside] + extra
        brackets = f" [{', '.join(outside)}]" if outside else ""
        self.add(f"{token} = {word}{brackets} {{")
        self.indent += 1
        for each in inside:
            self.add(f"async.await {each} : !async.token")
        how = self.random.random()
        closed = False
        handed = ""
        if how < 0.25:
            inner = self.fresh("u")
            self.add(f"{inner} = async.execute {{")
            self.indent += 1
            self.action(target, source)
            self.indent -= 1
            self.add("}")
            if word == "async.region" and self.random.random() < 0.5:
                handed = f" {inner} : !async.token"
            elif self.random.random() < 0.8:
                self.add(f"async.await {inner} : !async.token")
            else:
                closed = True
        elif how < 0.45:
            self.with_scratch(target, source)
        else:
            self.action(target, source)
        if handed:
            self.add(f"async.yield{handed}")
        self.indent -= 1
        self.add("}")
        self.tokens.append(token)
        implied = {*self.known, *(t for n in (*inside, *outside) for t in (n, *self.before[n]))}
        self.before[token] = implied
        if closed:
            for each in (target, source):
                if each is not None:
                    each.is_open = False
            return
        target.writes, target.reads = [token], []
        if source is not None:
            source.reads.append(token)

    def with_scratch(self, target: Memory, source: Memory | None) -> None:
        """Through a buffer of the task's own."""
        scratch = Memory(
            self.fresh("s"), self.random.choice(list(BITS)), self.random.choice([0, 1, 4, 9, 20])
        )
        self.add(f"{scratch.name} = memref.alloc() : {scratch.type}")
        self.action(scratch, source)
        self.action(target, scratch)
        if self.random.random() < 0.7:
            self.add(f"memref.dealloc {scratch.name} : {scratch.type}")

    def hand_out(self) -> None:
        """A task that makes a buffer, and gives it as its value, or as that of a region."""
        made = Memory(self.fresh("b"), self.random.choice(list(BITS)), self.random.choice([1, 3, 6, 11]))
        token = self.fresh("t")
        is_region = self.random.random() < 0.5
        value = made.name if is_region else self.fresh("p")
        kind = made.type if is_region else f"!async.value<{made.type}>"
        self.add(f"{token}, {value} = async.{'region' if is_region else 'execute'} -> {kind} {{")
        self.indent += 1
        inner = Memory(self.fresh("h"), made.element, made.size)
        self.add(f"{inner.name} = memref.alloc() : {inner.type}")
        self.action(inner, None)
        self.add(f"async.yield {inner.name} : {inner.type}")
        self.indent -= 1
        self.add("}")
        made.written = True
        made.writes, made.value_of = [token], token
        self.tokens.append(token)
        self.before[token] = set(self.known)
        if not is_region:
            # The function awaits the value, now or never.
            if self.random.random() < 0.8:
                self.add(f"{made.name} = async.await {value} : {kind}")
                self.know(token)
                self.buffers.append(made)
        else:
            self.buffers.append(made)

    def know(self, token: str) -> None:
        self.known |= {token, *self.before[token]}
        self.direct.add(token)

    def wait(self) -> None:
        if self.tokens:
            token = self.random.choice(self.tokens)
            self.add(f"async.await {token} : !async.token")
            self.know(token)

    def settle(self, *memories: Memory | None) -> None:
        """Let the function wait for what is pending on these."""
        for each in memories:
            if each is not None:
                for token in (*each.writes, *each.reads, *([each.value_of] if each.value_of else [])):
                    if token not in self.known or (token == each.value_of and token not in self.direct):
                        self.add(f"async.await {token} : !async.token")
                        self.know(token)

    def in_function(self) -> None:
        target, source = self.choose()
        self.settle(target, source)
        self.action(target, source)
        target.writes, target.reads = [], []

    def in_loop(self) -> None:
        """A loop that launches tasks on parts of a buffer, and waits for them in it, behind it, or for one by one."""
        target = self.memory()
        self.settle(target)
        how = self.random.choice(["group", "inside", "never"])
        n, i, token = self.fresh("n"), self.fresh("i"), self.fresh("t")
        self.add(f"{n} = arith.constant {target.size} : index")
        group = self.fresh("g")
        if how == "group":
            self.add(f"{group} = async.create_group {n} : !async.group")
        self.add(f"scf.for {i} = %c0 to {n} step %c1 {{")
        self.indent += 1
        self.add(f"{token} = async.execute {{")
        self.add(f"  %k{token[1:]} = arith.constant {self.random.randint(1, 99)} : {target.element}")
        self.add(f"  memref.store %k{token[1:]}, {target.name}[{i}] : {target.type}")
        self.add("}")
        if how == "inside":
            self.add(f"async.await {token} : !async.token")
        elif how == "group":
            self.add(f"%q{token[1:]} = async.add_to_group {token}, {group} : !async.token")
        self.indent -= 1
        self.add("}")
        if how == "group":
            self.add(f"async.await_all {group}")
        target.written = True
        target.is_open = how != "never"

    def call(self) -> None:
        usable = [b for b in self.usable() if b.written and b.type == "memref<8xi32>"]
        if usable:
            chosen = self.random.choice(usable)
            self.settle(chosen)
            self.add(f"func.call @twice({chosen.name}) : ({chosen.type}) -> ()")
            chosen.writes, chosen.reads = [], []

    def free(self) -> None:
        """The function frees a buffer, or a task behind all that use it."""
        usable = [b for b in self.usable() if not hasattr(b, "is_view")]
        if not usable:
            return
        chosen = self.random.choice(usable)
        chosen.is_open = False
        pending = self.needed(chosen, None)
        if self.random.random() < 0.5 and (pending or self.tokens):
            token = self.fresh("t")
            self.add(
                f"{token} = async.execute [{', '.join(pending)}] {{"
                if pending
                else f"{token} = async.execute {{"
            )
            self.add(f"  memref.dealloc {chosen.name} : {chosen.type}")
            self.add("}")
            self.tokens.append(token)
            self.before[token] = {*self.known, *(t for n in pending for t in (n, *self.before[n]))}
        else:
            self.settle(chosen)
            self.add(f"memref.dealloc {chosen.name} : {chosen.type}")

    # ---- all of it ----

    def draw(self, steps: int) -> tuple[str, int]:
        self.add("%c0 = arith.constant 0 : index")
        self.add("%c1 = arith.constant 1 : index")
        choices = [self.launch] * 12 + [self.hand_out] * 2 + [self.in_function] * 2
        choices += [self.wait, self.in_loop, self.call, self.free, self.free]
        if self.random.random() < 0.6:
            choices = [c for c in choices if c != self.in_loop]  # It keeps anybody from adding dependencies.
        for _ in range(steps):
            self.random.choice(choices)()
        shown = [b for b in self.usable() if b.written and b.size]
        self.random.shuffle(shown)
        for number, each in enumerate(shown[: OUT // 2]):
            self.settle(each)
            self.add(f"%z{number} = arith.constant {number} : index")
            self.add(f"%e{number} = arith.constant {self.random.randrange(each.size)} : index")
            self.add(f"%o{number} = memref.load {each.name}[%e{number}] : {each.type}")
            wide = f"%o{number}"
            if each.element != "i64":
                self.add(f"%O{number} = arith.extsi %o{number} : {each.element} to i64")
                wide = f"%O{number}"
            self.add(f"memref.store {wide}, %out[%z{number}] : memref<{OUT}xi64>")
        returned = [b for b in shown[:1] if self.random.random() < 0.3]
        types = ", ".join(b.type for b in returned)
        self.add(f"return {returned[0].name} : {types}" if returned else "return")
        arrow = f" -> {types}" if returned else ""
        head = f"func.func @main(%out: memref<{OUT}xi64>){arrow} {{\n"
        return head + "\n".join(self.lines) + "\n}\n" + TWICE, len(returned)


TWICE = """func.func private @twice(%b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %b[%i] : memref<8xi32>
  }
  return
}
"""


def drawn(seed: int, steps: int = 0) -> Drawn:
    """The program of a seed."""
    program = _Program(seed)
    text, returns = program.draw(steps or 4 + seed % 17)
    return Drawn(seed, text, returns)
