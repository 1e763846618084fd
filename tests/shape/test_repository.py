"""The repository's own rules: layers, sizes of files, names that match, a map that is true."""

from __future__ import annotations

import os
import re
import site
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "asyncir"
LONGEST = 600
TEXT_FILES = {".py", ".md", ".toml", ".mlir", ".hpp", ".cpp", ".h", ".txt", ".mk", ".yml", ".yaml", ".cmake"}


def tracked() -> list[Path]:
    """The files of the repository that exist, as git lists them, or all of them where there is no git."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        if os.environ.get("CI"):
            raise
        pytest.skip("not a git checkout: what belongs to the repository cannot be told from what was built")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def lint_imports(source: Path) -> subprocess.CompletedProcess[str]:
    """Check the package `asyncir` in `source` against the contracts of this repository."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    # Without `site`, and so without the import hook by which an editable installation of asyncir comes first.
    command = [sys.executable, "-S", "-c", code, "--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(source), *site.getsitepackages()))}
    return subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)


def test_the_data_flows_one_way() -> None:
    done = lint_imports(ROOT / "src")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("analyses", "semantics"),
        ("semantics", "lowering"),
        ("dialects", "transforms"),
        ("lowering", "tools"),
        ("lowering.llvm", "lowering.cpu.stages"),
        ("driver", "lowering.cpu.stages"),
    ],
)
def test_the_contract_finds_what_flows_backwards(tmp_path: Path, importer: str, imported: str) -> None:
    for module in PACKAGE.rglob("*.py"):
        empty = tmp_path / module.relative_to(PACKAGE.parent)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    assert lint_imports(tmp_path).returncode == 0
    line = f"import asyncir.{imported}\n"
    place = tmp_path.joinpath("asyncir", *importer.split("."), "broken.py")
    place.write_text(line, encoding="utf-8")
    done = lint_imports(tmp_path)
    assert done.returncode == 1
    assert f"asyncir.{importer}.broken -> asyncir.{imported}" in done.stdout


def test_files_fit_a_sitting() -> None:
    code = [f for f in tracked() if f.suffix in {".py", ".hpp", ".cpp", ".h"}]
    lengths = {str(f.relative_to(ROOT)): len(f.read_text(encoding="utf-8").splitlines()) for f in code}
    assert {name: n for name, n in lengths.items() if n >= LONGEST} == {}


def test_xdsl_has_one_door() -> None:
    """Only ir/__init__.py imports it, and the files of the dialects, which are made of its parts."""
    for file in PACKAGE.rglob("*.py"):
        where = file.relative_to(PACKAGE).as_posix()
        imported = re.findall(
            r"^\s*(?:from|import) (xdsl[\w.]*)", file.read_text(encoding="utf-8"), re.MULTILINE
        )
        if where != "ir/__init__.py" and not where.startswith("dialects/"):
            assert imported == [], where


def test_no_path_of_a_machine() -> None:
    """Nothing that is committed mentions where somebody's checkout or scratch folder lies."""
    machine = re.compile(r"(?<![\w.$}])/(?:work/|root/|home/(?!me\b)\w|Users/|tmp/(?:brief|venv))")
    for file in tracked():
        if file.suffix in TEXT_FILES and file != Path(__file__):
            found = machine.search(file.read_text(encoding="utf-8"))
            assert found is None, f"{file.relative_to(ROOT)} mentions {found and found[0]}"


def test_the_map_in_the_readme_is_true() -> None:
    """It lists each folder of the package once, in the order in which the layers allow imports."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^  (\w+(?:/|\.py)) ", text, re.MULTILINE)
    assert len(listed) == len(set(listed))
    folders = {f"{p.name}/" for p in PACKAGE.iterdir() if (p / "__init__.py").exists()}
    modules = {p.name for p in PACKAGE.glob("[a-z]*.py")}
    assert set(listed) == folders | modules


def test_the_top_level_in_the_readme_is_true() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^([\w.]+/)(?: |$)", text, re.MULTILINE)
    tops = {f"{f.relative_to(ROOT).parts[0]}/" for f in tracked() if len(f.relative_to(ROOT).parts) > 1}
    assert set(listed) == {top for top in tops if not top.startswith(".")}


def test_passes_are_named_after_their_files() -> None:
    """File name = pass name = a test about it."""
    tests = "\n".join(
        f.read_text(encoding="utf-8") for f in (ROOT / "tests").rglob("*") if f.suffix in {".py", ".mlir"}
    )
    for file in (PACKAGE / "transforms").glob("[a-z]*.py"):
        names = re.findall(r'^    name = "([\w-]+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        if names:
            assert names == [file.stem.replace("_", "-")], file.name
            assert names[0] in tests, f"no test mentions {names[0]}"


@pytest.fixture(scope="module")
def breaches() -> list[str]:
    """What bench/size.py finds to be against the rules."""
    command = [sys.executable, str(ROOT / "bench" / "size.py"), "--list"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_functions_fit_a_screen(breaches: list[str]) -> None:
    assert [row for row in breaches if row.startswith("functions over 60 lines:")] == []


def test_imports_inside_of_functions_say_why(breaches: list[str]) -> None:
    assert [row for row in breaches if row.startswith("hidden imports:")] == []


def test_the_journeys_lead_somewhere() -> None:
    """Each step of docs/architecture.md is one sentence with a link to a file that defines what the link names."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)
    assert len(steps) >= 30
    for step in steps:
        found = re.fullmatch(r".*: \[(\w+)\]\(\.\./(src/[\w/]+\.py)\)\.", step)
        assert found is not None, step
        assert ". " not in step, "one sentence"
        code = (ROOT / found[2]).read_text(encoding="utf-8")
        assert re.search(rf"^(?:def|class) {found[1]}\b", code, re.MULTILINE), step


def test_the_folders_in_the_architecture_are_true() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+/)` ", text, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == {f"{p.name}/" for p in PACKAGE.iterdir() if (p / "__init__.py").exists()}


def test_each_analysis_has_a_test_of_its_own() -> None:
    found = (PACKAGE / "analyses").iterdir()
    names = {path.stem for path in found if path.is_dir() or path.suffix == ".py"} - {
        "__init__",
        "__pycache__",
    }
    tests = ROOT / "tests" / "analyses"
    without = {
        name
        for name in names
        if not any(tests.glob(f"test_{name}.py")) and not any(tests.glob(f"{name}/test_*.py"))
    }
    assert without == {"sync_report"}, (
        "write tests/analyses/test_NAME.py"
    )  # which is the words of an answer alone
