"""Small programs on machines for the verifier: each breaks one rule, or keeps one that is hard to keep track of."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = """
func.func @f(%x: memref<64x4xf32> {llvm.noalias}, %y: memref<64x4xf32> {llvm.noalias}, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %l = memref.alloc() : memref<4xf32>
  %p = memref.alloc() : memref<2x4xf32>
"""
TAIL = """
  return
}
"""
ROW = "memref<4xf32, strided<[1], offset: ?>>"


def work(engine: str, reads: str = "", writes: str = "") -> str:
    """A work that reads and writes rows."""

    def listed(word: str, names: str) -> str:
        types = ", ".join("memref<4xf32>" if name == "%l" else ROW for name in names.split())
        return f" {word}({', '.join(names.split())} : {types})" if names else ""

    opaque = '{ sync.opaque "w" }'
    return f'  sync.work on "{engine}"{listed("reads", reads)}{listed("writes", writes)} {opaque}\n'


def row(name: str, of: str, index: str, rows: int = 64) -> str:
    """A row of memory."""
    return f"  {name} = memref.subview {of}[{index}, 0] [1, 4] [1, 1] : memref<{rows}x4xf32> to {ROW}\n"


def signal(source: str, target: str, which: str = "0") -> str:
    """A flag from one engine to another."""
    return f'  sync.signal "event"[{which}] from "{source}" to "{target}"\n'


def wait(source: str, target: str, which: str = "0") -> str:
    """A wait for it."""
    return f'  sync.wait "event"[{which}] from "{source}" to "{target}"\n'


def order(source: str, target: str, which: str = "0") -> str:
    """Both."""
    return signal(source, target, which) + wait(source, target, which)


def loop(body: str) -> str:
    """A loop with %n iterations."""
    return f"  scf.for %i = %c0 to %n step %c1 {{\n{body}  }}\n"


@dataclass(frozen=True)
class OnMachine:
    """A program, and why there is no certificate of it; nothing: there is one."""

    name: str
    body: str
    why: str = ""
    machine: str = "ascend-a2"

    @property
    def text(self) -> str:
        """The module."""
        return HEAD + self.body + TAIL


LOAD, USE = work("mte2", writes="%l"), work("v", reads="%l")
_RACE = "begin before"
_SLOT = "  %s = arith.remui %i, %c2 : index\n" + row("%r", "%p", "%s", 2)
_ONE_SLOT = wait("v", "mte2") + LOAD + order("mte2", "v") + USE + signal("v", "mte2")
_TWO_SLOTS = (
    _SLOT
    + wait("v", "mte2", "%s")
    + work("mte2", writes="%r")
    + order("mte2", "v", "%s")
    + work("v", reads="%r")
    + signal("v", "mte2", "%s")
)
_FAR = (
    "  %j = arith.addi %i, %c40 : index\n"
    + row("%near", "%x", "%i")
    + row("%far", "%x", "%j")
    + work("mte2", writes="%far")
)
_PARITY = (
    "  %even = arith.muli %i, %c2 : index\n  %odd = arith.addi %even, %c1 : index\n"
    + row("%a", "%x", "%even")
    + row("%b", "%x", "%odd")
)
_TWO_WORKS = work("mte2", writes="%a") + work("v", reads="%b")
_ALL = "  sync.barrier\n"
_SOMETIMES = (
    "  %e = memref.load %y[%i, %c0] : memref<64x4xf32>\n"
    "  %g = memref.load %y[%i, %c1] : memref<64x4xf32>\n"
    "  %t = arith.cmpf olt, %e, %g : f32\n"
)
_COPY, _COMMIT, _WAIT = work("cp.async", writes="%l"), '  sync.commit "group"\n', '  sync.wait "group", {}\n'
_SEE = work("block", reads="%l")
_SEEN = '  sync.barrier on "block"\n' + _SEE


def _if(body: str, test: str = "%c", other: str = "") -> str:
    return f"  scf.if {test} {{\n{body}" + (f"  }} else {{\n{other}" if other else "") + "  }\n"


_LOCK = '  sync.{} "lock"[0] on "{}"\n'

PROGRAMS = (
    OnMachine("in order", LOAD + order("mte2", "v") + USE),
    OnMachine("no order", LOAD + USE, _RACE),
    OnMachine("the order is to another engine", LOAD + order("mte2", "m") + USE, _RACE),
    OnMachine("by way of another engine", LOAD + order("mte2", "m") + order("m", "v") + USE),
    OnMachine("too early", order("mte2", "v") + LOAD + USE, _RACE),
    OnMachine("two reads", work("mte2", reads="%l") + USE),
    OnMachine("an engine that overlaps with itself", work("v", writes="%l") + USE, _RACE),
    OnMachine("a barrier on it", work("v", writes="%l") + '  sync.barrier on "v"\n' + USE),
    OnMachine("a barrier of all", LOAD + "  sync.barrier\n" + USE),
    OnMachine("a wait without a signal", wait("mte2", "v"), "no signal is known"),
    OnMachine("a wait before its signal", wait("mte2", "v") + signal("mte2", "v"), "no signal is known"),
    OnMachine("a signal that is left", signal("mte2", "v"), "left set"),
    OnMachine("a signal twice", signal("mte2", "v") + order("mte2", "v"), "no room"),
    OnMachine("a signal before the wait is over", order("mte2", "v") + order("mte2", "v"), "before the unit"),
    OnMachine("a signal behind a signal back", order("mte2", "v") + order("v", "mte2") + order("mte2", "v")),
    OnMachine("no such instance", order("mte2", "v", "%n"), "no such instance"),
    OnMachine("the caller sees it", row("%r", "%x", "%c0") + work("mte3", writes="%r"), "caller"),
    OnMachine("it has arrived", row("%r", "%x", "%c0") + work("mte3", writes="%r") + order("mte3", "s")),
    OnMachine("one slot", signal("v", "mte2") + loop(_ONE_SLOT) + wait("v", "mte2")),
    OnMachine("one slot, never given back", loop(LOAD + order("mte2", "v") + USE), "before"),
    OnMachine("one slot, not primed", loop(_ONE_SLOT), "no signal is known"),
    OnMachine("one slot, not drained", signal("v", "mte2") + loop(_ONE_SLOT), "left set"),
    OnMachine(
        "two slots",
        signal("v", "mte2")
        + signal("v", "mte2", "1")
        + loop(_TWO_SLOTS)
        + wait("v", "mte2")
        + wait("v", "mte2", "1"),
    ),
    OnMachine(
        "two slots, one of them primed",
        signal("v", "mte2") + loop(_TWO_SLOTS) + wait("v", "mte2"),
        "no signal is known",
    ),
    OnMachine(
        "two slots of signals and one of memory",
        signal("v", "mte2")
        + signal("v", "mte2", "1")
        + loop(_TWO_SLOTS.replace("[%s, 0]", "[%c0, 0]"))
        + wait("v", "mte2")
        + wait("v", "mte2", "1"),
        _RACE,
    ),
    OnMachine("iterations far apart", loop(_FAR + work("v", reads="%near")) + "  sync.barrier\n", _RACE),
    OnMachine(
        "iterations that never meet",
        loop(_PARITY + work("mte2", writes="%a") + work("v", reads="%b")) + "  sync.barrier\n",
    ),
    OnMachine(
        "iterations that meet in each other's rows",
        loop(_PARITY.replace("%even, %c1", "%even, %c2") + work("mte2", writes="%a") + work("v", reads="%b"))
        + "  sync.barrier\n",
        _RACE,
    ),
    OnMachine("only one way signals", _if(signal("mte2", "v")), "left set"),
    OnMachine(
        "only one way signals, at times", loop(_SOMETIMES + _if(signal("mte2", "v"), "%t")), "not in the same"
    ),
    OnMachine(
        "sometimes a signal, always a wait",
        loop(_SOMETIMES + _if(signal("mte2", "s"), "%t") + wait("mte2", "s")),
        "not in the same",
    ),
    OnMachine("both ways signal", _if(signal("mte2", "v"), other=signal("mte2", "v")) + wait("mte2", "v")),
    OnMachine("the load is on one way", _if(LOAD) + USE, _RACE),
    OnMachine("the same condition twice", _if(LOAD + signal("mte2", "v")) + _if(wait("mte2", "v") + USE)),
    OnMachine(
        "two engines wait for one lock",
        "".join(
            _LOCK.format(*each)
            for each in (("signal", "s2mm0"), ("wait", "mm2s0"), ("signal", "s2mm0"), ("wait", "mm2s1"))
        ),
        "several engines wait",
        "aie2",
    ),
    OnMachine(
        "two engines signal one lock",
        "".join(
            _LOCK.format(*each)
            for each in (("signal", "s2mm0"), ("signal", "s2mm1"), ("wait", "mm2s0"), ("wait", "mm2s0"))
        ),
        "in an order that is open",
        "aie2",
    ),
    OnMachine(
        "two engines signal one lock in turn",
        "".join(
            _LOCK.format(*each)
            for each in (("signal", "s2mm0"), ("wait", "core"), ("signal", "s2mm1"), ("wait", "core"))
        ),
        machine="aie2",
    ),
    OnMachine("a queue too full", work("bdma") * 3, "no room", "nvdla"),
    OnMachine("a queue that is full", work("bdma") * 2, machine="nvdla"),
    OnMachine(
        "a group too young",
        work("cp.async", writes="%l")
        + '  sync.commit "group"\n  sync.commit "group"\n  sync.wait "group", 1\n  sync.barrier on "block"\n'
        + work("block", reads="%l"),
        machine="cuda-sm80",
    ),
    OnMachine(
        "a group that may be in flight",
        work("cp.async", writes="%l")
        + '  sync.commit "group"\n  sync.wait "group", 1\n  sync.barrier on "block"\n'
        + work("block", reads="%l"),
        _RACE,
        "cuda-sm80",
    ),
    OnMachine(
        "a work in no group",
        work("cp.async", writes="%l")
        + '  sync.wait "group", 0\n  sync.barrier on "block"\n'
        + work("block", reads="%l"),
        _RACE,
        "cuda-sm80",
    ),
    OnMachine(
        "a block that has no barrier",
        work("cp.async", writes="%l")
        + '  sync.commit "group"\n  sync.wait "group", 0\n'
        + work("block", reads="%l"),
        _RACE,
        "cuda-sm80",
    ),
)
