"""Small kernels in PTX, right ones, and what an edit of each does to it.

`%r0` is the trip count, `%r1` the thread, `%r2` the thread's 16 bytes in shared memory, `%rd1` and `%rd2` pointers. A kernel
is its body; an edit replaces a piece of its text, which has to be there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

HEAD = """
.version 8.8
.target {target}
.address_size 64
.visible .entry k(.param .u64 k_in, .param .u64 k_out, .param .u32 k_n)
.reqntid {threads}
{{
.reg .pred %p<16>;
.reg .b16 %h<16>;
.reg .f32 %f<64>;
.reg .b32 %r<64>;
.reg .b64 %rd<16>;
.shared .align 1024 .b8 memory[16384];
.shared .align 8 .b8 phases[128];
ld.param.u64 %rd1, [k_in];
ld.param.u64 %rd2, [k_out];
ld.param.u32 %r0, [k_n];
mov.u32 %r1, %tid.x;
mov.u32 %r3, memory;
shl.b32 %r4, %r1, 4;
add.u32 %r2, %r3, %r4;
mov.u32 %r5, phases;
setp.eq.u32 %p15, %r1, 0;
"""

# Runs `body` for %r10 = 0 ... n - 1.
LOOP = """
mov.u32 %r10, 0;
setp.ge.u32 %p14, %r10, %r0;
@%p14 bra DONE;
LOOP:
{body}
add.u32 %r10, %r10, 1;
setp.lt.u32 %p14, %r10, %r0;
@%p14 bra LOOP;
DONE:
{after}
ret;
}}
"""


@dataclass(frozen=True)
class SmallKernel:
    """A right kernel, and edits by name: (old, new, what goes wrong: a kind of fault, `race`, or empty for nothing)."""

    name: str
    before: str
    body: str
    after: str = ""
    threads: int = 64
    target: str = "sm_90a"
    trips: tuple[int, ...] = (0, 1, 2, 3, 5, 7)
    edits: dict[str, tuple[str, str, str]] = field(default_factory=dict[str, tuple[str, str, str]])

    def text(self, edit: str = "") -> str:
        """The whole PTX."""
        head = HEAD.format(threads=self.threads, target=self.target)
        text = head + self.before + LOOP.format(body=self.body, after=self.after)
        if edit:
            old, new, _ = self.edits[edit]
            assert old in text, old
            text = text.replace(old, new)
        return text


# A slot of 1024 bytes (64 threads, 16 each): %r11 for this trip's, in a ring of two or four.
SLOT = """
and.b32 %r11, %r10, {last};
shl.b32 %r11, %r11, 10;
add.u32 %r12, %r2, %r11;
"""
# Reads the 16 bytes of the thread across the block in the slot %r11.
ACROSS = """
xor.b32 %r13, %r4, 1008;
add.u32 %r13, %r13, %r3;
add.u32 %r13, %r13, %r11;
ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r13];
"""

DOUBLE_BUFFER = SmallKernel(
    "double_buffer",
    "cp.async.cg.shared.global [%r2], [%rd1], 16;\ncp.async.commit_group;\n",
    SLOT.format(last=1)
    + """
