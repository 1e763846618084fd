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


def _phase(op: str, number: str = "", on: str = "", which: str = "0") -> str:
    """An op on a phase."""
    return f'  sync.{op} "mbarrier"[{which}]' + f", {number}" * bool(number) + f' on "{on}"' * bool(on) + "\n"


_INIT, _ARM = _phase("init", "1"), _phase("arm")
_LOADED = work("tma-load", writes="%l") + _phase("signal", on="tma-load")
_BARRIER = '  sync.barrier on "block"\n'
_TURN = "  %t = arith.remui %i, %c2 : index\n"
_EACH_PHASE = _TURN + _ARM + _LOADED + _phase("wait", "%t", "block") + _SEEN + _BARRIER
_WAITED = _phase("wait", "0", "wgmma") + work("wgmma", reads="%l")

PHASES = (
    OnMachine("a phase", _INIT + _ARM + _LOADED + _phase("wait", "0", "block") + _SEEN, machine="cuda-sm90"),
    OnMachine(
        "a phase that no barrier tells",
        _INIT + _ARM + _LOADED + _phase("wait", "0", "block") + _SEE,
        _RACE,
        "cuda-sm90",
    ),
    OnMachine(
        "the other phase",
        _INIT + _ARM + _LOADED + _phase("wait", "1", "block") + _SEEN,
        "another phase",
        "cuda-sm90",
    ),
    OnMachine(
        "a phase that is not armed",
        _INIT + _LOADED + _phase("wait", "0", "block"),
        "not be armed",
        "cuda-sm90",
    ),
    OnMachine("a phase that is not initialised", _ARM + _LOADED, "not be initialised", "cuda-sm90"),
    OnMachine("initialised twice", _INIT + _INIT, "in use", "cuda-sm90"),
    OnMachine("armed twice", _INIT + _ARM + _ARM, "armed already", "cuda-sm90"),
    OnMachine(
        "armed while a signal is under way",
        _INIT + _ARM + _LOADED + _ARM + _LOADED,
        "armed before the phase before",
        "cuda-sm90",
    ),
    OnMachine(
        "freed while a signal is under way",
        _INIT + _ARM + _LOADED + _phase("free"),
        "not be over when it is freed",
        "cuda-sm90",
    ),
    OnMachine(
        "freed behind its wait, and used again",
        loop(_INIT + _ARM + _LOADED + _phase("wait", "0", "block") + _SEEN + _BARRIER + _phase("free")),
        machine="cuda-sm90",
    ),
    OnMachine(
        "not freed before it is used again",
        loop(_INIT + _ARM + _LOADED + _phase("wait", "0", "block") + _SEEN + _BARRIER),
        "in",
        "cuda-sm90",
    ),
    OnMachine("phases in turn", _INIT + loop(_EACH_PHASE), machine="cuda-sm90"),
    OnMachine(
        "phases in turn, and always the first is waited for",
        _INIT + loop(_EACH_PHASE.replace(", %t", ", %c0")),
        "another phase|same state",
        "cuda-sm90",
    ),
    OnMachine(
        "an engine waits for a phase",
        _INIT + _ARM + _LOADED + _WAITED + '  sync.commit "wgmma"\n  sync.wait "wgmma", 0\n',
        machine="cuda-sm90",
    ),
    OnMachine(
        "the next phase may end before an engine waits for this one",
        _INIT
        + _ARM
        + _LOADED
        + _WAITED
        + _phase("wait", "0", "block")
        + _ARM
        + _phase("signal", on="tma-load")
        + "  sync.barrier\n",
        "or is waited for",
        "cuda-sm90",
    ),
    OnMachine(
        "the phase before may end the wait of another engine",
        _INIT
        + "".join(
            _ARM + _phase("signal", on="tma-load") + _phase("wait", parity, "block") for parity in ("0", "1")
        )
        + _ARM
        + _phase("signal", on="tma-load")
        + _phase("wait", "0", "tma-store")
        + "  sync.barrier\n",
        "phase before may not be over",
        "cuda-sm90",
    ),
    OnMachine(
        "before the first phase a wait for the other is over",
        _INIT + _phase("wait", "1", "block") + _SEEN,
        machine="cuda-sm90",
    ),
    OnMachine(
        "it tells nothing",
        work("tma-load", writes="%l") + _INIT + _phase("wait", "1", "block") + _SEEN,
        _RACE,
        "cuda-sm90",
    ),
)

