"""Random contractions on memrefs, with what generalises a matmul: batches, several loops of each group, windows, layouts.

All numbers are small integers, so that sums are exact in whatever order they are formed, in f32, too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

MOST_POINTS = 400

TYPES = (
    ("f32", "f32", "f32"),
    ("f64", "f64", "f64"),
    ("i32", "i32", "i32"),
    ("i8", "i8", "i32"),
    ("i16", "i8", "i64"),
)
DTYPES: dict[str, Any] = {
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
}


@dataclass
class Memory:
    """An operand: the index of each dimension, and how large each dimension is."""

    indices: list[str]
    sizes: list[int]
    element: str
    kind: str = "plain"

    def type(self) -> str:
        """The type of the argument."""
        sizes = ["?" if self.kind == "dynamic" else str(size) for size in self.sizes]
        if self.kind in ("plain", "dynamic"):
            return f"memref<{'x'.join([*sizes, self.element])}>"
        return f"memref<{'x'.join([*sizes, self.element])}, strided<[{', '.join(['?'] * len(sizes))}], offset: ?>>"

    def array(self, generator: np.random.Generator) -> np.ndarray[Any, Any]:
        """Numbers for it, with strides that its type allows."""
        shape = self.sizes
        if self.kind != "strided":
            return generator.integers(-4, 5, shape).astype(DTYPES[self.element])
        steps = [int(generator.integers(1, 3)) for _ in shape]
        large = generator.integers(-4, 5, [size * step for size, step in zip(shape, steps, strict=True)])
        return large.astype(DTYPES[self.element])[tuple(slice(None, None, step) for step in steps)]


class ContractionProgram:
    """One op in a function `@main` of three arrays."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._extents: list[int] = []
        pick = self._random.choice
        groups = {name: self._loops(most) for name, most in (("b", 1), ("m", 2), ("n", 2), ("k", 2))}
        groups["k"] = groups["k"] or self._loops(1, 1)
        groups["n"] = groups["n"] or self._loops(1, 1)
        while prod(self._extents) > MOST_POINTS:
            self._extents[self._extents.index(max(self._extents))] = 2
        left, right, output = pick(TYPES)
        self.memories = [
            self._memory([*groups["b"], *groups["m"], *groups["k"]], left),
            self._memory([*groups["b"], *groups["n"], *groups["k"]], right),
            self._memory([*groups["b"], *groups["m"], *groups["n"]], output),
        ]
        if self._random.random() < 0.5:
            window = self.memories[pick((0, 1))]
            self._window(window, groups["k"])
        if self._random.random() < 0.3:
            self.memories[:2] = self.memories[1::-1]
        self._body = self._computed(self.memories)
        self.parallel = {loop for name in "bmn" for loop in groups[name]}

    def _loops(self, most: int, least: int = 0) -> list[int]:
        found = [len(self._extents) + i for i in range(self._random.randint(least, most))]
        self._extents += [self._random.choice((1, 2, 3, 4, 5, 7, 9, 17)) for _ in found]
        if found and self._random.random() < 0.03:
            self._extents[found[0]] = 0
        return found

    def _memory(self, loops: list[int], element: str) -> Memory:
        order = loops if self._random.random() < 0.5 else self._random.sample(loops, len(loops))
        kind = self._random.choice(("plain", "plain", "dynamic", "strided"))
        return Memory([f"d{loop}" for loop in order], [self._extents[loop] for loop in order], element, kind)

    def _window(self, memory: Memory, sums: list[int]) -> None:
        """Make one dimension of two: of a loop of the output, and one of the sum."""
        inner = [i for i, index in enumerate(memory.indices) if index in {f"d{k}" for k in sums}]
        outer = [i for i in range(len(memory.indices)) if i not in inner]
        if not inner or not outer:
            return
        one, other = self._random.choice(outer), self._random.choice(inner)
        stride, dilation = self._random.randint(1, 2), self._random.randint(1, 2)
        size = max(0, (memory.sizes[one] - 1) * stride + (memory.sizes[other] - 1) * dilation + 1)
        memory.indices[one] = f"{memory.indices[one]} * {stride} + {memory.indices[other]} * {dilation}"
        memory.sizes[one] = size if min(memory.sizes[one], memory.sizes[other]) else 0
        del memory.indices[other], memory.sizes[other]

    def text(self, name: str = "main") -> str:
        """The program."""
        loops = range(len(self._extents))
        dims = ", ".join(f"d{loop}" for loop in loops)
        maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(m.indices)})>" for m in self.memories)
        kinds = ", ".join('"parallel"' if loop in self.parallel else '"reduction"' for loop in loops)
        types = [memory.type() for memory in self.memories]
        left, right, output = (memory.element for memory in self.memories)
        body = "\n    ".join(self._body)
        return f"""func.func @{name}(%l: {types[0]}, %r: {types[1]}, %o: {types[2]}) {{
  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
    ins(%l, %r : {types[0]}, {types[1]}) outs(%o : {types[2]}) {{
  ^bb0(%a: {left}, %b: {right}, %c: {output}):
    {body}
    linalg.yield %s : {output}
  }}
  return
}}
"""

    def _computed(self, memories: list[Memory]) -> list[str]:
        """Mostly a product that is added, in either order; now and then something else, the order of which matters."""
        element = memories[2].element
        lines: list[str] = []
        names: list[str] = []
        for letter, memory in zip("ab", memories, strict=False):
            names.append(f"%{letter}" if memory.element == element else f"%{letter}w")
            if memory.element != element:
                lines.append(f"%{letter}w = arith.extsi %{letter} : {memory.element} to {element}")
        letter = "f" if element.startswith("f") else "i"
        first, second = self._random.sample(names, 2)
        sums = self._random.choice((("%c", "%p"), ("%p", "%c")))
        most = "maximumf" if letter == "f" else "maxsi"
        one, other = self._random.choice(
            (("mul", "add"), ("mul", "add"), ("mul", "add"), ("add", most), ("sub", "sub"))
        )
        other = other if other == most else f"{other}{letter}"
        return [
            *lines,
            f"%p = arith.{one}{letter} {first}, {second} : {element}",
            f"%s = arith.{other} {', '.join(sums)} : {element}",
        ]

    def arguments(self, seed: int) -> list[Any]:
        """Arrays for it."""
        generator = np.random.default_rng(seed)
        return [memory.array(generator) for memory in self.memories]
