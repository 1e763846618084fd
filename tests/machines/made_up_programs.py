"""Programs for two made-up machines (made_up/*.toml) in made-up dialects, written from docs/machines.md alone.

`orca` has few flags for each pair of engines, a queue that blocks and one that drops what is too much; `pelican` has phases
that are initialised, armed and freed, groups of works, and a fence between two proxies. No program has any synchronisation.
"""

from __future__ import annotations

from collections.abc import Callable

ROWS = 10
TILE = 'memref<4xf32, "spm">'
SLOT = 'memref<4xf32, strided<[1], offset: ?>, "spm">'
ROW = "memref<4xf32, strided<[1], offset: ?>>"
ARRAY = f"memref<{ROWS}x4xf32>"


def function(body: str, others: str = "") -> str:
    """The module: @f is what is called, with arguments as those of bench/sync_programs."""
    arrays = ", ".join(f"%{name}: {ARRAY} {{llvm.noalias}}" for name in "xy")
    numbers = "\n".join(f"%c{n} = arith.constant {n} : index" for n in range(5))
    return f"""func.func @f({arrays}, %z: memref<4xf32> {{llvm.noalias}}, %n: index, %m: index, %a: i1, %b: i1) {{
{numbers}
%one = arith.constant 1.5 : f32
{body}return
}}
{others}"""


def tiles(*names: str) -> str:
    return "".join(f"%{name} = memref.alloc() : {TILE}\n" for name in names)


def ring(name: str, slots: int) -> str:
    return f'%{name} = memref.alloc() : memref<{slots}x4xf32, "spm">\n'


def slot(name: str, of: str, slots: int, counter: str) -> str:
    """`%name` is a slot of a ring, by a counter."""
    memory = f'memref<{slots}x4xf32, "spm">'
    return f"""%{name}_at = arith.remui %{counter}, %c{slots} : index
%{name} = memref.subview %{of}[%{name}_at, 0] [1, 4] [1, 1] : {memory} to {SLOT}
"""


def row(name: str, of: str, index: str) -> str:
    return f"%{name} = memref.subview %{of}[%{index}, 0] [1, 4] [1, 1] : {ARRAY} to {ROW}\n"


def loop(counter: str, to: str, body: str, start: str = "c0", step: str = "c1") -> str:
    return f"scf.for %{counter} = %{start} to %{to} step %{step} {{\n{body}}}\n"


def branch(condition: str, then: str, other: str = "") -> str:
    return f"scf.if %{condition} {{\n{then}}}" + (f" else {{\n{other}}}\n" if other else "\n")