xor.b32 %r14, %r11, 1024;
add.u32 %r14, %r14, %r2;
cp.async.cg.shared.global [%r14], [%rd1], 16;
cp.async.commit_group;
cp.async.wait_group 1;
bar.sync 0;
"""
    + ACROSS
    + "bar.sync 1;\n",
    "cp.async.wait_all;\n",
    target="sm_80",
    edits={
        "the wait is one too weak": ("wait_group 1", "wait_group 2", "race"),
        "the wait is stronger than needed": ("wait_group 1", "wait_group 0", ""),
        "no wait": ("cp.async.wait_group 1;", "", "race"),
        "a wait for all": ("cp.async.wait_group 1;", "cp.async.wait_all;", ""),
        "no barrier behind the wait": ("bar.sync 0;", "", "race"),
        "no barrier before the slot is filled again": ("bar.sync 1;", "", "race"),
        "the barrier stands before the wait": (
            "cp.async.wait_group 1;\nbar.sync 0;", "bar.sync 0;\ncp.async.wait_group 1;", "race",
        ),
        "no commit in the loop": ("cp.async.commit_group;\ncp.async.wait", "cp.async.wait", "race"),
        "the other slot is read": (
            "add.u32 %r13, %r13, %r11;", "add.u32 %r13, %r13, %r14;\nsub.u32 %r13, %r13, %r2;", "race",
        ),
        "a barrier in the one half alone": ("bar.sync 1;", "setp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 1;", "hang"),
        "each thread reads what it copied": ("xor.b32 %r13, %r4, 1008;", "mov.b32 %r13, %r4;", ""),
    },
)  # fmt: skip

# A copy that is not waited for may come behind a later write of the same bytes.
OVERWRITTEN = SmallKernel(
    "overwritten",
    "cp.async.cg.shared.global [%r2], [%rd1], 16;\ncp.async.commit_group;\ncp.async.wait_all;\n",
    SLOT.format(last=0)
    + "st.shared.v4.f32 [%r12], {%f1, %f2, %f3, %f4};\nbar.sync 0;\n"
    + ACROSS
    + "bar.sync 0;\n",
    target="sm_80",
    edits={
        "nobody waits for the copy": ("cp.async.wait_all;\n", "", "race"),
        "a copy over another": (
            "st.shared.v4.f32 [%r12], {%f1, %f2, %f3, %f4};", "cp.async.cg.shared.global [%r12], [%rd1], 16;\n"
            "cp.async.cg.shared.global [%r12], [%rd1+16], 16;\ncp.async.wait_all;", "race",
        ),
        "a copy over another that was waited for": (
            "st.shared.v4.f32 [%r12], {%f1, %f2, %f3, %f4};", "cp.async.cg.shared.global [%r12], [%rd1], 16;\n"
            "cp.async.wait_all;\ncp.async.cg.shared.global [%r12], [%rd1+16], 16;\ncp.async.wait_all;", "",
        ),
    },
)  # fmt: skip

# Reads of one's own copies need no barrier: what a wait covers is there for the thread that waited.
OWN_COPIES = SmallKernel(
    "own_copies",
    "",
    SLOT.format(last=1)
    + """
cp.async.ca.shared.global [%r12], [%rd1], 16;
cp.async.commit_group;
cp.async.wait_group 0;
ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r12];
""",
    target="sm_80",
    edits={
        "no wait": ("cp.async.wait_group 0;", "", "race"),
        "the neighbour's copy": (
            "ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r12];", "xor.b32 %r12, %r12, 16;\nld.shared.f32 %f1, [%r12];", "race",
        ),
    },
)  # fmt: skip

PLAIN_TILE = SmallKernel(
    "plain_tile",
    "mov.u32 %r11, 0;\n",
    "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\nst.shared.v4.f32 [%r2], {%f1, %f2, %f3, %f4};\nbar.sync 0;\n"
    + ACROSS
    + "bar.sync 1;\n",
    target="sm_80",
    edits={
        "no barrier behind the store": ("bar.sync 0;", "", "race"),
        "no barrier behind the load": ("bar.sync 1;", "", "race"),
        "too few threads counted": ("bar.sync 0;", "bar.sync 0, 32;", "race"),
        "too many threads counted": ("bar.sync 0;", "bar.sync 0, 96;", "hang"),
        "a count that is no multiple of a warp": ("bar.sync 0;", "bar.sync 0, 60;", "barrier"),
        "the store is outside": ("[%r2], {", "[%r2+16384], {", "bounds"),
    },
)

# Lanes of one warp: what they store for each other needs a barrier of the warp, since they may run apart.
WARP_EXCHANGE = SmallKernel(
    "warp_exchange",
    "",
    """