_MAKE, _FENCE = work("block", writes="%l"), '  sync.fence "async-proxy"\n'
_STORE = work("tma-store", reads="%l") + '  sync.commit "bulk"\n  sync.wait "bulk", 0\n'
_HIDDEN = "may not be visible"

FENCES = (
    OnMachine("no fence", _MAKE + _BARRIER + _STORE, _HIDDEN, "cuda-sm90"),
    OnMachine("a barrier of all is no fence", _MAKE + "  sync.barrier\n" + _STORE, _HIDDEN, "cuda-sm90"),
    OnMachine("a fence", _MAKE + _FENCE + _BARRIER + _STORE, machine="cuda-sm90"),
    OnMachine("a fence is no barrier", _MAKE + _FENCE + _STORE, _RACE, "cuda-sm90"),
    OnMachine("a fence too early", _FENCE + _MAKE + _BARRIER + _STORE, _HIDDEN, "cuda-sm90"),
    OnMachine("a fence on one way", _MAKE + _if(_FENCE) + _BARRIER + _STORE, _HIDDEN, "cuda-sm90"),
    OnMachine(
        "a fence that does not know yet",
        _COPY + _COMMIT + _FENCE + _WAIT.format(0) + _BARRIER + _STORE,
        _HIDDEN,
        "cuda-sm90",
    ),
    OnMachine(
        "a fence behind a wait",
        _COPY + _COMMIT + _WAIT.format(0) + _FENCE + _BARRIER + _STORE,
        machine="cuda-sm90",
    ),
    OnMachine("a fence in a loop", loop(_MAKE + _FENCE + _BARRIER + _STORE + _BARRIER), machine="cuda-sm90"),
    OnMachine(
        "a fence before a loop",
        _MAKE + _FENCE + loop(_BARRIER + _STORE + _BARRIER + _MAKE),
        _HIDDEN,
        "cuda-sm90",
    ),
    OnMachine(
        "what is overwritten by the other proxy is hidden as well",
        _MAKE + _BARRIER + work("tma-load", writes="%l") + "  sync.barrier\n",
        _HIDDEN,
        "cuda-sm90",
    ),
    OnMachine(
        "what was read needs none",
        _SEE + _BARRIER + work("tma-load", writes="%l") + "  sync.barrier\n",
        machine="cuda-sm90",
    ),
    OnMachine(
        "what is written by the other proxy needs none",
        work("tma-load", writes="%l") + "  sync.barrier\n" + _SEE,
        machine="cuda-sm90",
    ),
)


def _step(op: str, value: str, on: str) -> str:
    """A signal of a timeline, or a wait for it."""
    return f'  sync.{op} "timeline"[0], {value} on "{on}"\n'


_COMPUTE, _TAKE = work("compute", writes="%l"), work("transfer", reads="%l")
_NEXT = "  %j = arith.addi %i, %c1 : index\n"

