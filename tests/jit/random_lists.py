"""Random functions that work on lists which grow: as Python runs them, and as they are compiled."""

from __future__ import annotations

from random import Random


class Lists:
    """A function of two numbers that makes lists of whole numbers longer and shorter; `at`: lists have other names, too."""

    def __init__(self, seed: int, others: bool = False):
        self.random = Random(seed)
        self.others = others
        self.names = ["p", "q", "r"][: self.random.choice((2, 2, 3))]
        self.lines = ["def f(a, b):"]
        for name in self.names:
            self.say(
                1, f"{name} = {self.random.choice(('[]', '[a]', '[a, b, 3]', '[0] * 3', 'list(range(a))'))}"
            )
        self.say(1, "n = 0")
        self.block(1, self.random.randint(4, 9), [])
        listed = ", ".join(f"{name}, len({name})" for name in self.names)
        self.say(1, f"return n, {listed}")

    @property
    def text(self) -> str:
        """The function."""
        return "\n".join(self.lines) + "\n"

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def number(self, counters: list[str]) -> str:
        name = self.random.choice(self.names)
        return self.random.choice(
            (
                *("a", "b", "n", str(self.random.randint(-3, 9)), f"len({name})", f"sum({name})"),
                *(f"({name}[-1] if {name} else a)", f"{name}.count(3)", f"max({name}, default=b)"),
                *counters,
                *(f"{counter} * 2 - a" for counter in counters),
            )
        )

    def test(self, counters: list[str]) -> str:
        name, other = self.random.choice(self.names), self.random.choice(self.names)
        first = self.random.choice(
            (
                *(name, f"not {name}", f"len({name}) > {self.random.randint(0, 5)}", f"{name} == {other}"),
                *(f"{self.number(counters)} in {name}", f"{self.number(counters)} < {self.number(counters)}"),
            )
        )
        word = self.random.choice((" and ", " or ", "", "", ""))
        return first + word + (self.test(counters) if word else "")

    def block(self, depth: int, many: int, counters: list[str]) -> None:
        for _ in range(many):
            self.statement(depth, counters)

    def statement(self, depth: int, counters: list[str]) -> None:
        name, other = self.random.choice(self.names), self.random.choice(self.names)
        x = self.number(counters)
        pick = self.random.random()
        if pick < 0.14 and depth < 4:
            self.say(depth, f"if {self.test(counters)}:")
            self.block(depth + 1, self.random.randint(1, 3), counters)
            if self.random.random() < 0.5:
                self.say(depth, "else:")
                self.block(depth + 1, self.random.randint(1, 2), counters)
        elif pick < 0.26 and depth < 4:
            self.loop(depth, counters)
        elif pick < 0.3 and counters:
            self.say(depth, f"if {self.test(counters)}:")
            self.say(depth + 1, self.random.choice(("break", "continue")))
        elif pick < 0.34 and self.others:
            self.say(depth, self.random.choice((f"{name} = {other}", f"{name}, {other} = {other}, {name}")))
        else:
            self.say(depth, self.random.choice(self.changes(name, other, x, counters)))

    def changes(self, name: str, other: str, x: str, counters: list[str]) -> tuple[str, ...]:
        y = self.number(counters)
        return (
            *(f"{name}.append({x})", f"{name}.append({x})", f"{name}.append({x})", f"n += {x}"),
            *(f"n += {name}.pop() if 0 else {y}", f"{name}.insert({x}, {y})", f"{name} += [{x}, {y}]"),
            *(f"{name}.extend({other}[:5])", f"{name} = {other} + [{x}]", f"{name} = []", f"{name}.clear()"),
            *(f"{name}.sort()", f"{name}.reverse()", f"{name} = {other}.copy()", f"{name} = {other}[1:]"),
            f"{name} = [v + {x} for v in {other}[:9]]",
            f"{name}.extend(v for v in range({x} % 5))",
            f"{name} += {other}[-3:]",
            f"{name} *= {self.random.randint(0, 1)}",
        )

    def loop(self, depth: int, counters: list[str]) -> None:
        name, counter = self.random.choice(self.names), f"i{depth}"
        kind = self.random.random()
        if kind < 0.4:
            self.say(depth, f"for {counter} in range({self.random.randint(0, 4)}):")
            self.block(depth + 1, self.random.randint(1, 3), [*counters, counter])
        elif kind < 0.6:
            self.say(depth, f"for {counter} in list({name}):")
            self.block(depth + 1, self.random.randint(1, 3), [*counters, counter])
        elif kind < 0.75:
            self.say(depth, f"for {counter} in {name}:")
            self.say(depth + 1, f"n += {counter}")
        else:
            self.say(depth, f"{counter} = 0")
            self.say(depth, f"while {name} and {counter} < 6:")
            self.say(depth + 1, f"{counter} += {name}.pop({self.random.choice(('', '', '0', '-1'))}) % 3 + 1")
            self.block(depth + 1, self.random.randint(1, 2), counters)
