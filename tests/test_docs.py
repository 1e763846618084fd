"""The documents are true: their programs parse, their Python runs, their commands do what is said.

What a fenced block means here is in its info string:

    ```mlir                     parses and verifies
    ```mlir file=NAME           the same, and is written to that file for the page's commands
    ```mlir machine=NAME        the same, with the dialects that the machine's file names
    ```toml file=NAME           is written to that file
    ```ptx file=NAME            is read as PTX, and written to that file
    ```mlir after=PIPELINE      what `asyncir opt -p PIPELINE` prints for the mlir block before it
    ```python                   runs; the blocks of a page share their names
    ```sh                       its lines that start with `asyncir` run, in a folder with the page's files
    ```sh exit=1                the same, and end with this status
    ```output                   what the sh or python block before it prints
    ```LANGUAGE skip: REASON    is not run, for that reason

Blocks in other languages, and ``mlir litmus`` blocks, which have tests of their own, are left alone.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import re
import shlex
import sys
import tomllib
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
RUN = {"mlir", "toml", "ptx", "python", "sh", "output"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the rest of its info string, its text and the line where it starts."""

    language: str
    info: str
    text: str
    line: int

    def option(self, name: str) -> str | None:
        """The value of `name=value` in the info string."""
        found = re.search(rf"(?:^|\s){name}=(?:'([^']*)'|(\S+))", self.info)
        return None if found is None else found[1] or found[2]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    fence = re.compile(r"^```(\w+)?[ ]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for found in fence.finditer(text):
        yield Block(found[1] or "", found[2], found[3], text.count("\n", 0, found.start()) + 1)


def is_run(block: Block) -> bool:
    """Whether the block is one of those that a test runs."""
    wanted = block.language in RUN and not block.info.startswith(("litmus", "skip:"))
    return wanted and (block.language != "toml" or block.option("file") is not None)


class Reader:
    """Goes through a page's blocks and does what each says."""

    def __init__(self, folder: Path, name: str):
        self.folder = folder
        self.name = name
        self.lines: list[str] = []
        self.names: dict[str, object] = {"__name__": "__docs__"}
        sys.modules.setdefault("__docs__", types.ModuleType("__docs__"))  # dataclasses look there
        self.program = ""
        self.printed = ""

    def read(self, block: Block) -> None:
        """Run one block."""
        getattr(self, f"_{block.language}")(block)

    def _mlir(self, block: Block) -> None:
        from asyncir.dialects import context
        from asyncir.source.text import parse_module
        from asyncir.targets.machine import load_machine

        machine = block.option("machine")
        foreign = None if machine is None else load_machine(machine).foreign
        module = parse_module(block.text, f"{self.name}:{block.line}", ctx=context(foreign))
        if pipeline := block.option("after"):
            made = self._command(["opt", "-p", pipeline, "-"], self.program)
            assert made.strip() == block.text.strip()
            return
        module.verify()
        self.program = block.text
        if name := block.option("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")

    def _toml(self, block: Block) -> None:
        tomllib.loads(block.text)
        if name := block.option("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")

    def _ptx(self, block: Block) -> None:
        from asyncir.source.ptx import read_ptx

        read_ptx(block.text, f"{self.name}:{block.line}")
        if name := block.option("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")

    def _python(self, block: Block) -> None:
        code = compile("\n" * block.line + block.text, self.name, "exec")
        # What reads the source of functions finds it, as in a notebook.
        self.lines[len(self.lines) :] = ["\n"] * (block.line - len(self.lines))
        self.lines += block.text.splitlines(keepends=True)
        linecache.cache[self.name] = 0, None, self.lines, self.name
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, self.names)
        self.printed = out.getvalue()

    def _sh(self, block: Block) -> None:
        commands = [line for line in block.text.splitlines() if line.startswith("asyncir ")]
        assert commands, f"line {block.line}: no command of ours; say ```sh skip: why"
        status = int(block.option("exit") or 0)
        self.printed = "".join(
            self._command(shlex.split(line, comments=True)[1:], status=status) for line in commands
        )

    def _output(self, block: Block) -> None:
        assert self.printed.strip() == block.text.strip()

    def _command(self, arguments: list[str], stdin: str = "", status: int = 0) -> str:
        from click.testing import CliRunner

        from asyncir.tools.cli import cli

        done = CliRunner().invoke(cli, arguments, input=stdin)
        assert done.exit_code == status, f"asyncir {shlex.join(arguments)}\n{done.output}"
        return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_of_a_page_do_what_they_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    reader = Reader(tmp_path, page.name)
    for block in blocks(page.read_text(encoding="utf-8")):
        if is_run(block):
            reader.read(block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_skipped_block_says_why(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language in RUN and "skip" in block.info:
            assert re.match(r"skip: \S.{8,}", block.info), (
                f"line {block.line}: ```{block.language} {block.info}"
            )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"


def test_the_index_has_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {name for name in pages if f"]({name})" not in index} == set()


def test_blocks_are_found() -> None:
    text = "a\n```mlir file=x.mlir after='b,c{d=1}'\nfoo\n```\n\n```sh skip: needs a GPU\nls\n```\n"
    text += "```\nplain\n```\n"
    first, second, third = blocks(text)
    assert (first.language, first.text, first.line) == ("mlir", "foo\n", 2)
    assert (first.option("file"), first.option("after")) == ("x.mlir", "b,c{d=1}")
    assert [is_run(b) for b in (first, second, third)] == [True, False, False]
