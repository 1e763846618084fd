"""What is said of whole kernels: verdicts on their sites, faults with both accesses, and what is not known."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx, to_json
from asyncir.driver.kernels.options import EachMultiple, KernelOptions
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")


def check(text: str, options: KernelOptions | None = None) -> CheckedPtx:
    return check_ptx(text, "k.ptx", options)


def only(checked: CheckedPtx, code: str) -> Diagnostic:
    (found,) = [d for d in checked.diagnostics if d.code == code]
    return found


def verdicts(checked: CheckedPtx) -> list[tuple[str, str, int | None]]:
    return [(site.kind, site.verdict, site.exact) for site in checked.sites]


def test_a_ring_is_proved_for_all_trip_counts() -> None:
    checked = check(kernels.ring())
    (kernel,) = checked.kernels
    assert checked.proved
    assert (kernel.standing, kernel.growing, kernel.open) == ("proved", "n = 1*n", "")
    assert verdicts(checked) == [
        ("wait", "exact", 1),
        ("barrier", "needed", None),
        ("barrier", "needed", None),
    ]
    assert all(site.in_loop and site.proved for site in checked.sites)
    assert checked.diagnostics == ()


def test_a_wait_that_is_too_strong() -> None:
    checked = check(kernels.ring(count=0))
    assert checked.proved
    assert verdicts(checked)[0] == ("wait", "too strong", 1)
    found = only(checked, "X110")
    assert found.severity is Severity.WARNING
    assert found.help == "write `cp.async.wait_group 1;`"


def test_a_wait_that_is_too_weak() -> None:
    checked = check(kernels.ring(count=2))
    assert checked.standing == "refuted"
    assert {fault.kind for fault in checked.faults} == {"read after write", "write after write"}
    assert verdicts(checked)[0] == ("wait", "too weak", 1)
    found = only(checked, "X107")
    assert found.severity is Severity.ERROR
    assert found.help == "write `cp.async.wait_group 1;`"


def test_what_is_missing() -> None:
    checked = check(kernels.NO_WAIT)
    (site,) = checked.sites
    assert (site.kind, site.verdict, site.exact, site.in_loop) == ("wait", "missing", 0, False)
    assert site.location == f"k.ptx:{kernels.LINE + 5}:1"
    line = kernels.LINE + 5
    assert (
        only(checked, "X101").help
        == f"this makes it right: put `cp.async.wait_group 0;` in front of line {line}"
    )
    assert [s.kind for s in check(kernels.NO_PROXY_FENCE).sites if s.verdict == "missing"] == ["fence"]
    assert [s.kind for s in check(kernels.NO_BARRIER).sites if s.verdict == "missing"] == ["barrier"]


def test_redundant_sites_and_marks() -> None:
    checked = check(kernels.TWO_BARRIERS)
    assert checked.proved
    assert [site.verdict for site in checked.sites] == ["redundant", "needed"]
    assert checked.sites[1].reason  # which of the two goes is a choice
    assert len(checked.kernels[0].together) == 1
    only(checked, "X111")
    kept = check(
        kernels.TWO_BARRIERS.replace(
            "bar.sync 0;\nbar.sync 0;", "bar.sync 0; // asyncir: keep\nbar.sync 0; // asyncir: keep"
        )
    )
    assert "X111" not in [d.code for d in kept.diagnostics]


@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        (kernels.NO_WAIT, "X101", 5, "may be in flight"),
        (kernels.NO_BARRIER, "X101", 3, "nothing orders"),
        (kernels.NO_PROXY_FENCE, "X102", 7, "proxies"),
        (kernels.NO_READ_WAIT, "X106", 7, "the block may end"),
        (kernels.DEADLOCK, "X103", 3, "deadlock"),
        (kernels.EARLY_MBARRIER, "X104", 6, "mbarrier"),
        (kernels.REGISTER, "X105", 4, "registers"),
    ],
)
def test_faults(text: str, code: str, line: int, says: str) -> None:
    checked = check(text)
    assert checked.standing == "refuted"
    found = next(d for d in checked.diagnostics if d.code == code)
    assert found.severity is Severity.ERROR
    assert says in found.message
    assert found.help
    assert found.span is not None
    assert found.span.line == kernels.LINE + line, found
    assert {fault.kernel for fault in checked.faults} == {"k"}


def test_both_accesses_are_shown() -> None:
    found = only(check(kernels.NO_BARRIER), "X101")
    (note,) = found.notes
    assert note.span is not None
    assert note.span.line == kernels.LINE + 2
    assert "thread" in found.label
    assert "byte" in note.message


def test_accesses_of_unrolled_code_are_told_once() -> None:
    write, read = "st.shared.b32 [%r4], %r2;", "ld.shared.b32 %r7, [%r6];"
    text = kernels.NO_BARRIER.replace(write, f"{write}\n{write.replace(']', '+512]')}")
    text = text.replace(read, f"{read}\n{read.replace(']', '+512]')}")
    checked = check(text)
    assert len(checked.faults) == 2
    assert only(checked, "X101").message.endswith("(RAW), and 1 pair more of these")


def test_a_form_that_is_not_known_leaves_the_kernel_unknown() -> None:
    checked = check(kernels.UNKNOWN_FORM)
    assert checked.standing == "unknown"
    assert "frobnicate.shared.b32" in only(checked, "X122").message
    assert "X120" in [d.code for d in checked.diagnostics]


def test_without_threads_the_usual_number_is_assumed_and_told() -> None:
    text = kernels.NO_BARRIER.replace(".reqntid 64", "")
    assert "128 threads" in only(check(text), "X124").message
    told = check(text, KernelOptions(block=(32, 1, 1)))
    assert "X124" not in [d.code for d in told.diagnostics]


def test_several_kernels_are_judged_each() -> None:
    other = kernels.NO_WAIT.replace(".entry k(", ".entry other(").split(kernels.HEAD)[1]
    both = kernels.ring() + other
    checked = check(both)
    assert [(k.name, k.standing) for k in checked.kernels] == [("k", "proved"), ("other", "refuted")]
    assert checked.standing == "refuted"
    assert check(both, KernelOptions(entry="k")).proved
    with pytest.raises(DiagnosticError) as caught:
        check(both, KernelOptions(entry="othe"))
    assert caught.value.diagnostics[0].code == "C005"
    assert caught.value.diagnostics[0].help == "did you mean 'other'?"


def test_a_kernel_that_cannot_be_read_does_not_hide_the_others() -> None:
    broken = (
        kernels.NO_WAIT.replace(".entry k(", ".entry other(").replace("%r4,", "%r444,").split(kernels.HEAD)[1]
    )
    checked = check(kernels.ring() + broken)
    assert [(k.name, k.standing) for k in checked.kernels] == [("k", "proved")]
    assert checked.standing == "unknown"
    assert "X006" in [d.code for d in checked.diagnostics]


def test_files_without_kernels() -> None:
    checked = check(kernels.HEAD)
    assert checked.standing == "unknown"
    only(checked, "X123")
    with pytest.raises(DiagnosticError):
        check("no PTX")


def test_trip_counts_that_are_said() -> None:
    checked = check(kernels.ring(), KernelOptions(parameters={"n": EachMultiple(2, 1)}))
    assert checked.kernels[0].growing == "n = 2*n+1"
    assert checked.proved
    fixed = check(kernels.ring(), KernelOptions(parameters={"1": 5}))
    assert fixed.kernels[0].growing == ""
    assert fixed.kernels[0].tried == (0,)


def test_names_of_parameters_are_looked_up() -> None:
    with pytest.raises(DiagnosticError) as caught:
        check(kernels.ring(), KernelOptions(parameters={"nn": 5}))
    assert caught.value.diagnostics[0].code == "C004"
    assert (
        caught.value.diagnostics[0].help == "did you mean 'n'?"
        or "there are" in caught.value.diagnostics[0].help
    )


def test_the_answer_as_json() -> None:
    answer = to_json(check(kernels.ring(count=0)))
    assert answer["standing"] == "proved"
    site = answer["sites"][0]
    assert site["location"].startswith("k.ptx:")
    assert (site["kind"], site["verdict"], site["exact"], site["in loop"]) == ("wait", "too strong", 1, True)
    assert answer["kernels"][0]["parameters"] == "n = 1*n"
    fault = to_json(check(kernels.NO_WAIT))["faults"][0]
    assert fault["kind"] == "read after write"
    assert fault["first"] == f"k.ptx:{kernels.LINE + 3}:1"


@pytest.mark.parametrize(
    ("first", "second", "standing"),
    [
        pytest.param("%r5", "%r6", "refuted", id="of two threads"),
        pytest.param("%r5", "%r5", "proved", id="of one"),
        pytest.param("%r5", "%r5+1024", "proved", id="elsewhere"),
    ],
)
def test_two_writes_between_two_barriers(first: str, second: str, standing: str) -> None:
    start = "mov.u32 %r2, %tid.x; mov.u32 %r3, smem; shl.b32 %r4, %r2, 4; add.s32 %r5, %r3, %r4;"
    start += "xor.b32 %r6, %r4, 512; add.s32 %r6, %r6, %r3;"
    stores = f"st.shared.b32 [{first}], %r2; st.shared.b32 [{second}], %r3;"
    assert check_ptx(kernels.module(f"{start} {stores} bar.sync 0;"), "k.ptx").standing == standing
    if first != second or standing == "refuted":
        copies = f"cp.async.ca.shared.global [{first}], [%rd1], 4; cp.async.ca.shared.global [{second}], [%rd1], 4;"
        body = f"ld.param.u64 %rd1, [a]; {start} {copies} cp.async.wait_all; bar.sync 0;"
        assert check_ptx(kernels.module(body), "k.ptx").standing == standing


def test_asked_only_how_they_stand_the_answer_is_the_same() -> None:
    for text in (kernels.ring(), kernels.TWO_BARRIERS, kernels.ring().replace("bar.sync 0;", "", 1)):
        whole = check_ptx(text, "k.ptx")
        short = check_ptx(text, "k.ptx", KernelOptions(standing_only=True))
        assert short.standing == whole.standing
        assert (bool(short.kernels[0].sites), bool(whole.kernels[0].sites)) == (False, True)
