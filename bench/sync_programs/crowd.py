"""Random programs whose signals are more than small machines have instances for, and those machines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from random import Random

from asyncir.targets.machine import MachineModel, read_machine

SIZES = (16, 64, 1024, 4096)
"""How many elements buffers have."""

SMALL = {
    "flags": ("ascend-a2", r"count = 8"),
    "semaphores": ("aie2", r"count = 16"),
    "FIFOs": ("bismo", r"capacity = 8"),
}
"""What is scarce, by kind: of which machine, and how its file says it."""

ENGINES = {
    "flags": ("mte2", "v", "mte3"),
    "semaphores": ("s2mm0", "s2mm1", "mm2s0"),
    "FIFOs": ("fetch", "execute", "result"),
}


def small_machine(kind: str, number: int) -> MachineModel:
    """A machine that has so many instances, or so much room in each FIFO."""
    name, says = SMALL[kind]
    text = (files("asyncir.targets") / f"{name}.toml").read_text(encoding="utf-8")
    if kind == "semaphores":
        # The core of aie2 waits for what arrives; its queues are no subject here.
        text = re.sub(r"^queue = 4\nwhen-full = \"drop\"\n", "", text, flags=re.MULTILINE)
    changed, times = re.subn(rf"^{says}$", f"{says.split()[0]} = {number}", text, flags=re.MULTILINE)
    assert times == 1
    return read_machine(changed, f"{name} with {number}")


@dataclass
class CrowdShape:
    """How large programs are."""

    buffers: int = 6
    works: int = 12
    loops: bool = True


def crowded(seed: int, kind: str, shape: CrowdShape) -> str:
    """A program with a function `f(n)`: bursts of works of one engine, and works of the next that need them."""
    random = Random(seed)
    sizes = [random.choice(SIZES) for _ in range(shape.buffers)]
    lines = [f"  %m{i} = memref.alloc() : memref<{size}xf32>" for i, size in enumerate(sizes)]
    works = _works(random, kind, sizes, shape.works)
    if shape.loops and random.random() < 0.6:
        first, last = sorted(random.sample(range(len(works) + 1), 2))
        inside = ["  scf.for %i = %c0 to %n step %c1 {", *(f"  {line}" for line in works[first:last]), "  }"]
        works = [*works[:first], *inside, *works[last:]]
    head = [
        "func.func @f(%n: index) {",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
    ]
    return "\n".join([*head, *lines, *works, "  return", "}", ""])


def _works(random: Random, kind: str, sizes: list[int], count: int) -> list[str]:
    found: list[str] = []
    burst: list[int] = []
    while len(found) < count:
        engine = random.choice(ENGINES[kind])
        if not burst or random.random() < 0.4:
            burst = random.sample(range(len(sizes)), random.randint(2, min(5, len(sizes))))
        word = random.choice(("reads", "writes"))
        for buffer in burst[: count - len(found)]:
            name = f"w{len(found)}"
            type_ = f"memref<{sizes[buffer]}xf32>"
            found.append(f'  sync.work on "{engine}" {word}(%m{buffer} : {type_}) {{ sync.opaque "{name}" }}')
    return found