st.shared.b32 [%r2], %r10;
bar.warp.sync 0xffffffff;
xor.b32 %r12, %r2, 16;
ld.shared.b32 %r13, [%r12];
bar.warp.sync 0xffffffff;
""",
    threads=32,
    target="sm_80",
    edits={
        "no barrier behind the store": ("[%r2], %r10;\nbar.warp.sync 0xffffffff;", "[%r2], %r10;", "race"),
        "no barrier behind the load": ("[%r12];\nbar.warp.sync 0xffffffff;", "[%r12];", "race"),
        "each half has its own": (
            "[%r2], %r10;\nbar.warp.sync 0xffffffff;",
            "[%r2], %r10;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r15, 0xffff, 0xffff0000, %p1;\nbar.warp.sync %r15;", "",
        ),
    },
)  # fmt: skip

ATOMIC_COUNTS = SmallKernel(
    "atomic_counts",
    "and.b32 %r12, %r1, 7;\nshl.b32 %r12, %r12, 2;\nadd.u32 %r12, %r12, %r3;\nst.shared.b32 [%r12], 0;\nbar.sync 0;\n",
    "atom.shared.add.u32 %r13, [%r12], 1;\n",
    "bar.sync 1;\nld.shared.b32 %r14, [%r12];\n",
    target="sm_80",
    edits={
        "no barrier behind the zeros": ("bar.sync 0;", "", "race"),
        "no barrier before the result": ("bar.sync 1;", "", "race"),
    },
)

# Warp 1 fills, warp 0 reads: barriers 1 and 2 say full, 3 and 4 empty.
NAMED = SmallKernel(
    "named",
    "setp.ge.u32 %p1, %r1, 32;\nand.b32 %r4, %r4, 496;\nadd.u32 %r2, %r3, %r4;\n",
    """
