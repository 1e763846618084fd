"""Random programs for the machine of the litmus programs: works, signals, waits, barriers, groups, processes."""

from __future__ import annotations

import random

MEMORIES = ("%A", "%B", "%C")
ENGINES = ("a", "b", "x", "o", "two")


class Maker:
    """Makes one program."""

    def __init__(self, rng: random.Random, *, processes: bool):
        self.rng = rng
        self.processes = processes
        self.engines = rng.sample(ENGINES, rng.choice((2, 3)))
        self.time = 0
        self.phases = 0

    def body(self) -> list[str]:
        """The lines of the entry."""
        count = self.rng.choice((3, 5, 8, 12))
        return [line for _ in range(count) for line in self._statement(depth=0)]

    def _statement(self, depth: int) -> list[str]:
        rng = self.rng
        kinds = ["work"] * 9 + ["flag"] * 5 + ["own", "engine barrier", "barrier", "groups", "until read"]
        kinds += ["credits", "timeline", "phases", "lock"] + ["process"] * (self.processes and depth == 0)
        kind = rng.choice(kinds)
        return {
            "work": self._work,
            "flag": self._flag,
            "own": lambda: [f"memref.store %c1, {rng.choice(MEMORIES)}[] : memref<i64>"],
            "engine barrier": lambda: [f'sync.barrier on "{rng.choice(self.engines)}"'],
            "barrier": lambda: ["sync.barrier"],
            "groups": lambda: ['sync.commit "copies"', f'sync.wait "copies", {rng.choice((0, 1))}'],
            "until read": lambda: ['sync.commit "copies"', 'sync.wait "copies", 0 until "read"'],
            "credits": self._credits,
            "timeline": self._timeline,
            "phases": self._phases,
            "lock": self._lock,
            "process": self._process,
        }[kind]()

    def _on(self) -> str:
        return f' on "{self.rng.choice(self.engines)}"' if self.rng.random() < 0.7 else ""

    def _work(self) -> list[str]:
        source, target = self.rng.sample(MEMORIES, 2)
        return [
            f'sync.work on "{self.rng.choice(self.engines)}" {{',
            f"  memref.copy {source}, {target} : memref<i64> to memref<i64>",
            "}",
        ]

    def _flag(self) -> list[str]:
        source, target = self.rng.sample([*self.engines, "s"], 2)
        name = f'"event"[{self.rng.choice((0, 1))}] from "{source}" to "{target}"'
        lines = [f"sync.signal {name}", f"sync.wait {name}"]
        return lines[:1] if self.rng.random() < 0.1 else lines

    def _credits(self) -> list[str]:
        return [f'sync.wait "credits"[0], 1{self._on()}', f'sync.signal "credits"[0], 1{self._on()}']

    def _lock(self) -> list[str]:
        return [f'sync.wait "lock"[0], 1 on "{e}"' for e in ("a",)] + ['sync.signal "lock"[0], 1 on "a"']

    def _timeline(self) -> list[str]:
        self.time += self.rng.choice((1, 2))
        wanted = self.rng.randint(1, self.time)
        return [
            f'sync.signal "time"[0], {self.time}{self._on()}',
            f'sync.wait "time"[0], {wanted}{self._on()}',
        ]

    def _phases(self) -> list[str]:
        self.phases += 1
        return [
            f'sync.signal "gate"[0]{self._on()}',
            f'sync.wait "gate"[0], {(self.phases - 1) % 2}{self._on()}',
        ]

    def _process(self) -> list[str]:
        inner = [line for _ in range(self.rng.choice((1, 2, 3))) for line in self._statement(depth=1)]
        return [
            f'sync.process on "{self.rng.choice(self.engines)}" {{',
            *("  " + line for line in inner),
            "}",
        ]


def program(seed: int, *, processes: bool) -> str:
    """The program of that seed; it prints what the memories hold in the end."""
    body = Maker(random.Random(seed), processes=processes).body()
    head = [
        *(f"%k{n} = arith.constant {n + 2} : i64" for n in range(3)),
        "%c1 = arith.constant 1 : i64",
        *(f"{memory} = memref.alloc() : memref<i64>" for memory in MEMORIES),
        *(f"memref.store %k{n}, {memory}[] : memref<i64>" for n, memory in enumerate(MEMORIES)),
    ]
    tail = [
        "sync.barrier",
        *(f"%v{n} = memref.load {memory}[] : memref<i64>" for n, memory in enumerate(MEMORIES)),
        *(f"func.call @printI64(%v{n}) : (i64) -> ()" for n in range(3)),
        "return",
    ]
    lines = "\n".join("  " + line for line in (*head, *body, *tail))
    return f"func.func private @printI64(i64)\nfunc.func @main() {{\n{lines}\n}}\n"
