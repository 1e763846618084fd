"""Which programs race: the adversary's own judge. It knows docs/semantics-queues.md, and nothing of asyncir.

The text is translated to Python (`translator.py`), so that many inputs are soon tried. Integers have the width of their type
and wrap; a value is kept as the signed number of its bits, so that `true` is -1. What a run means is in `rules.py`.
"""

import json
import re
from dataclasses import dataclass, field

from . import rules
from .reading import NAMESPACE, Refused, shape_of, signed, width_of
from .rules import Cut, Memory, Race, Undefined, View
from .translator import Translator, python_name


@dataclass
class Outcome:
    kind: str  # race, error, cut, or ok
    detail: str = ""
    negative: str | None = None
    uncovered: str | None = None
    left: bool = False
    executed: set = field(default_factory=set)


class Simulator:
    """A program, ready to run with any arguments."""

    def __init__(self, text):
        translator = Translator(text)
        translator.module()
        self.functions, self.globals, self.module_attributes = (
            translator.functions,
            translator.globals,
            translator.attributes,
        )
        self.text = text
        self.namespace = dict(NAMESPACE)
        for function in self.functions.values():
            exec(compile("\n".join(function.code), function.name, "exec"), self.namespace)

    def entries(self):
        return [f for f in self.functions.values() if f.public]

    def run(self, entry, arguments, *, grid=((0, 0, 0), (1, 1, 1)), fuel=4000, late=False, relax=None):
        function = self.functions[entry]
        attributes = function.attributes if "queue.fifos" in function.attributes else self.module_attributes
        fifos = {}
        if lists := re.search(r"queue\.fifos\s*=\s*(\[.*?\] *\])", attributes):
            for k, queues in enumerate(json.loads(lists[1])):
                fifos |= dict.fromkeys(queues, ("shared", k))
        size = re.search(r"gpu\.known_block_size\s*=\s*array<i32: (\d+), (\d+), (\d+)>", function.attributes)
        block = tuple(int(n) for n in size.groups()) if size else (1, 1, 1)
        where = [(x, y, z) for z in range(block[2]) for y in range(block[1]) for x in range(block[0])]
        world = rules.World(len(where), fifos, fuel * len(where), late, relax or {})
        world.block = block
        for symbol, (shape, content) in self.globals.items():
            world.shared[symbol] = whole_view(symbol, shape, shape.sizes, content)
        outcome = Outcome("ok", executed=world.executed)
        try:
            threads = [rules.Thread(world, k, at, grid) for k, at in enumerate(where)]
            self._together(threads, world, entry, arguments)
            outcome.left = len(threads) == 1 and threads[0].leaves()
        except Race as race:
            outcome.kind, outcome.detail = "race", str(race)
        except Undefined as error:
            outcome.kind, outcome.detail = "error", str(error)
        except (Cut, RecursionError):
            outcome.kind = "cut"
        outcome.negative, outcome.uncovered = world.negative, world.uncovered
        return outcome

    def _together(self, threads, world, entry, arguments):
        """Runs the threads from barrier to barrier."""
        entered = self.namespace[python_name(entry)]
        running = [(thread, entered(thread, *arguments)) for thread in threads]
        while True:
            reached, errors = [], []
            for _, run in running:
                try:
                    reached.append(next(run, None))
                except Undefined as error:  # the other threads may have been faster
                    errors.append(error)
            if errors:
                raise errors[0]
            if all(r is None for r in reached):
                return
            if len(set(reached)) > 1:
                raise Undefined("S017")
            world.phase += 1
            for thread, _ in running:
                thread.epoch += 1


def whole_view(name, shape, sizes, content):
    """A memory of a shape, and the view of all of it."""
    strides, step = [], 1
    for size in reversed(sizes):
        strides.insert(0, step)
        step *= size
    if shape.strides is not None:
        strides = [
            given if given is not None else plain for given, plain in zip(shape.strides, strides, strict=True)
        ]
    offset = shape.offset or 0
    extent = offset + 1 + sum((n - 1) * s for n, s in zip(sizes, strides, strict=True) if s > 0)
    return View(Memory(name, 0 if 0 in sizes else extent, content), offset, sizes, strides)


__all__ = ["Outcome", "Refused", "Simulator", "shape_of", "signed", "whole_view", "width_of"]
