# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a PTX instruction does to memory, queues and barriers: the words, as data.

The table itself is in `effects/*.toml`, one file a family of instructions; `effects_table.py` reads it. An
instruction may have several effects (an `mbarrier.arrive.expect_tx` expects and arrives); they happen in order. A
plain computation has none, and the table says so by name; what the table does not know is `UnknownEffect`.
"""

from dataclasses import dataclass
from typing import Literal

Space = Literal[
    "shared", "shared::cluster", "global", "local", "param", "const", "tmem", "generic", "registers"
]
Mode = Literal["read", "write", "update"]
Proxy = Literal["generic", "async", "tensormap"]
Scope = Literal["warp", "cta", "cluster", "gpu", "sys"]


@dataclass(frozen=True, slots=True)
class EffectNumber:
    """A number: of an operand (its index, `operand` ≥ 0), or `value` where the form fixes it."""

    operand: int = -1
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Footprint:
    """Which bytes from an address on.

    `kind`: `bytes` (`size` consecutive ones), `matrix` (rows of `size` bytes at the addresses of the first `lanes`
    lanes of the warp: ldmatrix, stmatrix), `box` (a tensor map's box: packed in shared memory), `descriptor` (a
    matrix descriptor of wgmma or tcgen05 in the operand: `size` bytes in `lanes` rows), `tmem` (`size` columns of
    `lanes` lanes of tensor memory), `unknown`.
    `rows` are `lanes` rows of `size` bytes each, `stride` times `unit` bytes apart (wmma).
    Of a tcgen05.mma, `size` names the operand that has the instruction descriptor, which says how large its matrices
    are. A `size` of `EffectNumber()` is not known from the form.
    """

    kind: Literal["bytes", "matrix", "box", "descriptor", "tmem", "rows", "unknown"]
    size: EffectNumber = EffectNumber(value=0)
    lanes: int = 32
    stride: EffectNumber = EffectNumber(value=0)
    unit: int = 1


@dataclass(frozen=True, slots=True)
class PtxAccess:
    """One access of an instruction: `address` is the index of the operand that has it."""

    mode: Mode
    space: Space
    address: int
    footprint: Footprint
    proxy: Proxy = "generic"


@dataclass(frozen=True, slots=True)
class Synchronous:
    """Accesses that are done when the instruction is: ld, st, atom, red, ldmatrix, stmatrix. `collective`: the warp's
    as one.
    """

    accesses: tuple[PtxAccess, ...]
    collective: bool = False
    semantics: str = "weak"
    scope: Scope = "cta"


@dataclass(frozen=True, slots=True)
class Issue:
    """Accesses that start now and end later.

    `queue`: `cp.async`, `bulk`, `wgmma`, `tcgen05` wait for a commit, a copy with `mbarrier` ≥ 0 ends with
    `complete_tx` of the bytes on the mbarrier in that operand (queue ""). `registers` are operands whose registers
    must stay untouched until the wait (wgmma). `group_of`: `thread` (cp.async, bulk), `warpgroup` (wgmma).
    """

    accesses: tuple[PtxAccess, ...]
    queue: str
    mbarrier: int = -1
    multicast: int = -1
    registers: tuple[int, ...] = ()
    group_of: Literal["thread", "warp", "warpgroup"] = "thread"


@dataclass(frozen=True, slots=True)
class CommitGroup:
    """Closes the group of what this thread issued to `queue`."""

    queue: str


@dataclass(frozen=True, slots=True)
class WaitGroup:
    """Waits until at most `count` groups of this thread's `queue` are in flight, at the milestone `read` or
    `written`.
    """

    queue: str
    count: EffectNumber
    milestone: Literal["read", "written"] = "written"
    everything: bool = False


@dataclass(frozen=True, slots=True)
class ArriveWhenDone:
    """An arrival on an mbarrier that comes when what was issued before is done.

    cp.async.mbarrier.arrive (`queue` cp.async; without `.noinc` the pending count is raised first) and
    tcgen05.commit.
    """

    queue: str
    mbarrier: int
    increments: bool = True
    multicast: int = -1


@dataclass(frozen=True, slots=True)
class MbarrierInit:
    """mbarrier.init."""

    mbarrier: int
    count: EffectNumber


@dataclass(frozen=True, slots=True)
class MbarrierInvalidate:
    """mbarrier.inval."""

    mbarrier: int


@dataclass(frozen=True, slots=True)
class MbarrierExpect:
    """Raises the bytes that the current phase expects."""

    mbarrier: int
    bytes: EffectNumber


@dataclass(frozen=True, slots=True)
class MbarrierComplete:
    """mbarrier.complete_tx: lowers them without a copy."""

    mbarrier: int
    bytes: EffectNumber


@dataclass(frozen=True, slots=True)
class MbarrierArrive:
    """An arrival (`count` of them). `drop` lowers the count of later phases too. `release`: orders what came before."""

    mbarrier: int
    count: EffectNumber = EffectNumber(value=1)
    drop: bool = False
    release: bool = True
    remote: bool = False
    scope: Scope = "cta"
    state: int = -1


@dataclass(frozen=True, slots=True)
class MbarrierTest:
    """test_wait and try_wait: `result` is the operand of the predicate, `phase` that of the parity or of the state's
    token.
    """

    mbarrier: int
    phase: int
    result: int
    by_parity: bool
    blocks: bool
    acquire: bool = True
    scope: Scope = "cta"


@dataclass(frozen=True, slots=True)
class Barrier:
    """bar and barrier of a block: `identity` and `count` are numbers or operands (`count` None: the whole block)."""

    identity: EffectNumber
    count: EffectNumber | None
    mode: Literal["sync", "arrive", "reduce"]
    aligned: bool = True


@dataclass(frozen=True, slots=True)
class WarpBarrier:
    """bar.warp.sync: the lanes of `mask`."""

    mask: EffectNumber


@dataclass(frozen=True, slots=True)
class ClusterBarrier:
    """barrier.cluster.arrive and .wait."""

    mode: Literal["arrive", "wait"]
    release: bool = True


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence. `kind`: `memory` (membar, fence), `proxy.async`, `proxy.alias`, `proxy.tensormap`, `mbarrier_init`,
    `wgmma`, `tcgen05.before`, `tcgen05.after`; `space` limits it.
    """

    kind: str
    scope: Scope = "cta"
    space: Space = "generic"


@dataclass(frozen=True, slots=True)
class Collective:
    """Something of the whole warp or block without memory: elect.sync, shfl, vote, setmaxnreg, griddepcontrol."""

    kind: str


@dataclass(frozen=True, slots=True)
class TensorMemoryEffect:
    """tcgen05.alloc, dealloc, relinquish: `columns` of tensor memory; alloc writes the address to shared memory."""

    mode: Literal["allocate", "free", "relinquish"]
    columns: EffectNumber
    accesses: tuple[PtxAccess, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownEffect:
    """The table has no row for this form: what it may touch is not judged, and the verdict says so."""

    why: str


Effect = (
    Synchronous
    | Issue
    | CommitGroup
    | WaitGroup
    | ArriveWhenDone
    | MbarrierInit
    | MbarrierInvalidate
    | MbarrierExpect
    | MbarrierComplete
    | MbarrierArrive
    | MbarrierTest
    | Barrier
    | WarpBarrier
    | ClusterBarrier
    | Fence
    | Collective
    | TensorMemoryEffect
    | UnknownEffect
)
