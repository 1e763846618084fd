"""Small kernels for the check: each does one thing, right or wrong."""

from __future__ import annotations

HEAD = """.version 8.4
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 smem[];
"""

REGISTERS = ".reg .pred %p<10>; .reg .b32 %r<20>; .reg .b64 %rd<10>; .reg .f32 %f<10>;"


def module(body: str, parameters: str = ".param .u64 a, .param .u32 n", block: str = ".reqntid 64") -> str:
    """A file with one kernel `k`; its body begins at line 7."""
    return f"{HEAD}.visible .entry k({parameters}) {block} {{\n{REGISTERS}\n{body}\nret;\n}}\n"


LINE = 7
"""The line of the first statement of a body."""


def ring(count: int = 1, before: str = "", behind: str = "bar.sync 0;", wait: str | None = None) -> str:
    """A ring of two slots: each trip copies into one, waits, reads what its neighbour copied the trip before.

    The loop's trips are n. `wait` is the statement in the loop.
    """
    wait = f"cp.async.wait_group {count};" if wait is None else wait
    return module(
        f"""ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 4; xor.b32 %r4, %r3, 512;
mov.u32 %r5, smem; mov.u32 %r6, 0;
setp.lt.s32 %p1, %r6, %r1;
@!%p1 bra END;
add.s32 %r7, %r5, %r3;
cp.async.cg.shared.global [%r7], [%rd1], 16;
cp.async.commit_group;
LOOP:
add.s32 %r6, %r6, 1;
and.b32 %r8, %r6, 1; shl.b32 %r8, %r8, 10; add.s32 %r9, %r5, %r8; add.s32 %r9, %r9, %r3;
cp.async.cg.shared.global [%r9], [%rd1], 16;
cp.async.commit_group;
{before}
{wait}
{behind}
xor.b32 %r10, %r8, 1024; add.s32 %r11, %r5, %r10; add.s32 %r11, %r11, %r4;
ld.shared.f32 %f1, [%r11];
bar.sync 0;
setp.lt.s32 %p2, %r6, %r1;
@%p2 bra LOOP;
END:"""
    )


NO_WAIT = module(
    """ld.param.u64 %rd1, [a];
mov.u32 %r1, smem;
mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 4; add.s32 %r4, %r1, %r3;
cp.async.cg.shared.global [%r4], [%rd1], 16;
cp.async.commit_group;
ld.shared.f32 %f1, [%r4];"""
)

NO_BARRIER = module(
    """mov.u32 %r1, smem;
mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; add.s32 %r4, %r1, %r3; xor.b32 %r5, %r3, 128; add.s32 %r6, %r1, %r5;
st.shared.b32 [%r4], %r2;
ld.shared.b32 %r7, [%r6];"""
)

NO_PROXY_FENCE = module(
    """ld.param.u64 %rd1, [a];
mov.u32 %r1, smem;
mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; add.s32 %r4, %r1, %r3;
st.shared.b32 [%r4], %r2;
bar.sync 0;
setp.ne.s32 %p1, %r2, 0;
@%p1 bra END;
cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 256;
cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0;
END:"""
)

NO_READ_WAIT = module(
    """ld.param.u64 %rd1, [a];
mov.u32 %r1, smem;
mov.u32 %r2, %tid.x;
setp.ne.s32 %p1, %r2, 0;
@%p1 bra END;
st.shared.b32 [%r1], %r2;
fence.proxy.async.shared::cta;
cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;
cp.async.bulk.commit_group;
END:"""
)

DEADLOCK = module(
    """mov.u32 %r2, %tid.x;
setp.ge.s32 %p1, %r2, 32;
@%p1 bra END;
bar.sync 1, 64;
END:"""
)

EARLY_MBARRIER = module(
    """mov.u32 %r1, smem;
mov.u32 %r2, %tid.x;
setp.ne.s32 %p1, %r2, 0;
@%p1 bra USE;
mbarrier.init.shared.b64 [%r1], 64;
USE:
mbarrier.arrive.shared.b64 %rd1, [%r1];"""
)

REGISTER = module(
    """mov.b64 %rd1, 0; mov.b64 %rd2, 0;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd1, %rd2, 1, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned;
add.f32 %f4, %f0, %f1;
wgmma.wait_group.sync.aligned 0;""",
    block=".reqntid 128",
)

UNKNOWN_FORM = module("mov.u32 %r1, smem;\nfrobnicate.shared.b32 [%r1], %r2;\nbar.sync 0;")

TWO_BARRIERS = module(
    """mov.u32 %r1, smem;
mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 2; add.s32 %r4, %r1, %r3; xor.b32 %r5, %r3, 128; add.s32 %r6, %r1, %r5;
st.shared.b32 [%r4], %r2;
bar.sync 0;
bar.sync 0;
ld.shared.b32 %r7, [%r6];"""
)
