"""What got better or worse between two versions; diagnostics for other programs; what is in flight at a line."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Severity, Span
from asyncir.driver.baselines import VersionChange, compare, profile
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.explaining import explained
from asyncir.tools.formats import to_github, to_sarif
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")


def test_equal_versions_have_no_changes() -> None:
    one = profile({"k": "proved"}, [("k", "wait", "exact")] * 2)
    assert compare(one, one) == []


@pytest.mark.parametrize(
    ("before", "now", "worse"),
    [
        ("proved", "unknown", True),
        ("unknown", "refuted", True),
        ("refuted", "proved", False),
        ("unknown", "proved", False),
    ],
)
def test_standings(before: str, now: str, worse: bool) -> None:
    changes = compare(profile({"k": before}, []), profile({"k": now}, []))
    assert changes == [VersionChange(f"k was {before} and is {now}", worse)]


def test_sites() -> None:
    old = profile({"k": "proved"}, [("k", "wait", "exact"), ("k", "barrier", "redundant")])
    new = profile({"k": "proved"}, [("k", "wait", "too strong"), ("k", "barrier", "needed")])
    assert compare(old, new) == [
        VersionChange("k: 0 barriers needed before, 1 now", worse=False),
        VersionChange("k: 1 barrier redundant before, 0 now", worse=False),
        VersionChange("k: 1 wait exact before, 0 now", worse=False),
        VersionChange("k: 0 waits too strong before, 1 now", worse=True),
    ]


def test_entries_that_come_and_go() -> None:
    old = profile({"gone": "refuted"}, [("gone", "wait", "unknown")])
    new = profile({"good": "proved", "bad": "refuted"}, [("good", "wait", "redundant")])
    assert compare(old, new) == [
        VersionChange("bad is new: refuted", worse=True),
        VersionChange("gone is gone", worse=False),
        VersionChange("good is new: proved", worse=False),
    ]


FOUND = (
    Diagnostic(
        "X101", "50% of, a: b\nmore", Span("k.ptx", 3, 2, 9), notes=(Note("first", Span("k.ptx", 1, 1, 2)),)
    ),
    Diagnostic("X111", "unneeded", severity=Severity.WARNING),
    Diagnostic("X131", "an edit", Span("a,b.ptx", 1, 1, 2), help="none", severity=Severity.REMARK),
)


def test_github() -> None:
    lines = to_github(FOUND).splitlines()
    assert lines[0] == "::error file=k.ptx,line=3,col=2,title=X101::50%25 of, a: b%0Amore"
    assert lines[1].startswith("::warning title=X111::unneeded%0A")
    assert lines[2] == "::notice file=a%2Cb.ptx,line=1,col=1,title=X131::an edit%0Anone"


def test_sarif() -> None:
    answer = to_sarif(FOUND)
    assert answer["version"] == "2.1.0"
    (run,) = answer["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["X101", "X111", "X131"]
    assert rules[0]["shortDescription"]["text"] == "Nothing orders two accesses of a kernel in PTX"
    first, second, third = run["results"]
    assert (first["level"], second["level"], third["level"]) == ("error", "warning", "note")
    assert [rules[r["ruleIndex"]]["id"] for r in run["results"]] == [d.code for d in FOUND]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "k.ptx"
    assert place["region"] == {"startLine": 3, "startColumn": 2, "endColumn": 9}
    assert first["relatedLocations"][0]["message"]["text"] == "first"
    assert "locations" not in second


def test_what_is_in_flight_at_a_line() -> None:
    checked = check_ptx(kernels.ring(), "k.ptx")
    line = kernels.LINE + 14
    text = explained(checked, line)
    assert f"line {line}: `cp.async.wait_group 1`" in text
    assert "cp.async: 2 groups in flight, the youngest first" in text
    assert f"cp.async.cg.shared.global (lines {kernels.LINE + 11})" in text
    assert "the wait is exact, exact is 1" in text
    behind = explained(checked, line + 2)
    assert "1 group in flight" in behind


def test_lines_that_are_in_no_kernel() -> None:
    checked = check_ptx(kernels.ring(), "k.ptx")
    with pytest.raises(DiagnosticError) as caught:
        explained(checked, 2)
    assert caught.value.diagnostics[0].code == "C004"
    text = kernels.ring().replace("END:", "END: bra OUT; mov.u32 %r1, 1; OUT:")
    assert "no run comes to" in explained(check_ptx(text, "k.ptx"), text.count("\n"))


def test_copies_that_mbarriers_count() -> None:
    text = kernels.module(
        """ld.param.u64 %rd1, [a]; mov.u32 %r1, smem; mov.u32 %r2, %tid.x;
setp.ne.s32 %p1, %r2, 0;
@!%p1 mbarrier.init.shared.b64 [%r1], 1;
@!%p1 fence.mbarrier_init.release.cluster;
bar.sync 0;
add.s32 %r3, %r1, 128;
@%p1 bra WAIT;
mbarrier.arrive.expect_tx.shared.b64 _, [%r1], 64;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 64, [%r1];
WAIT:
mbarrier.try_wait.parity.shared.b64 %p2, [%r1], 0;
@!%p2 bra WAIT;
ld.shared.b32 %r5, [%r3];"""
    )
    checked = check_ptx(text, "k.ptx")
    assert checked.proved
    text = explained(checked, kernels.LINE + 10)
    assert "phase wait is needed" in text