and.b32 %r11, %r10, 1;
add.u32 %r16, %r11, 1;
add.u32 %r17, %r11, 3;
shl.b32 %r11, %r11, 10;
add.u32 %r12, %r2, %r11;
@%p1 bra FILL;
bar.sync %r16, 64;
xor.b32 %r13, %r12, 16;
ld.shared.f32 %f1, [%r13];
bar.arrive %r17, 64;
bra.uni NEXT;
FILL:
setp.lt.u32 %p2, %r10, 2;
@!%p2 bar.sync %r17, 64;
st.shared.f32 [%r12], %f2;
bar.arrive %r16, 64;
NEXT:
""",
    target="sm_80",
    edits={
        "the reader does not say empty": ("bar.arrive %r17, 64;", "", "hang"),
        "the filler does not wait": ("@!%p2 bar.sync %r17, 64;", "", "hang"),
        "the filler does not say full": ("bar.arrive %r16, 64;", "", "hang"),
        "the reader does not wait": ("bar.sync %r16, 64;", "", "race"),
        "three warps are counted": ("bar.sync %r16, 64;", "bar.sync %r16, 96;", "barrier"),
    },
)

_INIT = """
@%p15 mbarrier.init.shared::cta.b64 [%r5], {count};
@%p15 mbarrier.init.shared::cta.b64 [%r5+8], {count};
@%p15 mbarrier.init.shared::cta.b64 [%r5+16], {other};
@%p15 mbarrier.init.shared::cta.b64 [%r5+24], {other};
fence.proxy.async.shared::cta;
bar.sync 0;
"""
# Slot %r11 (1024 bytes) and barrier %r18 of a ring of two, parity %r19 of this trip's use.
_PHASE = """
and.b32 %r11, %r10, 1;
shl.b32 %r18, %r11, 3;
add.u32 %r18, %r18, %r5;
shl.b32 %r11, %r11, 10;
shr.u32 %r19, %r10, 1;
and.b32 %r19, %r19, 1;
"""


def wait(name: str, address: str, parity: str) -> str:
    """A loop that waits for a phase."""
    return (
        f"{name}:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [{address}], {parity};\n@!%p3 bra {name};\n"
    )


# All threads arrive on one barrier and wait for its phase, like bar.sync.
PHASE_BARRIER = SmallKernel(
    "phase_barrier",
    "mov.u32 %r11, 0;\n" + _INIT.format(count=64, other=64),
    "and.b32 %r19, %r10, 1;\nst.shared.v4.f32 [%r2], {%f1, %f2, %f3, %f4};\nmbarrier.arrive.shared::cta.b64 _, [%r5];\n"
    + wait("FULL", "%r5", "%r19")
    + ACROSS
    + "mbarrier.arrive.shared::cta.b64 %rd3, [%r5+8];\n"
    + "FREE:\nmbarrier.test_wait.shared::cta.b64 %p4, [%r5+8], %rd3;\n@!%p4 bra FREE;\n",
    edits={
        "an arrival is missing": (
            "mbarrier.arrive.shared::cta.b64 _, [%r5];", "@!%p15 mbarrier.arrive.shared::cta.b64 _, [%r5];", "hang",
        ),
        "the parity is wrong": ("[%r5], %r19", "[%r5], 1", "hang"),
        "nobody waits": ("@!%p3 bra FULL;", "", "race"),
        "the barrier counts one more": ("init.shared::cta.b64 [%r5], 64", "init.shared::cta.b64 [%r5], 65", "hang"),
        "the barrier counts one less": ("init.shared::cta.b64 [%r5], 64", "init.shared::cta.b64 [%r5], 63", "race"),
        "one thread more initialises": (
            "@%p15 mbarrier.init.shared::cta.b64 [%r5], 64;",
            "setp.le.u32 %p7, %r1, 1;\n@%p7 mbarrier.init.shared::cta.b64 [%r5], 64;",
            "barrier",
        ),
        "nobody initialises": ("@%p15 mbarrier.init.shared::cta.b64 [%r5], 64;", "", "barrier"),
        "no barrier behind the initialisation": ("bar.sync 0;", "", "barrier"),
    },
)  # fmt: skip

# Thread 0 clears a slot of 1024 bytes each trip; the size is in a register.
ZEROS = SmallKernel(
    "zeros",
    "mov.u64 %rd3, 1024;\n",
    SLOT.format(last=1)
    + """
add.u32 %r12, %r3, %r11;
@%p15 st.bulk.weak.shared::cta [%r12], %rd3, 0;
bar.sync 0;
"""
    + ACROSS,
    target="sm_100a",
    edits={
        "no barrier behind the zeros": ("bar.sync 0;", "", "race"),
        "half of the slot is cleared, and the reader needs no more": ("mov.u64 %rd3, 1024;", "mov.u64 %rd3, 512;", ""),
        "nothing is cleared": ("mov.u64 %rd3, 1024;", "mov.u64 %rd3, 0;", ""),
        "more is cleared than there is": ("mov.u64 %rd3, 1024;", "mov.u64 %rd3, 1048576;", "bounds"),
        "the size is no multiple of eight": ("mov.u64 %rd3, 1024;", "mov.u64 %rd3, 1020;", "bounds"),
        "the next slot is cleared as well": ("mov.u64 %rd3, 1024;", "mov.u64 %rd3, 2048;", "race"),
    },
)  # fmt: skip

# cp.async by warp 1 into slots, announced to full barriers; warp 0 frees slots through empty barriers.
ROLES = SmallKernel(
    "roles",
    "setp.ge.u32 %p1, %r1, 32;\nand.b32 %r4, %r4, 496;\nadd.u32 %r2, %r3, %r4;\n" + _INIT.format(count=32, other=32),
    _PHASE
    + "add.u32 %r12, %r2, %r11;\n@%p1 bra FILL;\n"
    + wait("FULL", "%r18", "%r19")
    + """
