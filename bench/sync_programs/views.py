"""Two works without any order, each on a view of one array: is what `check` proves free of races?

    python -m bench.sync_programs.views --programs 1000 --seed 1

A view is made of one to three subviews, casts, transpositions and collapses of 24 elements, at places that are numbers or
follow from an argument or a counter. The interpreter plays each program with twelve arguments. What races may not be proved,
and what is refuted has to race.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.machines import check_on_machine
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

_MACHINE = "ascend-a2"
_CALLS = (*range(10), 12, 13)
_WHOLE = "memref<4x6xf32>"


@dataclass
class View:
    """A view as the text has it, with its layout."""

    name: str = "%t"
    sizes: list[int] = field(default_factory=lambda: [4, 6])
    strides: list[int] = field(default_factory=lambda: [6, 1])
    offset: int | None = 0
    """None: it is computed."""

    @property
    def text(self) -> str:
        """Its type."""
        if self.name == "%t":
            return _WHOLE
        offset = "?" if self.offset is None else self.offset
        shape = "x".join(map(str, self.sizes))
        return f"memref<{shape}xf32, strided<{self.strides}, offset: {offset}>>"


class ViewDraw:
    """Draws views, and the lines that make them."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self._count = 0

    def view(self) -> View:
        """One to three steps away from all elements."""
        found = View()
        for _ in range(self.random.randint(1, 3)):
            step = self.random.choice([self._part, self._part, self._cast, self._turned, self._in_a_row])
            found = step(found)
        if found.name != "%t":
            return found
        same = View(self._name(), offset=0)
        self.lines.append(f"{same.name} = memref.cast %t : {_WHOLE} to {same.text}")
        return same

    def _name(self) -> str:
        self._count += 1
        return f"%w{self._count}"

    def _place(self, most: int) -> str | int:
        """A number from 0 to the most, literal or computed."""
        if self.random.random() < 0.5 or most <= 0:
            return self.random.randint(0, max(0, most))
        value, number, modulus = self.random.choice(["%i", "%i", "%n"]), self._name(), self._name()
        if self.random.random() < 0.3:
            by, more = self._name(), self._name()
            op = self.random.choice(["addi", "muli"])
            self.lines.append(f"{by} = arith.constant {self.random.randint(0, 3)} : index")
            self.lines.append(f"{more} = arith.{op} {value}, {by} : index")
            value = more
        rest = self.random.choice([most + 1, most + 1, min(2, most + 1)])
        self.lines.append(f"{modulus} = arith.constant {rest} : index")
        self.lines.append(f"{number} = arith.remui {value}, {modulus} : index")
        return number

    def _part(self, of: View) -> View:
        sizes, steps, places = list[int](), list[int](), list[str | int]()
        for extent in of.sizes:
            size, step = min(extent, self.random.choice([1, 1, 1, 2, 2, 3])), self.random.choice([1, 1, 2])
            step = step if (size - 1) * step < extent else 1
            sizes.append(size)
            steps.append(step)
            places.append(self._place(extent - 1 - (size - 1) * step))
        offset = of.offset
        for place, stride in zip(places, of.strides, strict=True):
            offset = None if offset is None or isinstance(place, str) else offset + place * stride
        kept = [n for n, size in enumerate(sizes) if size > 1 or self.random.random() >= 0.4] or [0]
        strides = [stride * step for stride, step in zip(of.strides, steps, strict=True)]
        made = View(self._name(), [sizes[n] for n in kept], [strides[n] for n in kept], offset)
        where = f"[{', '.join(map(str, places))}] {sizes} {steps}"
        self.lines.append(f"{made.name} = memref.subview {of.name}{where} : {of.text} to {made.text}")
        return made

    def _cast(self, of: View) -> View:
        count = self.random.randint(1, 2)
        sizes = [self.random.randint(1, 3) for _ in range(count)]
        strides = [self.random.choice([0, 1, 2, 3, 6]) for _ in range(count)]
        span = sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
        place = self._place(23 - span)
        made = View(self._name(), sizes, strides, place if isinstance(place, int) else None)
        how = f"offset: [{place}], sizes: {sizes}, strides: {strides}"
        self.lines.append(
            f"{made.name} = memref.reinterpret_cast {of.name} to {how} : {of.text} to {made.text}"
        )
        return made

    def _turned(self, of: View) -> View:
        if len(of.sizes) != 2:
            return of
        made = View(self._name(), of.sizes[::-1], of.strides[::-1], of.offset)
        how = "(d0, d1) -> (d1, d0)"
        self.lines.append(f"{made.name} = memref.transpose {of.name} {how} : {of.text} to {made.text}")
        return made

    def _in_a_row(self, of: View) -> View:
        if len(of.sizes) != 2 or of.strides[0] != of.sizes[1] * of.strides[1]:
            return of
        made = View(self._name(), [of.sizes[0] * of.sizes[1]], of.strides[1:], of.offset)
        if of.name == "%t":
            flat = self._name()
            self.lines.append(
                f"{flat} = memref.collapse_shape %t [[0, 1]] : {_WHOLE} into memref<24xf32>\n"
                f"{made.name} = memref.cast {flat} : memref<24xf32> to {made.text}"
            )
        else:
            self.lines.append(
                f"{made.name} = memref.collapse_shape {of.name} [[0, 1]] : {of.text} into {made.text}"
            )
        return made


def views_program(seed: int) -> str:
    """One program."""
    draw = ViewDraw(seed)
    in_loop = draw.random.random() < 0.6
    one = draw.view()
    draw.lines.append(f'sync.work on "mte2" writes({one.name} : {one.text}) {{ sync.opaque "in" }}')
    other = draw.view()
    draw.lines.append(f'sync.work on "v" reads({other.name} : {other.text}) {{ sync.opaque "use" }}')
    body = "\n".join(draw.lines)
    head, end = (
        ("scf.for %i = %c0 to %n step %c1 {", "}") if in_loop else ("%i = arith.addi %n, %c1 : index", "")
    )
    return f"""func.func @f(%n: index) {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%t = memref.alloc() : {_WHOLE}
{head}
{body}
{end}
sync.barrier
return
}}
"""


def views_outcome(seed: int) -> tuple[str, str]:
    """What came of a program, in a word, and the text."""
    text = views_program(seed)
    try:
        module = parse_module(text, "views")
    except DiagnosticError:
        return "no program", text
    machine = load_machine(_MACHINE)
    player = Player(module, "f", machine)
    races = any(player.play([n], "earliest").races for n in _CALLS)
    standing = check_on_machine(module.clone(), _MACHINE)[0].standing
    if standing is Standing.PROVED and races:
        return "WRONG PROOF", text
    if standing is Standing.REFUTED and not races:
        return "WRONG REFUTATION", text
    return f"{standing.value}{'' if races else ', no race'}", text


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    came: Counter[str] = Counter()
    for seed in range(options.seed, options.seed + options.programs):
        word, text = views_outcome(seed)
        came[word] += 1
        if word.startswith("WRONG"):
            print(f"{seed}: {word}\n{text}", flush=True)
    print(", ".join(f"{n} {word}" for word, n in sorted(came.items())))
    return int(any(word.startswith("WRONG") for word in came))


if __name__ == "__main__":
    sys.exit(main())
