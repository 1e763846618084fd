"""The corpus of synchronisation bugs, in PTX: each case is well formed and assembles, and says what is to be found where."""

from __future__ import annotations

import difflib
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.oracle import PTXAS, needs_ptxas
from tests.ptx_bugs import FINDINGS, FOLDER, KINDS, MARK, VERDICTS, PtxCase, ptx_cases

pytestmark = pytest.mark.feature("N11")

FITS = {
    "race": {"missing", "too weak"},
    "deadlock": {"deadlock"},
    "misuse": {"misuse"},
    "redundant": {"redundant"},
    "too strong": {"too strong"},
}
"""One of these is a finding of each case with the verdict."""
ALL = pytest.mark.parametrize("case", ptx_cases(), ids=lambda case: case.name)
DECLARED = re.compile(r"\.param (?:\.align 64 )?\.(\w+)(?: \.ptr \.global \.align 16)? (\w+)")


def code(text: str) -> list[str]:
    """The lines, without marks and comments."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


@ALL
def test_case_is_well_formed(case: PtxCase) -> None:
    assert case.title
    assert case.what
    assert case.verdict in VERDICTS
    assert case.upstream or case.found
    assert all(
        re.fullmatch(r"https://github\.com/[\w-]+/[\w.-]+/(issues|pull)/\d+", u) for u in case.upstream
    )
    assert {file.name for file in (FOLDER / case.name).iterdir()} == {"case.toml", "wrong.ptx", "fixed.ptx"}
    assert {site.kind for site in case.sites} <= set(KINDS)
    assert {site.finding for site in case.sites} <= set(FINDINGS)
    assert FITS[case.verdict] & {site.finding for site in case.sites}
    assert all(site.exact is None or site.kind == "wait" for site in case.sites)


@ALL
def test_sites_are_marks_of_the_wrong_kernel(case: PtxCase) -> None:
    marks = MARK.findall(case.text("wrong"))
    named = [name for site in case.sites for name in (site.at, site.since, *site.instead) if name is not None]
    assert sorted(marks) == sorted(set(named))
    assert not MARK.findall(case.text("fixed"))
    lines = case.text("wrong").splitlines()
    assert all(lines[number - 1].endswith(f"// site: {mark}") for mark, number in case.lines.items())


@ALL
def test_kernels_are_what_the_case_says(case: PtxCase) -> None:
    for which in ("wrong", "fixed"):
        text = case.text(which)
        assert text.startswith("// ")
        assert 20 <= len(text.splitlines()) <= 92
        assert f"\n.target {case.target}\n" in text
        block = [*case.block, 1, 1][:3]
        assert f"\n.reqntid {', '.join(map(str, block))}\n" in text
        cluster = [*case.cluster, 1, 1][:3]
        assert (f".reqnctapercluster {', '.join(map(str, cluster))}\n" in text) == bool(case.cluster)
        declared = {name: kind for kind, name in DECLARED.findall(text)}
        assert {name for name, kind in declared.items() if kind == "u32"} == {n for n, _ in case.parameters}
        assert {name for name, _, _ in case.maps} <= declared.keys()
        assert case.trips is None or case.trips in declared
        assert ("bra loop;" in text) <= (case.trips is not None)


@ALL
def test_kernels_differ_by_little(case: PtxCase) -> None:
    wrong, fixed = (code(case.text(which)) for which in ("wrong", "fixed"))
    changed = [line for line in difflib.ndiff(wrong, fixed) if line[0] in "+-"]
    assert 0 < len(changed) <= 7


@needs_ptxas
@ALL
@pytest.mark.parametrize("which", ["wrong", "fixed"])
def test_kernel_assembles(case: PtxCase, which: str) -> None:
    assert PTXAS is not None
    command = [PTXAS, f"-arch={case.target}", "-o", "/dev/null", str(FOLDER / case.name / f"{which}.ptx")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_there_are_sixty_cases() -> None:
    assert len(list(FOLDER.glob("*/case.toml"))) >= 60
    assert {case.verdict for case in ptx_cases()} == set(VERDICTS)
    assert {case.target[:5] for case in ptx_cases()} == {"sm_80", "sm_90", "sm_10"}


def test_other_tools_get_line_numbers() -> None:
    for case in ptx_cases():
        data = json.loads(json.dumps(case.as_data()))
        lines = case.text("wrong").splitlines()
        for site in data["sites"]:
            assert "// site: " in lines[site["at"] - 1]
            assert "since" not in site or "// site: " in lines[site["since"] - 1]


def test_titles_are_of_one_case() -> None:
    titles = [case.title for case in ptx_cases()]
    assert len(titles) == len(set(titles))
    assert all(Path(FOLDER / case.name).is_dir() for case in ptx_cases())
