"""Right programs with synchronisation as people write it, by machine; each is a function `f(x, y, h, n, m, a, b)`."""

from __future__ import annotations

from bench.sync_programs.draw import function

_ROW = "memref<4xf32, strided<[1], offset: ?>>"


def _row(name: str, memory: str, rows: int, index: str) -> str:
    return f"{name} = memref.subview {memory}[{index}, 0] [1, 4] [1, 1] : memref<{rows}x4xf32> to {_ROW}"


def _work(engine: str, reads: str, writes: str) -> str:
    """A work that reads one thing and writes another; a name with `r` in front is a row."""
    listed = ""
    for word, name in (("reads", reads), ("writes", writes)):
        if name:
            type_ = _ROW if name.startswith("%r") else "memref<4xf32>"
            listed += f" {word}({name} : {type_})"
    return f'sync.work on "{engine}"{listed} {{ sync.opaque "does" }}'


def _flags(load: str, compute: str, store: str, name: str, dynamic: bool) -> list[list[str]]:
    """Load, compute, store: with one buffer, and with two whose flags are taken in turn."""

    def signal(x: str, y: str, which: str = "0") -> str:
        return f'sync.signal "{name}"[{which}] from "{x}" to "{y}"'

    def wait(x: str, y: str, which: str = "0") -> str:
        return f'sync.wait "{name}"[{which}] from "{x}" to "{y}"'

    body = [
        _row("%r0", "%x", 10, "%i"),
        _row("%r1", "%y", 10, "%i"),
        wait(compute, load),
        _work(load, "%r0", "%l0"),
        signal(load, compute),
        wait(load, compute),
        wait(store, compute),
        _work(compute, "%l0", "%l1"),
        signal(compute, load),
        signal(compute, store),
        wait(compute, store),
        _work(store, "%l1", "%r1"),
        signal(store, compute),
    ]
    one = [
        signal(compute, load),
        signal(store, compute),
        "scf.for %i = %c0 to %n step %c1 {",
        *body,
        "}",
        wait(compute, load),
        wait(store, compute),
        "sync.barrier",
    ]
    straight = [
        _work(load, "", "%l0"),
        signal(load, compute),
        wait(load, compute),
        _work(compute, "%l0", "%l1"),
        signal(compute, store),
        wait(compute, store),
        _work(store, "%l1", "%h"),
        "sync.barrier",
    ]
    if not dynamic:
        return [one, straight]
    two = [
        signal(compute, load, "0"),
        signal(compute, load, "1"),
        "scf.for %i = %c0 to %n step %c1 {",
        "%k = arith.remui %i, %c2 : index",
        _row("%r0", "%x", 10, "%i"),
        _row("%r1", "%p", 2, "%k"),
        _row("%r2", "%y", 10, "%i"),
        wait(compute, load, "%k"),
        _work(load, "%r0", "%r1"),
        signal(load, compute, "%k"),
        wait(load, compute, "%k"),
        _work(compute, "%r1", "%r2"),
        signal(compute, load, "%k"),
        "}",
        wait(compute, load, "0"),
        wait(compute, load, "1"),
        "sync.barrier",
    ]
    return [one, straight, two]


def _groups(engine: str, issuer: str, name: str, each: bool) -> list[list[str]]:
    """Copies ahead of their use, with the count of the steady state; all waited for at the end."""
    commit = [] if each else [f'sync.commit "{name}"']
    ahead = [
        _row("%r8", "%x", 10, "%c0"),
        _row("%r9", "%p", 2, "%c0"),
        _work(engine, "%r8", "%r9"),
        *commit,
        "scf.for %i = %c0 to %n step %c1 {",
        "%j = arith.addi %i, %c1 : index",
        "%k = arith.remui %i, %c2 : index",
        "%o = arith.remui %j, %c2 : index",
        _row("%r0", "%x", 10, "%j"),
        _row("%r1", "%p", 2, "%o"),
        _row("%r2", "%p", 2, "%k"),
        _work(engine, "%r0", "%r1"),
        *commit,
        f'sync.wait "{name}", 1',
        f'sync.barrier on "{issuer}"',
        _work(issuer, "%r2", "%l1"),
        f'sync.barrier on "{issuer}"',
        "}",
        f'sync.wait "{name}", 0',
        f'sync.barrier on "{issuer}"',
    ]
    straight = [
        _work(engine, "%l2", "%l0"),
        *commit,
        _work(engine, "", "%l1"),
        *commit,
        f'sync.wait "{name}", 1',
        f'sync.barrier on "{issuer}"',
        _work(issuer, "%l0", "%h"),
        f'sync.wait "{name}", 0',
        f'sync.barrier on "{issuer}"',
        _work(issuer, "%l1", "%h"),
        f'sync.barrier on "{issuer}"',
    ]
    return [ahead, straight]


_TIMELINE = [
    [
        _work("transfer", "", "%l0"),
        'sync.signal "timeline"[0], 1 on "transfer"',
        'sync.wait "timeline"[0], 1 on "compute"',
        _work("compute", "%l0", "%h"),
        'sync.signal "timeline"[0], 2 on "compute"',
        'sync.wait "timeline"[0], 2',
    ],
    [
        "scf.for %i = %c0 to %n step %c1 {",
        "%j = arith.addi %i, %c1 : index",
        _row("%r0", "%x", 10, "%i"),
        _row("%r1", "%y", 10, "%i"),
        'sync.wait "timeline"[1], %i on "transfer"',
        _work("transfer", "%r0", "%l0"),
        'sync.signal "timeline"[0], %j on "transfer"',
        'sync.wait "timeline"[0], %j on "compute"',
        _work("compute", "%l0", "%r1"),
        'sync.signal "timeline"[1], %j on "compute"',
        "}",
        "sync.barrier",
    ],
]


def _without_barriers(lines: list[str]) -> list[str]:
    """For an engine that is in order with itself, and has none."""
    return [line for line in lines if not line.startswith("sync.barrier on")]


_BY_MACHINE = {
    "ascend-a2": _flags("mte2", "v", "mte3", "event", True),
    "bismo": _flags("fetch", "execute", "result", "token", False),
    "vulkan": _TIMELINE,
    "hexagon": [_without_barriers(lines) for lines in _groups("dma", "core", "descriptors", True)],
    "cdna3": _groups("vmem", "workgroup", "vmcnt", True),
    "cuda-sm80": _groups("cp.async", "block", "group", False),
}


def by_hand(machine: str) -> list[str]:
    """The programs for a machine; none where there are none."""
    return [function([f"  {line}" for line in lines]) for lines in _BY_MACHINE.get(machine, [])]
