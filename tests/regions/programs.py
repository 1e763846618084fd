"""Random programs of `async.region`, and what each has to give, computed while it is written.

Regions have dependencies on tokens that there are, values of regions that are complete where they are used, parts that are
complete at different times, tokens of their own, loops and branches that hand tokens on, and memory that each writes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

MASK = (1 << 64) - 1


def signed(value: int) -> int:
    """A number of 64 bits, with its sign."""
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


@dataclass
class Value:
    """A value of the program: its name, the number that it is, and the tokens that all have to be complete before."""

    name: str
    number: int
    after: frozenset[str]


@dataclass
class Place:
    """Where code is written: what is there, and which tokens are complete."""

    indent: str
    values: list[Value]
    tokens: list[str]
    done: frozenset[str] = frozenset()
    implies: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """For each token those that are complete when it is, itself among them."""

    def inner(self, done: frozenset[str]) -> Place:
        """A place in a region of this one, where these tokens are complete, too."""
        return Place(
            self.indent + "  ", list(self.values), list(self.tokens), self.done | done, dict(self.implies)
        )

    def closure(self, tokens: list[str]) -> frozenset[str]:
        """All that is complete when these are."""
        return frozenset[str]().union(*(self.implies[token] for token in tokens))

    def usable(self) -> list[Value]:
        """The values that are there for certain."""
        return [value for value in self.values if value.after <= self.done]


class Writer:
    """Writes one program."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        self.cells: list[int] = []
        """What is in the memory at the end."""

    def name(self, stem: str = "v") -> str:
        self.count += 1
        return f"%{stem}{self.count}"

    def write(self, place: Place, text: str) -> None:
        self.lines.append(place.indent + text)

    def program(self) -> tuple[str, list[int], list[int]]:
        """The text, its results and the memory behind it."""
        place = Place("  ", [Value("%a", 3, frozenset()), Value("%b", -5, frozenset())], [])
        for _ in range(self.random.randint(2, 7)):
            self.statement(place, 2)
        live = [value for value in place.values if value.after]
        if live:
            tokens = sorted(frozenset[str]().union(*(value.after for value in live)))
            self.random.shuffle(tokens)
            for token in tokens:
                self.write(place, f"async.await {token} : !async.token")
        for token in place.tokens:
            if token not in (t for value in live for t in value.after):
                self.write(place, f"async.await {token} : !async.token")
        chosen = self.random.sample(place.values, min(3, len(place.values)))
        names, types = ", ".join(v.name for v in chosen), ", ".join("i64" for _ in chosen)
        size = max(1, len(self.cells))
        head = f"func.func @main(%a: i64, %b: i64, %m: memref<{size}xi64>) -> ({types}) {{"
        body = [
            head,
            *(f"  %i{i} = arith.constant {i} : index" for i in range(size)),
            "  %two = arith.constant 2 : index",
        ]
        text = "\n".join([*body, *self.lines, f"  return {names} : {types}", "}", ""])
        return text, [signed(v.number) for v in chosen], [signed(v) for v in self.cells] or [0]

    def statement(self, place: Place, depth: int) -> None:
        """Some op or region, at a place."""
        kind = self.random.choices(
            ("region", "compute", "wait_for_some", "branch", "loop", "store"),
            (5 if depth else 0, 3, 1, 1 if depth else 0, 1 if depth else 0, 1),
        )[0]
        getattr(self, kind)(place, depth)

    def compute(self, place: Place, depth: int) -> None:
        one, other = (self.random.choice(place.usable()) for _ in "12")
        op = self.random.choice(("addi", "subi", "muli", "xori"))
        number = {"addi": one.number + other.number, "subi": one.number - other.number}.get(op)
        if number is None:
            number = (
                one.number * other.number if op == "muli" else (one.number & MASK) ^ (other.number & MASK)
            )
        name = self.name()
        self.write(place, f"{name} = arith.{op} {one.name}, {other.name} : i64")
        place.values.append(Value(name, signed(number), frozenset()))

    def store(self, place: Place, depth: int) -> None:
        value = self.random.choice(place.usable())
        self.write(place, f"memref.store {value.name}, %m[%i{len(self.cells)}] : memref<SIZExi64>")
        self.cells.append(value.number)

    def wait(self, place: Place, token: str) -> None:
        self.write(place, f"async.await {token} : !async.token")
        place.done |= place.implies[token]

    def wait_for_some(self, place: Place, depth: int) -> None:
        if place.tokens:
            self.wait(place, self.random.choice(place.tokens))

    def region(self, place: Place, depth: int) -> None:
        given = self.random.sample(place.tokens, min(len(place.tokens), self.random.choice((0, 1, 1, 2))))
        own = self.random.random() < 0.25
        complete = place.closure(given)
        inner = place.inner(frozenset() if own else complete)
        captured = (
            self.random.sample(inner.usable(), min(2, len(inner.usable())))
            if self.random.random() < 0.3
            else []
        )
        shown = []
        for value in captured:
            argument = self.name("c")
            shown.append(f"{value.name} as {argument}: i64")
            inner.values.append(Value(argument, value.number, frozenset()))
        token = self.name("k") if own else None
        if token is not None:
            inner.tokens.append(token)
            inner.implies[token] = complete | {token}
        at = len(self.lines)
        known = len(inner.values), len(inner.tokens)
        for _ in range(self.random.randint(1, 4)):
            self.statement(inner, depth - 1)
        self.end_region(place, inner, at, known, (given, shown, token, complete))

    def end_region(
        self,
        place: Place,
        inner: Place,
        at: int,
        known: tuple[int, int],
        head: tuple[list[str], list[str], str | None, frozenset[str]],
    ) -> None:
        given, shown, token, complete = head
        own_tokens = inner.tokens[known[1] :]
        parts: list[tuple[list[Value], list[str]]] = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            tokens = self.random.sample(own_tokens, min(len(own_tokens), self.random.choice((0, 1, 2))))
            there = inner.done | inner.closure(tokens)
            able = [v for v in inner.values[known[0] :] if v.after <= there] or inner.usable()[:1]
            parts.append((self.random.sample(able, min(len(able), self.random.randint(0, 2))), tokens))
        operands = [name for values, tokens in parts for name in (*(v.name for v in values), *tokens)]
        types = [
            of
            for values, tokens in parts
            for of in (*("i64" for _ in values), *("!async.token" for _ in tokens))
        ]
        counts = (
            f" {{token_counts = array<i64: {', '.join(str(len(tokens)) for _, tokens in parts)}>}}"
            if len(parts) > 1
            else ""
        )
        self.write(
            inner,
            f"async.yield {', '.join(operands)} : {', '.join(types)}{counts}"
            if operands
            else f"async.yield{counts}",
        )
        results: list[str] = []
        listed: list[str] = []
        for number, (values, _) in enumerate(parts):
            made = self.name("t")
            results.append(made)
            listed += ["!async.token"] if number else []
            place.tokens.append(made)
            # A region that starts at once does not say that what it depends on is complete.
            place.implies[made] = frozenset({made}) | (frozenset() if token else complete)
            for value in values:
                name = self.name()
                results.append(name)
                listed.append("i64")
                place.values.append(Value(name, value.number, frozenset({made})))
        text = f"{', '.join(results)} = async.region"
        text += f" [{', '.join(given)}]" if given else ""
        text += f" ({', '.join(shown)})" if shown else ""
        text += f" token({token})" if token else ""
        text += f" -> ({', '.join(listed)})" if listed else ""
        self.lines.insert(at, f"{place.indent}{text} {{")
        self.write(place, "}")

    def branch(self, place: Place, depth: int) -> None:
        """A token and a value that one of two ways gives."""
        condition, value = self.name("q"), self.random.choice(place.usable())
        self.write(place, f"{condition} = arith.cmpi slt, {value.name}, %a : i64")
        taken = signed(value.number) < 3
        token, result = self.name("t"), self.name()
        self.write(place, f"{token}, {result} = scf.if {condition} -> (!async.token, i64) {{")
        cells = list(self.cells)
        numbers = []
        for _ in "12":
            inner = place.inner(frozenset())
            self.cells = list(cells)
            self.compute(inner, 0)
            made, used = inner.values[-1], self.name("t")
            name = self.name()
            self.write(inner, f"{used}, {name} = async.region -> i64 {{")
            self.write(inner, f"  async.yield {made.name} : i64")
            self.write(inner, "}")
            self.write(inner, f"scf.yield {used}, {name} : !async.token, i64")
            numbers.append(made.number)
            self.write(place, "} else {" if len(numbers) == 1 else "}")
        place.tokens.append(token)
        place.implies[token] = frozenset({token})
        place.values.append(Value(result, numbers[0] if taken else numbers[1], frozenset({token})))

    def loop(self, place: Place, depth: int) -> None:
        """A chain of regions, each of which needs what the one before has made."""
        start, added = (self.random.choice(place.usable()) for _ in "12")
        first, token, result = self.name("t"), self.name("t"), self.name()
        self.write(place, f"{first} = async.ready : !async.token")
        carried, value = self.name("k"), self.name("x")
        self.write(
            place,
            f"{token}, {result} = scf.for {self.name('i')} = %i0 to %two step %i1_ "
            f"iter_args({carried} = {first}, {value} = {start.name}) -> (!async.token, i64) {{",
        )
        made, name, summed = self.name("t"), self.name(), self.name()
        for line in (
            f"  {made}, {name} = async.region [{carried}] -> i64 {{",
            f"    {summed} = arith.addi {value}, {added.name} : i64",
            f"    async.yield {summed} : i64",
            "  }",
            f"  scf.yield {made}, {name} : !async.token, i64",
            "}",
        ):
            self.write(place, line)
        place.tokens.append(token)
        place.implies[token] = frozenset({token})
        place.values.append(Value(result, signed(start.number + 2 * added.number), frozenset({token})))


def program(seed: int) -> tuple[str, list[int], list[int]]:
    """The text of a program, its results for 3 and -5, and the memory behind it."""
    writer = Writer(seed)
    text, results, cells = writer.program()
    head, _, rest = text.partition("\n")
    one = "  %i1_ = arith.constant 1 : index"
    return f"{head}\n{one}\n{rest}".replace("SIZE", str(len(cells))), results, cells
