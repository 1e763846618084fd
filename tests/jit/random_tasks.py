"""Random `async def` functions, from a seed: those of the wider language that also await, spawn and gather, with groups,
`as_completed`, defaults and arguments by name.
"""

from __future__ import annotations

from tests.jit.random_programs import WiderGenerator

LATER = """

def scaled(y, by=2.0, *, plus=0):
    return y * by + plus


async def later(n, y=0.5):
    s = y
    for k in range(n % 4):
        s = s * 0.5 + k
    return s


async def failing(n, y):
    if n > 30:
        raise KeyError("large")
    return await later(n, y) + n


async def written(w, i, y):
    w[i] = y


async def pair_of(n):
    return n % 7, await later(n, 1.0)
"""
HELPERS = ("scaled", "later", "failing", "written", "pair_of")


class TaskGenerator(WiderGenerator):
    """One `async def`."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.numbers = 0

    def text(self) -> str:
        """Its text, with the functions that it calls."""
        start = "def f(a, b, x, v):"
        before, after = super().text().split(start)
        return f"{before.rstrip()}\n{LATER}\n\nasync {start}{after}"

    def statement(self, depth: int) -> None:
        if self.random.random() < 0.65:
            super().statement(depth)
            return
        self.left -= 1
        tasks = [self.await_call, self.keywords]
        if self.loops < 2:
            tasks += [self.spawn, self.gather_calls, self.group, self.completed]
        self.random.choice(tasks)(depth)

    def _target(self) -> str:
        return f"y{self.random.randint(0, 3)}"

    def await_call(self, depth: int) -> None:
        name = self._target()
        calls = [
            f"await later({self.integer(1)}, {self.number(1)})",
            f"await later(y={self.number(1)}, n={self.integer(1)})",
            f"await later({self.integer(1)})",
            f"await failing(({self.integer(1)}) % 40, {self.number(1)})",
            f"(await later({self.integer(0)}, {self.number(0)})) * 0.5 + await later(2)",
        ]
        self.say(depth, f"{name} = {self.random.choice(calls)}")
        self._known(self.floats, name)

    def keywords(self, depth: int) -> None:
        name = self._target()
        calls = [
            f"scaled({self.number(1)})",
            f"scaled({self.number(1)}, plus={self.integer(1)})",
            f"scaled(by={self.number(0)}, y={self.number(0)})",
        ]
        self.say(depth, f"{name} = float({self.random.choice(calls)})")
        self._known(self.floats, name)

    def spawn(self, depth: int) -> None:
        self.numbers += 1
        task, name = f"t{self.numbers}", self._target()
        self.say(depth, f"{task} = asyncir.spawn(later, {self.integer(1)}, {self.number(1)})")
        for _ in range(self.random.randint(0, 2)):
            self.random.choice([self.assign_int, self.assign_float, self.store, self.await_call, self.swap])(
                depth
            )
        self.say(depth, f"{name} = await {task}")
        self._known(self.floats, name)

    def gather_calls(self, depth: int) -> None:
        one, other = "y0", "y1"
        self.say(
            depth,
            f"{one}, {other} = await asyncir.gather(later({self.integer(1)}, {self.number(1)}), later({self.integer(1)}))",
        )
        self._known(self.floats, one)
        self._known(self.floats, other)
        self.say(depth, f"i0, y2 = await pair_of({self.integer(1)})")
        self._known(self.ints, "i0")
        self._known(self.floats, "y2")

    def group(self, depth: int) -> None:
        self.numbers += 1
        name, group, counter = f"w{self.random.randint(0, 2)}", f"g{self.numbers}", f"q{self.numbers}"
        size, value = (
            self.random.randint(1, 5),
            self.random.choice(self.floats),
        )  # no array: that might be a race
        self.say(depth, f"{name} = np.zeros({size + 3})")
        self._known(self.arrays, name)
        self.say(depth, f"async with asyncir.task_group() as {group}:")
        if self.random.random() < 0.5:
            self.say(depth + 1, f"for {counter} in range({size}):")
            self.say(depth + 2, f"{group}.spawn(written, {name}, {counter}, {value} + {counter})")
        else:
            for place in range(size):
                self.say(depth + 1, f"{group}.spawn(written, {name}, {place}, {value} * {place})")

    def completed(self, depth: int) -> None:
        self.numbers += 1
        calls = ", ".join(
            f"later({self.integer(1)}, {self.number(0)})" for _ in range(self.random.randint(1, 3))
        )
        name, best = f"r{self.numbers}", self._target()
        self.say(depth, f"{best} = -1000.0")
        self._known(self.floats, best)
        self.say(depth, f"async for {name} in asyncir.as_completed({calls}):")
        self.say(depth + 1, f"if {name} > {best}:")
        self.say(depth + 2, f"{best} = {name}")