xor.b32 %r13, %r12, 16;
ld.shared.f32 %f1, [%r13];
mbarrier.arrive.shared::cta.b64 _, [%r18+16];
bra.uni NEXT;
FILL:
xor.b32 %r20, %r19, 1;
"""
    + wait("FREE", "%r18+16", "%r20")
    + """
cp.async.cg.shared.global [%r12], [%rd1], 16;
cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r18];
NEXT:
""",
    edits={
        "the copies announce one more": ("arrive.noinc.", "arrive.", "hang"),
        "the reader does not wait": ("@!%p3 bra FULL;", "", "hang"),
        "the filler does not wait": ("@!%p3 bra FREE;", "", "hang"),
        "the filler waits for the other parity": ("%r18+16], %r20", "%r18+16], %r19", "hang"),
        "the reader frees the other slot": ("_, [%r18+16]", "_, [%r5+16]", "hang"),
        "the copies arrive at once": (
            "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r18]", "mbarrier.arrive.shared::cta.b64 _, [%r18]", "race",
        ),
    },
)  # fmt: skip

# One thread brings 1024 bytes a trip by a bulk copy; all read; a slot is used again when all have arrived.
BULK = SmallKernel(
    "bulk",
    _INIT.format(count=1, other=64),
    _PHASE
    + "@!%p15 bra READ;\nxor.b32 %r20, %r19, 1;\n"
    + wait("FREE", "%r18+16", "%r20")
    + """
add.u32 %r21, %r3, %r11;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r18], 1024;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r21], [%rd1], 1024, [%r18];
READ:
"""
    + wait("FULL", "%r18", "%r19")
    + ACROSS
    + "fence.proxy.async.shared::cta;\nmbarrier.arrive.shared::cta.b64 _, [%r18+16];\n",
    edits={
        "more bytes are expected": ("[%r18], 1024;\ncp", "[%r18], 2048;\ncp", "hang"),
        "fewer bytes are expected": ("[%r18], 1024;\ncp", "[%r18], 512;\ncp", "hang"),
        "none are expected": ("arrive.expect_tx.shared::cta.b64 _, [%r18], 1024", "arrive.shared::cta.b64 _, [%r18]", "race"),
        "the copy comes first": (
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r18], 1024;\ncp.async.bulk.shared::cluster.global"
            ".mbarrier::complete_tx::bytes [%r21], [%rd1], 1024, [%r18];",
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r21], [%rd1], 1024, [%r18];\n"
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r18], 1024;", "",
        ),
        "the slot is taken too early": ("@!%p3 bra FREE;", "", "hang"),
        "no proxy fence behind the reads": (
            "fence.proxy.async.shared::cta;\nmbarrier.arrive", "mbarrier.arrive", "late read",
        ),
        "the fence is behind the arrival": (
            "fence.proxy.async.shared::cta;\nmbarrier.arrive.shared::cta.b64 _, [%r18+16];",
            "mbarrier.arrive.shared::cta.b64 _, [%r18+16];\nfence.proxy.async.shared::cta;", "late read",
        ),
        "nobody waits for the bytes": ("@!%p3 bra FULL;", "", "race"),
        "the copy is outside": ("[%r21], [%rd1]", "[%r21+15360], [%rd1]", "bounds"),
    },
)  # fmt: skip

# A group of producer warps, of which one lane issues, and a group of consumers.
PRODUCERS = SmallKernel(
    "producers",
    "setp.ge.u32 %p1, %r1, 128;\nand.b32 %r4, %r4, 1008;\n" + _INIT.format(count=1, other=128),
    _PHASE
    + "@%p1 bra READ;\nxor.b32 %r20, %r19, 1;\n@!%p15 bra NEXT;\n"
    + wait("FREE", "%r18+16", "%r20")
    + """
