"""`--fix`: the fewest edits, checked again; and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asyncir.driver.kernels import edits
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedKernel
from asyncir.driver.kernels.edits import FixedPtx, TextEdit, applied, fixed
from asyncir.driver.kernels.options import KernelOptions
from asyncir.ptx.program import PtxModule
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")


@pytest.fixture(autouse=True)
def no_ptxas(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ptxas says is another test's."""
    monkeypatch.setattr(edits, "assembled", _not_asked)


def _not_asked(text: str, target: str) -> bool | None:
    del text, target
    return None


def _always(edit: TextEdit) -> Callable[[PtxModule, CheckedKernel], tuple[tuple[TextEdit, ...], str]]:
    """Edits that are the same whatever is asked."""

    def edits_of(module: PtxModule, checked: CheckedKernel) -> tuple[tuple[TextEdit, ...], str]:
        del module, checked
        return (edit,), ""

    return edits_of


def fix(text: str) -> FixedPtx:
    return fixed(check_ptx(text, "k.ptx"), KernelOptions())


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (kernels.NO_WAIT, 5, "cp.async.wait_group 0; ld.shared.f32 %f1, [%r4];"),
        (kernels.NO_BARRIER, 3, "bar.sync 0; ld.shared.b32 %r7, [%r6];"),
        (kernels.TWO_BARRIERS, 3, "/* redundant: bar.sync 0; */"),
        (kernels.ring(count=2), 14, "cp.async.wait_group 1;"),
        (kernels.ring(count=0), 14, "cp.async.wait_group 1;"),
    ],
)
def test_one_edit(text: str, line: int, what: str) -> None:
    mended = fix(text)
    assert mended.checked.proved
    (edit,) = mended.edits
    assert edit.line == kernels.LINE + line
    new, old = mended.text.split("\n"), text.split("\n")
    assert len(new) == len(old)
    assert [k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b] == [edit.line - 1]
    assert new[edit.line - 1] == what
    assert check_ptx(mended.text, "k.ptx").proved


def test_a_kernel_with_several_faults() -> None:
    mended = fix(kernels.ring(wait="", behind="bar.sync 0; bar.sync 0;"))
    assert mended.checked.proved
    assert [edit.what for edit in mended.edits] == [
        "`cp.async.wait_group 1` in front of this",
        "`bar.sync 0` goes",
    ]


def test_what_is_right_and_tight_stays() -> None:
    mended = fix(kernels.ring())
    assert (mended.text, mended.edits, mended.reasons) == (kernels.ring(), (), ())


def test_marks_are_respected() -> None:
    text = kernels.TWO_BARRIERS.replace("bar.sync 0;", "bar.sync 0; // asyncir: keep")
    assert fix(text).text == text
    text = kernels.ring(count=0).replace("cp.async.wait_group 0;", "cp.async.wait_group 0; // asyncir: keep")
    assert fix(text).text == text


def test_what_cannot_be_mended_stays_and_is_told() -> None:
    mended = fix(kernels.DEADLOCK)
    assert (mended.text, mended.edits) == (kernels.DEADLOCK, ())
    assert "wait for ever" in mended.reasons[0]
    mended = fix(kernels.UNKNOWN_FORM)
    assert mended.edits == ()
    assert "frobnicate" in mended.reasons[0]


def test_edits_that_make_it_worse_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = TextEdit(
        kernels.NO_BARRIER.index("st.shared"),
        kernels.NO_BARRIER.index("st.shared"),
        "mov.u32 %r9, 0; ",
        9,
        1,
        "x",
    )
    monkeypatch.setattr(edits, "edits_of", _always(bad))
    right = kernels.TWO_BARRIERS
    mended = fix(kernels.NO_BARRIER)
    assert mended.text == kernels.NO_BARRIER
    assert "is not proved" in mended.reasons[0]
    spoilt = TextEdit(right.index("bar.sync"), right.index("ld.shared"), "", 10, 1, "both barriers go")
    monkeypatch.setattr(edits, "edits_of", _always(spoilt))
    mended = fix(right)
    assert (mended.text, mended.edits) == (right, ())


def test_several_edits_of_a_text() -> None:
    found = [
        TextEdit(4, 6, "X", 1, 1, ""),
        TextEdit(0, 1, "Y", 1, 1, ""),
        TextEdit(4, 4, "1", 1, 1, ""),
        TextEdit(4, 4, "2", 1, 1, ""),
    ]
    assert applied("abcdefg", found) == "Ybcd12Xg"


def test_statements_on_several_lines_keep_the_lines() -> None:
    text = kernels.TWO_BARRIERS.replace("bar.sync 0;\nbar.sync 0;", "bar.sync\n 0;\nbar.sync\n\n 0;")
    mended = fix(text)
    assert mended.checked.proved
    assert mended.text.count("\n") == text.count("\n")
