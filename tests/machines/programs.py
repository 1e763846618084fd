"""Programs without synchronisation for described machines, and what an expert would write into some of them.

Kernels (kernels/*.mlir) name no engines but roles, `"$load"`. `ROLES` says which engine plays which role on a machine; a
kernel fits a machine that has all the roles it asks for. A line `// bismo: sync.barrier` is part of the kernel only as it
is synchronised by hand for that machine.

Programs for an Ascend core (ascend/*.mlir) stand between lines `// -----`, each with a sentence that says what it is;
prelude.mlir has what stands around them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent
KERNELS = tuple(sorted(file.stem for file in (HERE / "kernels").glob("*.mlir")))

ROLES: dict[str, dict[str, str]] = {
    "aie2": {
        "load": "s2mm0",
        "feed": "s2mm1",
        "move": "core",
        "matrix": "core",
        "vector": "core",
        "drain": "mm2s1",
        "store": "mm2s0",
    },
    "ascend-a2": {
        "load": "mte2",
        "feed": "mte1",
        "move": "v",
        "matrix": "m",
        "vector": "v",
        "drain": "fix",
        "store": "mte3",
    },
    "bismo": {
        "load": "fetch",
        "move": "execute",
        "matrix": "execute",
        "vector": "execute",
        "drain": "result",
        "store": "result",
    },
    "cdna3": {
        "load": "vmem",
        "feed": "lds",
        "move": "lds",
        "matrix": "workgroup",
        "vector": "workgroup",
        "drain": "vmem",
        "store": "vmem",
    },
    "cuda-sm80": {
        "load": "cp.async",
        "feed": "block",
        "move": "block",
        "matrix": "block",
        "vector": "block",
        "drain": "block",
        "store": "block",
    },
    "cuda-sm90": {
        "load": "tma-load",
        "feed": "cp.async",
        "move": "block",
        "matrix": "wgmma",
        "vector": "block",
        "drain": "block",
        "store": "tma-store",
    },
    "cuda-sm100": {
        "load": "tma-load",
        "feed": "tmem-st",
        "move": "block",
        "matrix": "mma",
        "vector": "block",
        "drain": "tmem-ld",
        "store": "tma-store",
    },
    "hexagon": {
        "load": "dma",
        "move": "core",
        "matrix": "core",
        "vector": "core",
        "drain": "dma",
        "store": "dma",
    },
    "nvdla": {
        "load": "bdma",
        "move": "rubik",
        "matrix": "conv",
        "vector": "sdp",
        "drain": "sdp",
        "store": "bdma",
    },
    "vulkan": {
        "load": "transfer",
        "move": "transfer",
        "matrix": "compute",
        "vector": "graphics",
        "drain": "transfer",
        "store": "transfer",
    },
}
"""By machine: which engine plays which role. `feed` and `move` copy between memories near by, `drain` takes products away."""

BY_HAND = ("ascend-a2", "bismo", "cuda-sm80")
"""Machines for which the kernels are synchronised by hand, too."""

_ROLE = re.compile(r'"\$(\w+)"')
_HAND = re.compile(r"^( *)// ([a-z0-9-]+): (.*)\n", re.MULTILINE)


@cache
def template(kernel: str) -> str:
    """A kernel as it is written."""
    return (HERE / "kernels" / f"{kernel}.mlir").read_text(encoding="utf-8")


def fits(kernel: str, machine: str) -> bool:
    """Whether the machine has an engine for every role of the kernel."""
    return set(_ROLE.findall(template(kernel))) <= set(ROLES[machine])


def with_hand() -> set[tuple[str, str]]:
    """The kernels that say how an expert synchronises them, each with the machine."""
    return {(kernel, found[2]) for kernel in KERNELS for found in _HAND.finditer(template(kernel))}


def kernel_text(kernel: str, machine: str, by_hand: bool = False) -> str:
    """A kernel for a machine; by hand: with the synchronisation that an expert gives it."""
    text = _ROLE.sub(lambda role: f'"{ROLES[machine][role[1]]}"', template(kernel))
    return _HAND.sub(lambda line: f"{line[1]}{line[3]}\n" if by_hand and line[2] == machine else "", text)


@dataclass(frozen=True)
class AscendProgram:
    """A program for the pipes of an Ascend core."""

    name: str
    says: str
    text: str
    calls: tuple[tuple[int, ...], ...]
    """`%n`, `%m`, `%a`, `%b` of the calls that it is played with: all kinds of those that it uses."""


@cache
def ascend_programs() -> tuple[AscendProgram, ...]:
    """All of them, by file."""
    prelude = (HERE / "ascend" / "prelude.mlir").read_text(encoding="utf-8")
    found: list[AscendProgram] = []
    for file in sorted((HERE / "ascend").glob("*.mlir")):
        if file.stem == "prelude":
            continue
        for number, body in enumerate(file.read_text(encoding="utf-8").split("// -----\n"), 1):
            says, _, rest = body.partition("\n")
            text = prelude.replace("  BODY\n", rest)
            scalars = ((0, 1, 2, 3, 5), (0, 1, 3), (0, 1), (0, 1))
            used = [re.search(rf"%{name}\b", rest) is not None for name in "nmab"]
            calls = product(*(some if each else some[1:2] for some, each in zip(scalars, used, strict=True)))
            found.append(AscendProgram(f"{file.stem}-{number}", says.removeprefix("// "), text, tuple(calls)))
    return tuple(found)