add.u32 %r21, %r3, %r11;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r18], 1024;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r21], [%rd1], 1024, [%r18];
bra.uni NEXT;
READ:
"""
    + wait("FULL", "%r18", "%r19")
    + ACROSS
    + "fence.proxy.async.shared::cta;\nmbarrier.arrive.shared::cta.b64 _, [%r18+16];\nNEXT:\n",
    threads=256,
    edits={
        # The warps beside the leader may look when the phase has turned already: nobody waits for them.
        "all producers wait, one issues": (
            "@!%p15 bra NEXT;\nFREE:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [%r18+16], %r20;\n@!%p3 bra FREE;\n",
            "FREE:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [%r18+16], %r20;\n@!%p3 bra FREE;\n@!%p15 bra NEXT;\n",
            "hang",
        ),
    },
)  # fmt: skip

# All store, one sends: two buffers in turn.
BULK_STORE = SmallKernel(
    "bulk_store",
    "",
    SLOT.format(last=1)
    + """
@%p15 cp.async.bulk.wait_group.read 1;
bar.sync 0;
st.shared.v4.f32 [%r12], {%f1, %f2, %f3, %f4};
fence.proxy.async.shared::cta;
bar.sync 1;
add.u32 %r21, %r3, %r11;
@%p15 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r21], 1024;
@%p15 cp.async.bulk.commit_group;
""",
    "@%p15 cp.async.bulk.wait_group.read 0;\n",
    edits={
        "no proxy fence": ("fence.proxy.async.shared::cta;", "", "proxy"),
        "the fence is the sender's": (
            "fence.proxy.async.shared::cta;\nbar.sync 1;", "bar.sync 1;\nfence.proxy.async.shared::cta;", "",
        ),
        "the fence is one warp's": (
            "fence.proxy.async.shared::cta;", "setp.lt.u32 %p1, %r1, 32;\n@%p1 fence.proxy.async.shared::cta;", "proxy",
        ),
        "the wait is one too weak": ("wait_group.read 1", "wait_group.read 2", "race"),
        "no wait": ("@%p15 cp.async.bulk.wait_group.read 1;", "", "race"),
        "no commit": ("@%p15 cp.async.bulk.commit_group;", "", "exit"),
        "nobody waits at the end": ("@%p15 cp.async.bulk.wait_group.read 0;", "", "exit"),
        "no barrier before the store": ("bar.sync 0;", "", "race"),
        "no barrier behind the store": ("bar.sync 1;", "", "race"),
    },
)  # fmt: skip

# A warp group multiplies what bulk copies bring: no swizzle, A 64 rows of 32 bytes in eights of 128 bytes, B eight columns.
_MATRIX = """
and.b32 %r22, %r21, 0x3ffff;
shr.u32 %r22, %r22, 4;
cvt.u64.u32 %rd4, %r22;
or.b64 %rd4, %rd4, 0x1000080000;
add.u64 %rd5, %rd4, 128;
"""
WGMMA = SmallKernel(
    "wgmma",
    _INIT.format(count=1, other=1) + "mov.f32 %f8, 0f00000000;\nmov.f32 %f9, %f8;\nmov.f32 %f10, %f8;\nmov.f32 %f11, %f8;\n",
    """
and.b32 %r11, %r10, 1;
shl.b32 %r18, %r11, 3;
add.u32 %r18, %r18, %r5;
mul.lo.u32 %r11, %r11, 4096;
shr.u32 %r19, %r10, 1;
and.b32 %r19, %r19, 1;
add.u32 %r21, %r3, %r11;
"""
    + _MATRIX
    + """