TIMELINES = (
    OnMachine(
        "a value",
        _COMPUTE + _step("signal", "1", "compute") + _step("wait", "1", "transfer") + _TAKE,
        machine="vulkan",
    ),
    OnMachine(
        "a value that is never reached",
        _COMPUTE + _step("signal", "1", "compute") + _step("wait", "2", "transfer") + _TAKE,
        "no signal of such a value",
        "vulkan",
    ),
    OnMachine(
        "a value that is reached at once",
        _COMPUTE + _step("signal", "1", "compute") + _step("wait", "0", "transfer") + _TAKE,
        _RACE,
        "vulkan",
    ),
    OnMachine("a value twice", _step("signal", "1", "compute") * 2, "not be greater", "vulkan"),
    OnMachine(
        "two signals in an order that is open",
        _COMPUTE + _step("signal", "1", "compute") + _step("signal", "2", "transfer"),
        "before the signal before",
        "vulkan",
    ),
    OnMachine(
        "a value too early",
        _step("signal", "1", "compute")
        + _COMPUTE
        + _step("signal", "2", "compute")
        + _step("wait", "1", "transfer")
        + _TAKE,
        _RACE,
        "vulkan",
    ),
    OnMachine(
        "a value between two",
        _step("signal", "1", "compute")
        + _COMPUTE
        + _step("signal", "5", "compute")
        + _step("wait", "3", "transfer")
        + _TAKE,
        machine="vulkan",
    ),
    OnMachine(
        "a value for each iteration",
        loop(
            _NEXT
            + _COMPUTE
            + _step("signal", "%j", "compute")
            + _step("wait", "%j", "host")
            + _TAKE
            + "  sync.barrier\n"
        ),
        machine="vulkan",
    ),
    OnMachine(
        "the value of the iteration before",
        loop(_NEXT + _COMPUTE + _step("signal", "%j", "compute") + _step("wait", "%i", "transfer") + _TAKE),
        _RACE,
        "vulkan",
    ),
    OnMachine(
        "the same value in each iteration",
        loop(_COMPUTE + _step("signal", "1", "compute") + _step("wait", "1", "host")),
        "greater",
        "vulkan",
    ),
)


def _units(op: str, units: int, on: str) -> str:
    """A signal or a wait of so many units of a lock."""
    return f'  sync.{op} "lock"[0], {units} on "{on}"\n'


_FETCH, _SEND = work("s2mm0", writes="%l"), work("mm2s0", reads="%l")

UNITS = (
    OnMachine(
        "two units at once",
        _FETCH + _units("signal", 2, "s2mm0") + _units("wait", 2, "mm2s0") + _SEND,
        machine="aie2",
    ),
    OnMachine(
        "two units of two signals",
        _units("signal", 1, "s2mm0")
        + _FETCH
        + _units("signal", 1, "s2mm0")
        + _units("wait", 2, "mm2s0")
        + _SEND,
        machine="aie2",
    ),
    OnMachine(
        "the first of two units tells less",
        _units("signal", 1, "s2mm0")
        + _FETCH
        + _units("signal", 1, "s2mm0")
        + _units("wait", 1, "mm2s0")
        + _SEND,
        _RACE,
        "aie2",
    ),
    OnMachine(
        "more units than there are",
        _units("signal", 1, "s2mm0") + _units("wait", 2, "mm2s0"),
        "no signal is known",
        "aie2",
    ),
    OnMachine(
        "what is left of three units",
        _FETCH
        + _units("signal", 3, "s2mm0")
        + _units("wait", 2, "mm2s0")
        + _units("wait", 1, "mm2s0")
        + _SEND
        + _units("signal", 1, "s2mm0"),
        machine="aie2",
    ),
    OnMachine(
        "two units are taken, and one is there",
        _units("signal", 2, "s2mm0") + _units("wait", 1, "mm2s0") + _units("wait", 2, "mm2s0"),
        "no signal is known",
        "aie2",
    ),
    OnMachine("too many units", _units("signal", 16, "s2mm0") * 4, "no room", "aie2"),
    OnMachine(
        "units that may still be there",
        _units("signal", 16, "s2mm0") * 3 + _units("wait", 16, "mm2s0") + _units("signal", 16, "s2mm0"),
        "before the unit before",
        "aie2",
    ),
    OnMachine(
        "units for which there is room all the same",
        _units("signal", 15, "s2mm0") * 3 + _units("wait", 15, "mm2s0") + _units("signal", 15, "s2mm0"),
        machine="aie2",
    ),
    OnMachine(
        "two units in turn",
        _units("signal", 2, "mm2s0")
        + loop(
            _units("wait", 2, "core")
            + _FETCH
            + '  sync.signal "lock"[1], 3 on "s2mm0"\n  sync.wait "lock"[1], 3 on "mm2s0"\n'
            + _SEND
            + _units("signal", 2, "mm2s0")
        ),
        machine="aie2",
    ),
)

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
    *PHASES,
    *FENCES,
    *TIMELINES,
    *UNITS,
)
