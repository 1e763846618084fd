"""Effects in one line, so that tests can say what they expect: `issue cp.async: read global @1 op2, write shared @0 op2`.

`@1` is the address in operand 1; `op2` a number in operand 2, `16` a number that the form has; `16x32 rows` are 32 rows
of 16; `?` what the form does not say.
"""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.ptx.effects import (
    ArriveWhenDone,
    Barrier,
    ClusterBarrier,
    Collective,
    CommitGroup,
    Effect,
    EffectNumber,
    Fence,
    Footprint,
    Issue,
    MbarrierArrive,
    MbarrierComplete,
    MbarrierExpect,
    MbarrierInit,
    MbarrierInvalidate,
    MbarrierTest,
    PtxAccess,
    Synchronous,
    TensorMemoryEffect,
    UnknownEffect,
    WaitGroup,
    WarpBarrier,
)


def brief(effects: Iterable[Effect]) -> str:
    """All effects of an instruction; `nothing` where there are none."""
    return "; ".join(map(_effect, effects)) or "nothing"


def _number(number: EffectNumber | None) -> str:
    if number is None:
        return "all"
    if number.operand >= 0:
        return f"op{number.operand}"
    return "?" if number.value is None else str(number.value)


def _footprint(footprint: Footprint) -> str:
    size = _number(footprint.size)
    match footprint.kind:
        case "bytes":
            return size
        case "matrix":
            return f"{size}x{footprint.lanes} rows"
        case "rows":
            return f"{size}x{footprint.lanes} every {_number(footprint.stride)}*{footprint.unit}"
        case "descriptor" | "tmem":
            return f"{footprint.kind} {size}x{footprint.lanes}"
        case _:
            return footprint.kind


def _access(access: PtxAccess) -> str:
    proxy = "" if access.proxy == "generic" else f" {access.proxy}"
    return f"{access.mode} {access.space} @{access.address} {_footprint(access.footprint)}{proxy}"


def _accesses(accesses: Iterable[PtxAccess]) -> str:
    return ", ".join(map(_access, accesses))


def _when(flag: bool, word: str) -> str:
    return f" {word}" if flag else ""


def _effect(effect: Effect) -> str:
    match effect:
        case Synchronous():
            order = "" if effect.semantics == "weak" else f" {effect.semantics} {effect.scope}"
            return f"{_accesses(effect.accesses)}{order}{_when(effect.collective, 'warp')}"
        case Issue():
            queue = effect.queue or f"mbarrier @{effect.mbarrier}"
            registers = f" registers {list(effect.registers)}" if effect.registers else ""
            group = "" if effect.group_of == "thread" else f" by {effect.group_of}"
            cast = f" multicast op{effect.multicast}" if effect.multicast >= 0 else ""
            return f"issue {queue}{group}{cast}{registers}: {_accesses(effect.accesses)}"
        case CommitGroup(queue):
            return f"commit {queue}"
        case WaitGroup():
            everything = _when(effect.everything, "everything")
            return f"wait {effect.queue} {_number(effect.count)} {effect.milestone}{everything}"
        case ArriveWhenDone():
            cast = f" multicast op{effect.multicast}" if effect.multicast >= 0 else ""
            return f"arrive @{effect.mbarrier} after {effect.queue}{_when(effect.increments, 'net')}{cast}"
        case TensorMemoryEffect():
            write = f": {_accesses(effect.accesses)}" if effect.accesses else ""
            return f"tmem {effect.mode} {_number(effect.columns)}{write}"
        case Barrier():
            aligned = _when(not effect.aligned, "unaligned")
            return f"barrier {effect.mode} {_number(effect.identity)} {_number(effect.count)}{aligned}"
        case WarpBarrier(mask):
            return f"warp barrier {_number(mask)}"
        case ClusterBarrier():
            return f"cluster {effect.mode}{_when(not effect.release, 'relaxed')}"
        case Fence():
            return f"fence {effect.kind} {effect.scope} {effect.space}"
        case Collective(kind):
            return f"collective {kind}"
        case UnknownEffect(why):
            return f"unknown: {why}"
        case _:
            return _mbarrier(effect)


def _mbarrier(effect: Effect) -> str:
    match effect:
        case MbarrierInit():
            return f"init @{effect.mbarrier} {_number(effect.count)}"
        case MbarrierInvalidate():
            return f"invalidate @{effect.mbarrier}"
        case MbarrierExpect():
            return f"expect @{effect.mbarrier} {_number(effect.bytes)}"
        case MbarrierComplete():
            return f"complete @{effect.mbarrier} {_number(effect.bytes)}"
        case MbarrierArrive():
            words = (
                _when(effect.drop, "drop")
                + _when(not effect.release, "relaxed")
                + _when(effect.remote, "remote")
            )
            state = f" state op{effect.state}" if effect.state >= 0 else ""
            return f"arrive @{effect.mbarrier} {_number(effect.count)} {effect.scope}{words}{state}"
        case MbarrierTest():
            how = "parity" if effect.by_parity else "state"
            words = _when(effect.blocks, "blocks") + _when(not effect.acquire, "relaxed")
            return f"test @{effect.mbarrier} {how} op{effect.phase} result op{effect.result} {effect.scope}{words}"
        case _:
            raise AssertionError(effect)