@%p15 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r18], 2304;
@%p15 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r21], [%rd1], 2304, [%r18];
"""
    + wait("FULL", "%r18", "%r19")
    + """
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f8, %f9, %f10, %f11}, %rd4, %rd5, 1, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 1;
bar.sync 1;
""",
    "wgmma.wait_group.sync.aligned 0;\nst.global.f32 [%rd2], %f8;\n",
    threads=128,
    edits={
        "the wait is one too weak": ("wgmma.wait_group.sync.aligned 1", "wgmma.wait_group.sync.aligned 2", "race"),
        "no barrier: the product has waited for all warps": ("bar.sync 1;", "", ""),
        "the result is taken before the wait": (
            "wgmma.wait_group.sync.aligned 0;\nst.global.f32 [%rd2], %f8;",
            "st.global.f32 [%rd2], %f8;\nwgmma.wait_group.sync.aligned 0;", "register",
        ),
        "no register fence": ("wgmma.fence.sync.aligned;", "", "register"),
        "the operands are stored by hand": (
            "wgmma.fence.sync.aligned;", "st.shared.f32 [%r21], %f1;\nwgmma.fence.sync.aligned;", "proxy",
        ),
        "the operands do not wait for their bytes": ("@!%p3 bra FULL;", "", "race"),
        "no commit": ("wgmma.commit_group.sync.aligned;", "", "register"),
    },
)  # fmt: skip

# Tensor memory: one thread multiplies, its commit says when it is done, a warp takes the result out.
TCGEN05 = SmallKernel(
    "tcgen05",
    _INIT.format(count=1, other=1)
    + """
setp.ge.u32 %p1, %r1, 32;
@%p1 bra SKIP;
tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r5+64], 32;
SKIP:
bar.sync 2;
ld.shared.b32 %r30, [%r5+64];
mov.u32 %r21, %r3;
"""
    + _MATRIX
    + "mov.b32 %r31, 0x08040010;\nsetp.ne.u32 %p5, %r1, 64;\n",
    """
and.b32 %r19, %r10, 1;
@%p15 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 4352;
@%p15 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 4352, [%r5];
"""
    + wait("FULL", "%r5", "%r19")
    + """
@%p15 tcgen05.mma.cta_group::1.kind::f16 [%r30], %rd4, %rd5, %r31, %p5;
@%p15 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r5+8];
"""
    + wait("MADE", "%r5+8", "%r19")
    + """
tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r32, %r33}, [%r30];
tcgen05.wait::ld.sync.aligned;
st.global.b32 [%rd2], %r32;
bar.sync 1;
""",
    threads=128,
    target="sm_100a",
    edits={
        "nobody waits for the product": ("@!%p3 bra MADE;", "", "race"),
        "no commit": ("@%p15 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r5+8];", "", "hang"),
        "registers are taken before the wait": (
            "tcgen05.wait::ld.sync.aligned;\nst.global.b32 [%rd2], %r32;",
            "st.global.b32 [%rd2], %r32;\ntcgen05.wait::ld.sync.aligned;", "",
        ),
        "no barrier before the next product": ("bar.sync 1;", "", "hang"),
    },
)  # fmt: skip

# A cluster's barrier in two parts, and a peer's shared memory by its address.
CLUSTER = SmallKernel(
    "cluster",
    "mov.u32 %r11, 0;\nmapa.shared::cluster.u32 %r23, %r2, 1;\nxor.b32 %r23, %r23, 16;\n",
    """
st.shared.b32 [%r2], %r10;
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
ld.shared::cluster.b32 %r24, [%r23];
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
""",
    edits={
        "nobody waits behind the store": (
            "%r10;\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;", "%r10;", "race",
        ),
        "nobody arrives": ("barrier.cluster.arrive.aligned;", "", "hang"),
    },
)  # fmt: skip

KERNELS = (
    DOUBLE_BUFFER, OVERWRITTEN, OWN_COPIES, PLAIN_TILE, WARP_EXCHANGE, ATOMIC_COUNTS, NAMED, PHASE_BARRIER, ROLES,
    BULK, PRODUCERS, BULK_STORE, WGMMA, TCGEN05, CLUSTER, ZEROS,
)  # fmt: skip


def programs() -> Iterator[tuple[SmallKernel, str, str]]:
    """Each kernel as it is and with each edit: what goes wrong, empty for nothing."""
    for kernel in KERNELS:
        yield kernel, "", ""
        for name, (_, _, wrong) in kernel.edits.items():
            yield kernel, name, wrong
