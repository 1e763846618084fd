"""`asyncir config`, `completion`, `explain --list`, and the cache that cannot be used."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asyncir.diagnostics.catalog import codes
from tests.cli.command import ADD, Shell
from tests.oracle import needs

MAIN = """#include <asyncir/runtime.h>
#include <asyncir/serial.h>
#include <stdio.h>
struct asyncir_error;
void *_asyncir_entry_add(void **);
int main(void) {
  int a = 3, b = 4, sum = 0;
  void *all[] = {&a, &b, &sum};
  if (_asyncir_entry_add(all)) return 1;
  printf("%d\\n", sum);
  return 0;
}
"""


@needs(shutil.which("cc") is not None, "there is no C compiler")
@pytest.mark.parametrize("static", [(), ("--static",)])
def test_an_object_file_is_linked_with_what_config_says(
    asyncir: Shell, tmp_path: Path, static: tuple[str, ...]
) -> None:
    Path("add.mlir").write_text(ADD)
    Path("main.c").write_text(MAIN)
    assert asyncir("compile", "add.mlir", "--emit", "obj", "-o", "add.o").status == 0
    flags = shlex.split(asyncir("config", "--cflags", "--libs", *static).out)
    subprocess.run(["cc", "main.c", "add.o", *flags, "-o", "main"], check=True)
    assert subprocess.run(["./main"], capture_output=True, text=True, check=True).stdout == "7\n"


def test_config_as_json_and_in_parts(asyncir: Shell) -> None:
    all_of_it = json.loads(asyncir("config", "--json").out)
    assert list(all_of_it) == ["version", "includedir", "runtime", "cflags", "libs"]
    assert asyncir("config", "--includedir").out.strip() == all_of_it["includedir"]
    assert Path(all_of_it["includedir"], "asyncir", "serial.h").is_file()
    assert Path(all_of_it["runtime"]).is_file()
    assert [line.partition(":")[0] for line in asyncir("config").out.splitlines()] == list(all_of_it)


def test_a_shell_completes_commands_and_options(asyncir: Shell) -> None:
    assert "_ASYNCIR_COMPLETE" in asyncir("completion", "bash").out
    assert asyncir("completion", "csh").codes == ["C004"]
    environment = os.environ | {
        "_ASYNCIR_COMPLETE": "bash_complete",
        "COMP_WORDS": "asyncir opt --mlir-ti",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-m", "asyncir"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "plain,--mlir-timing\n"


def test_all_codes_are_listed(asyncir: Shell) -> None:
    lines = asyncir("explain", "--list").out.splitlines()
    assert [line.split("  ")[0] for line in lines] == list(codes())
    assert all(len(line.split("  ", 1)[1]) > 3 for line in lines)
    assert list(json.loads(asyncir("explain", "--list", "--json").out)) == list(codes())
    assert asyncir("explain").codes == ["C004"]


def test_a_cache_that_cannot_be_used_is_said_so(
    asyncir: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("add.mlir").write_text(ADD)
    Path("taken").write_text("a file")
    monkeypatch.setenv("ASYNCIR_CACHE_DIR", str(tmp_path / "taken" / "cache"))
    done = asyncir("run", "add.mlir", "3", "4")
    assert (done.status, done.out, done.codes) == (0, "7\n", ["C023"])
    assert "taken/cache" in done.err
