"""Random Python functions, from a seed: whole numbers, floats, truth values, arrays, loops with jumps, calls, exceptions.

Whole numbers stay small, since compiled ones wrap around. Each function is `f(a, b, x, v)` with two whole numbers, a float
and an array of floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Pair:
    """Two numbers."""

    x: float
    n: int


@dataclass
class Mover:
    """Two numbers that can be assigned."""

    x: float
    n: int = 0


KNOWN = {"Pair": Pair, "Mover": Mover}
"""What the text of a function needs beside NumPy."""

HELPERS = """
def helper(n, y):
    if n < -40:
        raise KeyError("small")
    s = y
    for k in range(n % 5):
        if s > 50.0:
            return s - k
        s = s * 1.5 + k
    return s


def chain(n):
    if n <= 1:
        return 1
    return (chain(n - 1) * 3 + n) % 97


def tail(w, n):
    return w[n % 3:]
"""
LATER = """

def moved(m, d):
    m.x += d
    m.n += 1
    return m


def both(p, q):
    return Pair(p.x + q.x, min(p.n, q.n))
"""


class Generator:
    """One function."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.ints = ["a", "b"]
        self.floats = ["x"]
        self.flags: list[str] = []
        self.arrays = ["v"]
        self.lines: list[str] = []
        self.loops = 0
        self.counters: list[str] = []
        self.left = 30

    def text(self) -> str:
        """Its text, with the functions that it calls."""
        self.lines.append("def f(a, b, x, v):")
        self.block(1, self.random.randint(4, 9))
        results = [*self.ints, *self.floats, *self.flags]
        self.random.shuffle(results)
        chosen = ", ".join(results[: self.random.randint(1, 5)])
        self.lines.append(f"    return {chosen}, {self.random.choice(self.arrays)}.sum()")
        return HELPERS + "\n\n" + "\n".join(self.lines) + "\n"

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, depth: int, count: int) -> None:
        known = [list(names) for names in (self.ints, self.floats, self.flags, self.arrays)]
        before = len(self.lines)
        for _ in range(count):
            self.statement(depth)
        if len(self.lines) == before:
            self.say(depth, "pass")
        if depth > 1 and self.random.random() < 0.7:
            # What is assigned in a block only is mostly not read behind it; else it may have no value there.
            self.ints, self.floats, self.flags, self.arrays = known

    def statement(self, depth: int) -> None:
        self.left -= 1
        choices = [self.assign_int, self.assign_float, self.assign_flag, self.store, self.augment, self.swap]
        if depth < 4 and self.left > 0:
            choices += [self.branch, self.branch, self.for_loop, self.for_loop, self.while_loop]
        if self.loops:
            choices.append(self.jump)
        choices += [self.check, self.new_array, self.early]
        self.random.choice(choices)(depth)

    def name(self, known: list[str], prefix: str) -> str:
        if self.random.random() < 0.5:
            names = [n for n in known if n not in self.counters]
            if names:
                return self.random.choice(names)
        return f"{prefix}{self.random.randint(0, 3)}"

    def assign_int(self, depth: int) -> None:
        expression = self.integer(3)
        name = self.name(self.ints, "i")
        self.say(depth, f"{name} = ({expression}) % 1009 - 300")
        self._known(self.ints, name)

    def assign_float(self, depth: int) -> None:
        expression = self.number(3)
        name = self.name(self.floats, "y")
        self.say(depth, f"{name} = {expression}")
        self._known(self.floats, name)

    def assign_flag(self, depth: int) -> None:
        expression = self.truth(2)
        name = self.name(self.flags, "p")
        self.say(depth, f"{name} = {expression}")
        self._known(self.flags, name)

    def _known(self, names: list[str], name: str) -> None:
        if name not in names:
            names.append(name)

    def augment(self, depth: int) -> None:
        if self.random.random() < 0.5:
            name = self.random.choice(self.floats)
            self.say(depth, f"{name} {self.random.choice(['+', '-', '*'])}= {self.number(2)}")
            return
        names = [n for n in self.ints if n not in self.counters]
        if names:
            name = self.random.choice(names)
            self.say(
                depth, f"{name} {self.random.choice(['+', '-', '^', '&', '|'])}= ({self.integer(2)}) % 97"
            )
            self.say(depth, f"{name} %= 2011")

    def swap(self, depth: int) -> None:
        one, other = self.random.choice(self.floats), self.random.choice(self.floats)
        if one != other:  # CPython 3.11.2 assigns the wrong one of two to one name
            self.say(depth, f"{one}, {other} = {other}, {self.number(2)}")
        else:
            self.say(depth, f"{one} = {self.number(2)}")

    def store(self, depth: int) -> None:
        array = self.random.choice(self.arrays)
        kind = self.random.random()
        if kind < 0.6:
            self.say(depth, f"{array}[{self.index()}] = {self.number(2)}")
        elif kind < 0.8:
            self.say(depth, f"{array}[{self.index()}] += {self.number(1)}")
        else:
            self.say(depth, f"{array}[{self.slice()}] = {self.number(1)}")

    def new_array(self, depth: int) -> None:
        name = f"w{self.random.randint(0, 2)}"
        other = self.random.choice(self.arrays)
        size = self.random.randint(3, 6)
        expressions = [
            *(
                f"np.zeros({size})",
                f"np.arange({size}) * 0.5",
                f"np.full({size}, {self.number(1)})",
                f"{other}.copy()",
            ),
            *(
                f"{other} * 0.5 + {self.number(1)}",
                f"{other}[{self.slice()}]",
                f"{other}[::-1]",
                other,
                f"tail({other}, {self.integer(1)})",
            ),
            f"np.where({other} > {self.number(1)}, {other}, 0.25)",
        ]
        self.say(depth, f"{name} = {self.random.choice(expressions)}")
        self._known(self.arrays, name)

    def branch(self, depth: int) -> None:
        self.say(depth, f"if {self.truth(2)}:")
        self.block(depth + 1, self.random.randint(1, 3))
        if self.random.random() < 0.3:
            self.say(depth, f"elif {self.truth(1)}:")
            self.block(depth + 1, self.random.randint(1, 2))
        if self.random.random() < 0.5:
            self.say(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 2))

    def for_loop(self, depth: int) -> None:
        counter = f"k{depth}{self.random.randint(0, 1)}"
        kind = self.random.random()
        first = ""
        if kind < 0.6:
            step = self.random.choice(["", ", 2", ", -1", ", 3"])
            start, stop = self.random.randint(-3, 3), f"({self.integer(1)}) % 7"
            self.say(depth, f"for {counter} in range({start}, {stop}{step}):")
            self._known(self.ints, counter)
        elif kind < 0.8:
            other = f"z{depth}"
            self.say(depth, f"for {counter}, {other} in enumerate({self.random.choice(self.arrays)}):")
            self._known(self.ints, counter)
            self._known(self.floats, other)
            first = f"{other} = float({other})"  # a number of NumPy divides by zero without a word
        else:
            self.say(depth, f"for {counter} in ({self.integer(1)}, 3, {self.integer(1)}):")
            self._known(self.ints, counter)
        self.counters.append(counter)
        self.body(depth, first)
        self.counters.pop()

    def while_loop(self, depth: int) -> None:
        counter = f"c{depth}"
        self.say(depth, f"{counter} = {self.random.randint(0, 5)}")
        self._known(self.ints, counter)
        self.say(
            depth,
            f"while {counter} > 0 and {self.truth(1)}:"
            if self.random.random() < 0.5
            else f"while {counter} > 0:",
        )
        self.say(depth + 1, f"{counter} -= 1")
        self.counters.append(counter)
        self.body(depth)
        self.counters.pop()

    def body(self, depth: int, first: str = "") -> None:
        self.loops += 1
        if first:
            self.say(depth + 1, first)
        self.block(depth + 1, self.random.randint(1, 4))
        self.loops -= 1
        if self.random.random() < 0.25:
            self.say(depth, "else:")
            self.block(depth + 1, 1)

    def jump(self, depth: int) -> None:
        self.say(depth, f"if {self.truth(1)}:")
        self.say(depth + 1, self.random.choice(["break", "continue"]))

    def early(self, depth: int) -> None:
        if self.random.random() < 0.3:
            self.say(depth, f"if {self.truth(2)} and {self.truth(1)}:")
            self.say(depth + 1, "raise IndexError('early')")

    def check(self, depth: int) -> None:
        if self.random.random() < 0.3:
            self.say(depth, f"assert {self.truth(1)} or {self.truth(1)}, 'checked'")
        elif self.random.random() < 0.3:
            self.say(depth, f"if {self.truth(2)}:")
            self.say(depth + 1, "raise ValueError('drawn')")

    def index(self) -> str:
        return self.random.choice(
            [str(self.random.randint(-4, 4)), f"({self.integer(1)}) % 5", f"({self.integer(1)}) % 4 - 2"]
        )

    def slice(self) -> str:
        bounds = ["", "1", "-1", "2", "-3", f"({self.integer(1)}) % 4"]
        step = self.random.choice(["", "", "", ":2", ":-1"])
        return f"{self.random.choice(bounds)}:{self.random.choice(bounds)}{step}"

    def integer(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice([*self.ints, str(self.random.randint(-9, 9))])
        one, other = self.integer(depth - 1), self.integer(depth - 1)
        kind = self.random.randint(0, 12)
        if kind < 5:
            return f"({one} {self.random.choice(['+', '-', '*', '&', '|', '^'])} {other})"
        if kind < 7:
            return f"({one} {self.random.choice(['//', '%'])} {other})"
        return [
            f"abs({one})", f"min({one}, {other})", f"max({one}, {other}, 3)", f"-{one}", f"({one} if {self.truth(0)} else {other})",  # noqa: E501
            f"int(({self.number(depth - 1)}) % 1000.0)",
        ][kind - 7] if kind < 12 else f"chain(({one}) % 9)"  # fmt: skip

    def number(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            array = self.random.choice(self.arrays)
            return self.random.choice(
                [
                    *self.floats,
                    *self.floats,
                    f"{self.random.randint(-30, 30) / 8}",
                    f"float({self.integer(0)})",
                    f"{array}[{self.random.randint(-3, 2)}].item()",
                ]
            )
        one, other = self.number(depth - 1), self.number(depth - 1)
        kind = self.random.randint(0, 9)
        if kind < 5:
            return f"({one} {self.random.choice(['+', '-', '*', '/', '//', '%'])} {other})"
        return [
            f"abs({one})", f"min({one}, {other})", f"max({one}, {other})", f"({one} if {self.truth(0)} else {other})",
            f"helper({self.integer(1)} % 60, {one})",
        ][kind - 5]  # fmt: skip

    def truth(self, depth: int) -> str:
        if self.flags and self.random.random() < 0.2:
            return self.random.choice(self.flags)
        kind = self.random.randint(0, 5 if depth else 2)
        compare = self.random.choice(["<", "<=", "==", "!=", ">", ">="])
        if kind < 2:
            return f"{self.integer(min(depth, 1))} {compare} {self.integer(min(depth, 1))}"
        if kind == 2:
            return f"{self.number(0)} {compare} {self.number(0)}"
        if kind == 3:
            return f"{self.integer(0)} < {self.integer(1)} <= {self.integer(0)}"
        return f"({self.truth(depth - 1)} {self.random.choice(['and', 'or'])} not {self.truth(depth - 1)})"


class WiderGenerator(Generator):
    """One function that also has lists, comprehensions, objects, complex numbers, and arrays as indices."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.lists: list[str] = []
        self.pairs: list[str] = []
        self.movers: list[str] = []
        self.complexes: list[str] = []

    def text(self) -> str:
        """Its text, with the functions that it calls."""
        return HELPERS + LATER + "\n" + super().text().removeprefix(HELPERS)

    def block(self, depth: int, count: int) -> None:
        known = [list(names) for names in (self.lists, self.pairs, self.movers, self.complexes)]
        super().block(depth, count)
        if depth > 1:
            self.lists, self.pairs, self.movers, self.complexes = known

    def statement(self, depth: int) -> None:
        if self.random.random() < 0.6:
            super().statement(depth)
            return
        self.left -= 1
        wider = [
            self.new_list,
            self.new_pair,
            self.new_mover,
            self.new_complex,
            self.use_list,
            self.use_object,
        ]
        self.random.choice([*wider, self.gather, self.scatter, self.rearrange, self.use_complex])(depth)

    def new_list(self, depth: int) -> None:
        name = f"l{self.random.randint(0, 1)}"
        size = f"({self.integer(1)}) % 6"
        filtered = self.random.choice(["", "", f" if q % 3 != {self.random.randint(0, 2)}"])
        second = self.random.choice(["", "", " for r in range(q)"])
        element = self.random.choice(["float(q) * 0.5", f"q - {self.number(1)}", "q / 3.0"])
        source = self.random.choice([f"range({size})", f"range({size}, -2, -1)", f"({self.integer(1)}, 2)"])
        text = f"{name} = [{element} for q in {source}{filtered}{second}]"
        if self.random.random() < 0.3:
            text = f"{name} = [{self.number(1)}, float({self.integer(1)})]"
        self.say(depth, text)
        self._known(self.lists, name)

    def use_list(self, depth: int) -> None:
        if not self.lists:
            self.new_list(depth)
            return
        name, target = self.random.choice(self.lists), f"y{self.random.randint(0, 3)}"
        kind = self.random.randint(0, 5)
        if kind == 0:
            self.say(depth, f"{name}[{self.index()}] = {self.number(1)}")
            return
        expression = [
            f"sum({name})", f"{name}[{self.index()}]", f"float(len({name}))", f"max({name})",
            f"sum([q * 2.0 for q in {name} if q > {self.number(0)}])",
        ][kind - 1]  # fmt: skip
        self.say(depth, f"{target} = {expression}")
        self._known(self.floats, target)

    def new_pair(self, depth: int) -> None:
        name = f"o{self.random.randint(0, 1)}"
        made = f"Pair({self.number(1)}, {self.integer(1)})"
        if len(self.pairs) > 1 and self.random.random() < 0.5:
            made = f"both({self.pairs[0]}, {self.pairs[1]})"
        self.say(depth, f"{name} = {made}")
        self._known(self.pairs, name)

    def new_mover(self, depth: int) -> None:
        name = f"m{self.random.randint(0, 1)}"
        made = f"Mover({self.number(1)})"
        if self.movers and self.random.random() < 0.5:
            made = f"moved({self.movers[0]}, {self.number(0)})"
        self.say(depth, f"{name} = {made}")
        self._known(self.movers, name)

    def use_object(self, depth: int) -> None:
        objects = [*self.pairs, *self.movers]
        if not objects:
            self.new_mover(depth)
            return
        if self.movers and self.random.random() < 0.5:
            name = self.random.choice(self.movers)
            self.say(depth, f"{name}.x {self.random.choice(['=', '+=', '-='])} {self.number(1)}")
            self.say(depth, f"{name}.n = ({name}.n + {self.integer(1)}) % 101")
            return
        target = f"y{self.random.randint(0, 3)}"
        name = self.random.choice(objects)
        self.say(depth, f"{target} = {name}.x * 0.5 + float({name}.n % 50)")
        self._known(self.floats, target)

    def new_complex(self, depth: int) -> None:
        name = f"z{self.random.randint(0, 1)}c"
        made = f"complex({self.number(1)}, {self.number(0)})"
        if self.complexes:
            one = self.random.choice(self.complexes)
            op = self.random.choice(["+", "-", "*"])
            made = self.random.choice(
                [f"({one} {op} {self.number(0)})", f"{one}.conjugate()", f"({one} {op} 2j)", made]
            )
        self.say(depth, f"{name} = {made}")
        self._known(self.complexes, name)

    def use_complex(self, depth: int) -> None:
        if not self.complexes:
            self.new_complex(depth)
            return
        target, one = f"y{self.random.randint(0, 3)}", self.random.choice(self.complexes)
        self.say(
            depth, f"{target} = {self.random.choice([f'{one}.real', f'{one}.imag', f'({one} / 2.0).real'])}"
        )
        self._known(self.floats, target)

    def gather(self, depth: int) -> None:
        name, other = f"w{self.random.randint(0, 2)}", self.random.choice(self.arrays)
        places = f"np.array([{self.random.randint(0, 2)}, {self.random.randint(-3, 2)}, 1, 0])"
        mask = f"{other} > {self.number(0)}"
        chosen = self.random.choice(
            [f"{other}[{places}]", f"np.concatenate(({other}[{mask}], np.arange(3.0)))"]
        )
        self.say(depth, f"{name} = {chosen}")
        self._known(self.arrays, name)

    def scatter(self, depth: int) -> None:
        name = self.random.choice(self.arrays)
        index = self.random.choice(
            [f"np.array([0, {self.random.randint(-3, 2)}])", f"{name} > {self.number(0)}"]
        )
        op = self.random.choice(["=", "+=", "*="])
        self.say(depth, f"{name}[{index}] {op} {self.number(1)}")

    def rearrange(self, depth: int) -> None:
        name, other = f"w{self.random.randint(0, 2)}", self.random.choice(self.arrays)
        expressions = [
            f"np.sort({other})", f"np.cumsum({other})", f"{other}.reshape(-1, 1).ravel()",
            f"np.roll({other}, {self.integer(1)})",
            f"np.concatenate(({other}, {other}[:2]))", f"np.stack(({other}, {other}), axis=1).ravel()",
            f"np.concatenate((np.diff({other}), np.zeros(3)))", f"{other}[np.argsort({other}, kind='stable')]",
            f"np.interp({other}, np.arange(3.0), np.array([1.0, -2.0, 0.5]))", f"np.outer({other}, {other}[:3])[:, 1]",
        ]  # fmt: skip
        self.say(depth, f"{name} = {self.random.choice(expressions)}")
        self._known(self.arrays, name)


def program(seed: int) -> str:
    """The text of the function of that seed."""
    return Generator(seed).text()


def wider_program(seed: int) -> str:
    """The text of the function of that seed, of the wider language."""
    return WiderGenerator(seed).text()