class Dialect:
    """The ops of one machine, on tiles or slots of rings; rows have a name for each use."""

    def __init__(self, load: str, one: str, store: str, two: str):
        self._names = (load, one, store, two)
        self._rows = 0

    def load(self, tile: str, index: str, of: str = "x", type_: str = TILE) -> str:
        return self._moved(self._names[0], tile, index, of, type_, is_load=True)

    def store(self, tile: str, index: str, of: str = "y", type_: str = TILE) -> str:
        return self._moved(self._names[2], tile, index, of, type_, is_load=False)

    def _moved(self, op: str, tile: str, index: str, of: str, type_: str, *, is_load: bool) -> str:
        self._rows += 1
        view, name = row(f"row{self._rows}", of, index), f"row{self._rows}"
        ends = ((name, ROW), (tile, type_)) if is_load else ((tile, type_), (name, ROW))
        (source, first), (target, second) = ends
        return f"{view}{op} ins(%{source} : {first}) outs(%{target} : {second})\n"

    def one(self, source: str, target: str, types: tuple[str, str] = (TILE, TILE)) -> str:
        return f"{self._names[1]} ins(%{source} : {types[0]}) outs(%{target} : {types[1]})\n"

    def two(self, first: str, second: str, target: str, unit: str = "") -> str:
        on = f' {{unit = "{unit}"}}' if unit else ""
        return f"{self._names[3]} ins(%{first}, %{second} : {TILE}, {TILE}) outs(%{target} : {TILE}){on}\n"

    def step(self, counter: str) -> str:
        """A row comes in, something is done, a row goes out."""
        return self.load("s", counter) + self.one("s", "t") + self.store("t", counter)

    def rings(self, counter: str, slots: int = 2) -> str:
        """The same with slots of two rings that are taken in turn."""
        return (
            slot("p", "in", slots, counter)
            + slot("q", "out", slots, counter)
            + self.load("p", counter, type_=SLOT)
            + self.one("p", "q", (SLOT, SLOT))
            + self.store("q", counter, type_=SLOT)
        )

    def called(self) -> str:
        """A function that does a step with what it is given."""
        load, one, store, _ = self._names
        return f"""func.func private @tile(%from: {ROW}, %to: {ROW}, %s: {TILE}, %t: {TILE}) {{
{load} ins(%from : {ROW}) outs(%s : {TILE})
{one} ins(%s : {TILE}) outs(%t : {TILE})
{store} ins(%t : {TILE}) outs(%to : {ROW})
return
}}
"""

    def call(self, counter: str) -> str:
        self._rows += 1
        to, back = f"to{self._rows}", f"back{self._rows}"
        given = f"(%{to}, %{back}, %s, %t) : ({ROW}, {ROW}, {TILE}, {TILE}) -> ()"
        return row(to, "x", counter) + row(back, "y", counter) + f"func.call @tile{given}\n"


ORCA = Dialect("orca.load", "orca.exp", "orca.store", "orca.add")
PELICAN = Dialect("pel.bulk", "pel.relu", "pel.bulk", "pel.mac")
GATHERS = Dialect("pel.gather", "pel.relu", "pel.gather", "pel.mac")


def fill(tile: str, unit: str = "vec") -> str:
    return f'orca.fill ins(%one : f32) outs(%{tile} : {TILE}) {{unit = "{unit}"}}\n'


def while_loop(body: str) -> str:
    return f"""%end = scf.while (%k = %c0) : (index) -> index {{
%more = arith.cmpi ult, %k, %n : index
scf.condition(%more) %k : index
}} do {{
^bb0(%k: index):
{body}%next = arith.addi %k, %c1 : index
scf.yield %next : index
}}
"""


def common(d: Dialect) -> dict[str, str]:
    """Programs of either machine."""
    st = tiles("s", "t")
    rings = ring("in", 2) + ring("out", 2)
    acc = d.load("s", "i") + d.two("s", "t", "t")
    return {
        "straight": st + d.step("c1"),
        "two_loads": tiles("s", "t", "u")
        + d.load("s", "c0")
        + d.load("t", "c1")
        + d.two("s", "t", "u")
        + d.store("u", "c0"),
        "loop": st + loop("i", "n", d.step("i")),
        "in_place": st + loop("i", "n", d.load("s", "i") + d.one("s", "s") + d.store("s", "i")),
        "sum": st + d.load("t", "c0", "y") + loop("i", "n", acc) + d.store("t", "c0"),
        "nest": st + loop("j", "m", d.load("t", "j", "y") + loop("i", "n", acc) + d.store("t", "j")),
        "triangle": st + loop("j", "n", loop("i", "j", d.step("i"))),
        "empty_side": st
        + loop("i", "n", d.load("s", "i") + branch("a", d.one("s", "s")) + d.store("s", "i")),
        "sides": st
        + loop(
            "i",
            "n",
            d.load("s", "i") + branch("a", d.one("s", "t"), d.two("s", "s", "t")) + d.store("t", "i"),
        ),
        "rings": rings + loop("i", "n", d.rings("i")),
        "three_slots": ring("in", 3) + ring("out", 3) + loop("i", "n", d.rings("i", 3)),
        "rings_in_a_loop": rings + loop("j", "m", loop("i", "n", d.rings("i"))),
        "no_trip": st + d.load("s", "c0") + loop("i", "c0", d.one("s", "t")) + d.store("s", "c1"),
        "three_trips": st + loop("i", "c3", d.step("i")),
        "step_two": st + loop("i", "n", d.step("i"), step="c2"),
        "from_one": st + loop("i", "n", d.step("i"), start="c1"),
        "two_loops": st
        + loop("i", "n", d.step("i"))
        + loop("j", "m", d.load("s", "j", "y") + d.one("s", "t") + d.store("t", "j")),
        "neighbour": st
        + loop(
            "i",
            "n",
            d.load("s", "i", "y")
            + d.one("s", "t")
            + "%i1 = arith.addi %i, %c1 : index\n"
            + d.store("t", "i1"),
        ),
        "while": st + while_loop(d.step("k")),
        "own_read": st
        + loop(
            "i",
            "n",
            d.load("s", "i")
            + d.one("s", "t")
            + f"%e = memref.load %t[%c0] : {TILE}\nmemref.store %e, %z[%c1] : memref<4xf32>\n",
        ),
        "call": st + d.call("c0") + d.call("c1"),
        "call_in_a_loop": tiles("s", "t", "u") + loop("i", "n", d.call("i") + d.one("t", "u")),
        "call_in_a_side": st + loop("i", "n", branch("a", d.call("i"), d.load("s", "i"))),
    }


