"""PTX around a few instructions, for tests."""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.ptx.program import PtxInstruction
from asyncir.source.ptx import read_ptx

DECLARED = """.reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<20>; .reg .b64 %rd<20>;
.reg .f32 %f<10>; .reg .f64 %d<4>; .reg .b128 %q<3>;"""


def kernel(body: str, target: str = "sm_90a", version: str = "9.0") -> str:
    """A module with one kernel `k`, whose body has registers of all kinds."""
    return f""".version {version}
.target {target}
.address_size 64
.extern .shared .align 16 .b8 smem[];
.const .align 8 .f64 cmem;
.visible .entry k(.param .u64 p0, .param .align 8 .b8 p1[16], .param .align 64 .b8 p2[128])
{{
{DECLARED}
{body}
ret;
}}
"""


def instructions(statements: Iterable[str]) -> tuple[PtxInstruction, ...]:
    """One instruction for each statement (without its semicolon)."""
    text = kernel("\n".join(f"{{ {statement}; }}" for statement in statements))
    return read_ptx(text).kernels[0].body[:-1]


def instruction(statement: str) -> PtxInstruction:
    """A single one."""
    return instructions([statement])[0]
