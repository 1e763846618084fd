"""Random functions in whose expressions calls write to arrays, and in which what is written lies where it is read.

What the functions of random_programs.py never did: a call that changes an array in the midst of an expression that reads it,
elements that a condition keeps from being computed, arrays as indices of themselves.
"""

from __future__ import annotations

from tests.jit.random_programs import Generator

HELPERS = """

def bump(w, n):
    w[n % len(w)] += 1.0
    return w[0].item()


def turned(w, n):
    for k in range(len(w) // 2):
        w[k], w[len(w) - 1 - k] = w[len(w) - 1 - k].item(), w[k].item() + n % 3
    return len(w)


def largest(p, q):
    return max(p.sum().item(), q.sum().item())
"""


class EffectsGenerator(Generator):
    """One function."""

    def text(self) -> str:
        """Its text, with the functions that it calls."""
        head, _, body = super().text().partition("\n\ndef f(")
        return f"{head}{HELPERS}\n\ndef f({body}"

    def number(self, depth: int) -> str:
        """As there, or a call that writes, or what a loop in the expression computes."""
        if depth == 0 or self.random.random() < 0.6:
            return super().number(depth)
        array, other = self.random.choice(self.arrays), self.random.choice(self.arrays)
        limit = f"{self.random.randint(-4, 8) / 4}"
        return self.random.choice(
            [
                f"bump({array}, {self.integer(0)})",
                f"float(turned({array}, {self.integer(0)}))",
                f"largest({array} * 0.5, {other} + bump({array}, {self.integer(0)}))",
                f"sum((1.0 / float(z) for z in {array} if z != 0.0), {limit})",
                f"max((float(z) for z in {array} if z > {limit}), default={limit})",
                f"min((float(z) + bump({other}, 1) for z in {array}[1:]), default=0.5)",
                f"float(any(1.0 / float(z) > {limit} for z in {array}))",
                f"float(all(float(z) < {limit} or bump({other}, 2) > 0.0 for z in {array}))",
                f"({array} * 0.25 + bump({other}, {self.integer(0)})).sum().item()",
                f"sum([float(z) for z in ({self.integer(0)}, {limit}, {self.integer(0)})])",
                f"sorted([{limit}, {self.integer(0)}, float({array}[0])])[1]",
                f"({limit}, 1.5, -2.0)[({self.integer(0)}) % 3]",
            ]
        )

    def store(self, depth: int) -> None:
        """As there, or to the places of an array, from the same memory."""
        if self.random.random() < 0.5:
            super().store(depth)
            return
        array, other = self.random.choice(self.arrays), self.random.choice(self.arrays)
        places = self.random.choice(["[0, 2, 1]", "np.array([2, 0])", f"np.argsort({array}[:3])", "[-1, 0]"])
        count = f"{array}[{places}].size"
        value = self.random.choice(
            [
                f"{array}[:{count}]",
                f"{other}[:{count}]",
                f"{array}[::-1][:{count}]",
                self.number(1),
                f"{array}[{places}] * 2.0",
            ]
        )
        word = self.random.choice(["=", "=", "+="])
        self.say(depth, f"if len({array}) > 2 and len({other}) > 2:")
        self.say(depth + 1, f"{array}[{places}] {word} {value}")

    def new_array(self, depth: int) -> None:
        """As there, or of an expression with a call that writes."""
        if self.random.random() < 0.5:
            super().new_array(depth)
            return
        array, other = self.random.choice(self.arrays), self.random.choice(self.arrays)
        expression = self.random.choice(
            [
                f"{array} * 2.0 + bump({other}, {self.integer(0)})",
                f"np.where({array} > 0.5, {array} * 3.0, bump({array}, 1))",
                f"({array} - bump({other}, 0)) * bump({array}, 2)",
                f"np.array(sorted({array}, reverse=True))",
                f"-{array} + float(turned({array}, 2))",
            ]
        )
        name = f"w{self.random.randint(0, 2)}"
        self.say(depth, f"{name} = {expression}")
        self._known(self.arrays, name)