def of_orca() -> dict[str, str]:
    d = ORCA
    four = tiles("s", "t", "u", "w", "p")
    loads = "".join(d.load(tile, "c1") for tile in "stuw")
    return {
        "matrix": tiles("s", "t", "u")
        + loop(
            "i", "n", d.load("s", "i") + d.two("s", "s", "t", "mat") + d.one("t", "u") + d.store("u", "i")
        ),
        "side_in_a_side": tiles("s", "t")
        + branch(
            "a", d.load("s", "c0") + branch("b", d.one("s", "t"), fill("t", "mat")) + d.store("t", "c0")
        ),
        "few_flags": four + loads + "".join(d.one(tile, "p") for tile in "wuts") + d.store("p", "c0"),
        "few_flags_in_a_loop": four
        + loop(
            "i", "n", loads + "".join(d.one(t, t) for t in "wuts") + d.two("s", "t", "p") + d.store("p", "i")
        ),
        "full_queue": tiles("s") + fill("s") + "".join(d.store("s", f"c{n}") for n in range(5)),
        "full_queue_in_a_loop": tiles("s") + fill("s") + loop("i", "n", d.store("s", "i")),
        "full_queue_in_a_nest": tiles("s") + loop("j", "m", fill("s") + loop("i", "n", d.store("s", "i"))),
    }


def of_pelican() -> dict[str, str]:
    d, g = PELICAN, GATHERS
    return {
        "gathers": tiles("s", "t", "u")
        + loop("i", "n", g.load("s", "i") + d.load("t", "i") + d.two("s", "t", "u") + d.store("u", "i")),
        "two_gathers": tiles("s", "t", "u")
        + loop("i", "n", g.load("s", "i") + g.load("t", "i", "y") + g.one("s", "u") + g.one("t", "u") + d.store("u", "i")),
        "gather_rings": ring("in", 2) + ring("out", 2) + loop("i", "n", g.rings("i")),
        "gather_or_bulk": tiles("s", "t")
        + loop("i", "n", branch("a", d.load("s", "i"), g.load("s", "i")) + d.two("s", "s", "t") + d.store("t", "i")),
    }  # fmt: skip


def _programs() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    made: list[tuple[str, Dialect, Callable[[], dict[str, str]]]] = [
        ("orca", ORCA, of_orca),
        ("pelican", PELICAN, of_pelican),
    ]
    for machine, dialect, own in made:
        for name, body in {**common(dialect), **own()}.items():
            found[machine, name] = function(body, dialect.called() if "@tile" in body else "")
    return found


PROGRAMS = _programs()
"""By machine and name."""
