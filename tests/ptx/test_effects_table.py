"""The table of effects: several hundred forms with what each does, and what is no form.

`forms.txt` has the forms by the target that has them. The expectations were written by hand from the manual (PTX ISA
9.0), in the words of `brief.py`; ptxas accepts the forms, so that none is a form of our own.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from asyncir.ptx import effects_table
from asyncir.ptx.effects import UnknownEffect
from asyncir.ptx.effects_table import effects_of, kinds_of, opcode_pattern, operand_pattern
from asyncir.ptx.program import PtxInstruction
from asyncir.source.ptx import read_ptx
from tests.oracle import PTXAS, needs_ptxas
from tests.ptx.brief import brief
from tests.ptx.snippets import instruction, instructions, kernel

pytestmark = pytest.mark.feature("N10")

NOT_ASSEMBLED = "not assembled"
"""Forms of later versions than the ptxas of CUDA 13.0 knows, or with operands of kinds that a snippet does not have."""


def _forms() -> dict[str, dict[str, str]]:
    """The brief effects by form, by target."""
    found: dict[str, dict[str, str]] = {}
    target = ""
    for line in (Path(__file__).parent / "forms.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            target = line[2:]
            found[target] = {}
        else:
            form, _, effects = line.partition(" -> ")
            found[target][form] = effects
    return found


FORMS = _forms()
ALL = {form: effects for group in FORMS.values() for form, effects in group.items()}


def test_there_are_many_forms() -> None:
    assert len(ALL) >= 250
    assert sum(map(len, FORMS.values())) == len(ALL)


def test_each_form_does_what_the_manual_says() -> None:
    read = dict(zip(ALL, instructions(ALL), strict=True))
    assert {form: brief(effects_of(found)) for form, found in read.items()} == ALL


def test_each_row_of_the_table_has_a_form_here() -> None:
    rows = [row for rows in effects_table.table().forms.values() for row in rows]
    met = Counter[str]()
    for found in instructions(ALL):
        matching = [
            row
            for row in effects_table.table().forms.get(found.name, ())
            if row.match(found.opcode, kinds_of(found.operands)) is not None
        ]
        assert len({row.opcode.pattern + row.operands.pattern for row in matching}) <= 1, (
            f"{found.text}: two rows fit"
        )
        met.update(row.opcode.pattern + row.operands.pattern for row in matching)
    assert [row.opcode.pattern for row in rows if not met[row.opcode.pattern + row.operands.pattern]] == []


@needs_ptxas
@pytest.mark.parametrize("target", [target for target in FORMS if target != NOT_ASSEMBLED])
def test_ptxas_accepts_the_forms(target: str, tmp_path: Path) -> None:
    """All but the pair of blocks in one kernel: a kernel has `.cta_group::1` or `::2` throughout."""
    for group in ("1", "2"):
        other = "2" if group == "1" else "1"
        forms = [form for form in FORMS[target] if f"cta_group::{other}" not in form]
        file = tmp_path / f"forms{group}.ptx"
        file.write_text(kernel("\n".join(f"{{ {form}; }}" for form in forms), target), encoding="utf-8")
        assert PTXAS is not None
        command = [PTXAS, f"-arch={target}", "-o", str(tmp_path / "out.cubin"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("frobnicate.b32 %r0, %r1", "frobnicate.b32"),
        ("ld.shared.b33 %r0, [%r1]", "ld.shared.b33"),
        ("ld.shard.b32 %r0, [%r1]", "ld.shard.b32"),
        ("ld.shared.b32x %r0, [%r1]", "ld.shared.b32x"),
        ("cp.async.cg.shared.global.L3::1B [%r0], [%rd0], 16", "cp.async.cg.shared.global.L3::1B"),
        ("cp.async.wait_group.read 0", "cp.async.wait_group.read"),
        ("mbarrier.arrive.expect_rx.shared.b64 _, [%r0], 4", "mbarrier.arrive.expect_rx.shared.b64"),
        ("fence.proxy.sync", "fence.proxy.sync"),
        ("bar.sunc 0", "bar.sunc"),
        ("wgmma.mma_async.sync.aligned.m32n8k16.f32.f16.f16 {%f0}, %rd0, %rd1, 1", "m32n8k16"),
        ("tcgen05.wait::cp.sync.aligned", "tcgen05.wait::cp.sync.aligned"),
        ("multimem.frob.global.u32 [%rd0], %r0", "multimem.frob.global.u32"),
        # the opcode is right, the operands are not
        ("cp.async.cg.shared.global [%r0], [%rd0]", "with these operands"),
        ("cp.async.cg.shared.global %r0, [%rd0], 16", "with these operands"),
        ("bar.sync 0, 1, 2", "with these operands"),
        ("bar.arrive 0", "with these operands"),
        ("mbarrier.init.shared.b64 %r0, 1", "with these operands"),
        (
            "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r0], [%rd0], [%r2]",
            "with these",
        ),
        ("cp.async.commit_group 0", "with these operands"),
        # nothing that computes takes an address
        ("add.s32 %r0, [%r1], %r2", "add.s32"),
    ],
)
def test_what_is_not_in_the_table_is_unknown_by_name(statement: str, name: str) -> None:
    (effect,) = effects_of(instruction(statement))
    assert isinstance(effect, UnknownEffect)
    assert name in effect.why


def test_calls_are_unknown_but_for_some_of_the_system() -> None:
    (effect,) = effects_of(_call("f"))
    assert effect == UnknownEffect("it calls 'f'")
    assert effects_of(_call("vprintf")) == ()
    (effect,) = effects_of(_call("%rd0"))
    assert effect == UnknownEffect("it calls a function that is computed")


def _call(callee: str) -> PtxInstruction:
    text = kernel(f"call (%r0), {callee}, (%r1);").replace(
        ".visible",
        ".extern .func (.reg .b32 r) f(.reg .b32 a);\n.extern .func (.reg .b32 r) vprintf(.reg .b32 a);\n.visible",
    )
    return read_ptx(text).kernels[0].body[0]


def test_equal_forms_share_their_effects() -> None:
    first, second = instructions(["cp.async.wait_group 1", "cp.async.wait_group 2"])
    assert effects_of(first) is effects_of(second)


def test_patterns_match_whole_words() -> None:
    pattern = re.compile(opcode_pattern("a{.b|<w>}*{x=.n#}?.c...", {"w": ".w|.wide"}))
    for opcode in ("a.c", "a.b.wide.b.c", "a.w.n12.c.d.e::f"):
        assert pattern.fullmatch(opcode), opcode
    for opcode in ("a", "a.wider.c", "a.n.c", "a.cx", "ab.c"):
        assert not pattern.fullmatch(opcode), opcode
    found = pattern.fullmatch("a.wide.n12.c")
    assert found is not None
    assert (found["w"], found["x"]) == (".wide", ".n12")


def test_lists_of_operands() -> None:
    pattern = re.compile(operand_pattern("~d, [a, b], [c], {l}?, x, y?"))
    assert pattern.fullmatch("VTAVSS")
    assert pattern.fullmatch("NTAN")
    assert not pattern.fullmatch("SAAS")
    assert not pattern.fullmatch("STA")
