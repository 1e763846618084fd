"""Random loops: whenever runs are said to stand for longer ones, these are what was said."""

import random

from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from tests.analyses.kernels.programs import launch_of, longer_runs_agree, module_of
from tests.analyses.kernels.test_periods import START, STOP, TILE

OPERATIONS = (
    "add.s32 D, A, B;",
    "sub.s32 D, A, B;",
    "and.b32 D, A, M;",
    "rem.u32 D, A, C;",
    "div.u32 D, A, C;",
    "shr.u32 D, A, 1;",
    "shl.b32 D, A, 1;",
    "mul.lo.s32 D, A, C;",
    "mad.lo.s32 D, A, C, B;",
    "xor.b32 D, A, 1;",
    "or.b32 D, A, 1;",
    "min.s32 D, A, B;",
    "max.u32 D, A, B;",
    "mul.hi.u32 D, A, 0xAAAAAAAB;",
    "setp.lt.s32 P, A, B;",
    "setp.eq.s32 P, A, C;",
    "setp.ne.and.s32 P, A, B, P;",
    "selp.b32 D, A, B, P;",
    "@P mov.u32 D, A;",
    "@!P add.s32 D, D, 1;",
    "bfe.u32 D, A, 1, 2;",
    "cvt.u32.u16 D, rs;",
)
EFFECTS = (
    "@P st.shared.b32 [%r4], %r2;",
    "@P bar.sync 1;",
    "and.b32 %r20, A, 28; add.s32 %r20, %r20, %r5; st.shared.b32 [%r20], %r2;",
    "mad.lo.s32 %r20, A, 16, %r4; @P st.shared.b32 [%r20], %r2;",
    "bar.sync 2;",
)
REGISTERS = ("%r30", "%r31", "%r32", "%r33")
SOURCES = (*REGISTERS, "%r10", "%r10", "%r1")


WORDS = {"D": REGISTERS, "A": SOURCES, "B": SOURCES, "C": "2357", "M": ("1", "3", "6", "12", "-4")}


def program(random_: random.Random) -> str:
    """A loop of n trips with four registers that are carried round, and something done behind it."""

    def line(text: str) -> str:
        for letter, words in (
            ("D", REGISTERS),
            ("A", SOURCES),
            ("B", SOURCES),
            ("C", "2357"),
            ("M", ("1", "3", "6", "12", "-4")),
        ):
            while f" {letter}" in text or f"[{letter}" in text:
                text = text.replace(f" {letter}", f" {random_.choice(words)}", 1)
        return text.replace("P", random_.choice(("%p4", "%p5"))).replace("rs;", "%rs1;")

    def some(count: int) -> str:
        return "\n".join(line(random_.choice(OPERATIONS)) for _ in range(count))

    def done(count: int) -> str:
        return "\n".join(line(random_.choice(EFFECTS)) for _ in range(count))

    clear = "\n".join(f"mov.u32 {name}, {k};" for k, name in enumerate(REGISTERS))
    body = some(random_.randrange(1, 7)) + "\n" + done(random_.randrange(1, 3)) + "\n" + some(2)
    behind = some(2) + "\n" + done(1)
    start = START.replace(
        "@%p1 bra END;", f"setp.eq.s32 %p4, %r2, 3; mov.pred %p5, %p4;\n{clear}\n@%p1 bra END;"
    )
    return f"{start}LOOP:\n{body}\nbar.sync 0;\n{STOP.replace('END:', f'END:{chr(10)}{behind}')}"


def test_what_is_claimed_of_random_loops_is_so() -> None:
    compared = 0
    for seed in range(24):
        module = module_of(program(random.Random(f"loop {seed}")), ".param .u32 n", TILE)
        launch = launch_of(5)
        growing = Growing(lambda n, launch=launch: launch.with_word("n", 0, n))
        asked = KernelRunsAsked(launch, growing)
        runs = run_kernel(module, module.kernels[0], asked)
        if runs.loop is not None:
            compared += longer_runs_agree(module, asked, runs, (1, 3, 7))
    assert compared >= 20


def test_a_register_that_grows_by_more_each_time() -> None:
    """n is compared with a number that about doubles in each trip: one trip more is no proof for two."""
    module = module_of(program(random.Random("f77")), ".param .u32 n", TILE)
    assert "shl.b32 %r32, %r30, 1" in module.text
    launch = launch_of(5)
    growing = Growing(lambda n: launch.with_word("n", 0, n))
    asked = KernelRunsAsked(launch, growing)
    runs = run_kernel(module, module.kernels[0], asked)
    if runs.loop is not None:
        longer_runs_agree(module, asked, runs, (1, 2, 3, 5))
    assert not any(t.periods for n, t in runs.traces.items() if n < 20)
