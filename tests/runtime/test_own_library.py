"""S4-8: a program on a library that is not ours; ASYNCIR_RUNTIME names any that has the functions of runtime.h."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import asyncir
from asyncir.launch import runtime
from tests.oracle import needs

pytestmark = needs(shutil.which("cc") is not None, "no C compiler to make a library with")

INCLUDE = Path(__file__).parents[2] / "runtime" / "include"

OWN = """
#define _GNU_SOURCE
#include "asyncir/operations.h"
#include "asyncir/runtime.h"
#include <dlfcn.h>

static int64_t groups;
int64_t own_groups(void) { return groups; }

/* Counts, and leaves the rest to the other one. */
asyncir_task *asyncir_group_create(int64_t size, const char *location, asyncir_worker *worker) {
  asyncir_task *(*other)(int64_t, const char *, asyncir_worker *);
  *(void **)&other = dlsym(RTLD_NEXT, "asyncir_group_create");
  __atomic_fetch_add(&groups, 1, __ATOMIC_RELAXED);
  return other(size, location, worker);
}

/* Does it all. */
int64_t asyncir_clock(void) { return 42; }
"""

PROGRAM = """
func.func @main() -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %g = async.create_group %c3 : !async.group
  scf.for %i = %c0 to %c3 step %c1 {
    %t = async.execute {
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %now = io.clock : i64
  %n = async.runtime.num_worker_threads : index
  return %now, %n : i64, index
}
"""

MAIN = """
import sys
import asyncir
from asyncir.launch import runtime

own = runtime.library()
program = asyncir.compile(sys.argv[1], threads=3)
print([program.main() for _ in range(4)], own.own_groups())
with asyncir.Runtime(threads=2) as two:
    print(program.on(two).main(), own.own_groups())
"""


def made(folder: Path, text: str, version: int) -> Path:
    """A library that has these functions of its own and those of ours."""
    source, library = folder / "own.c", folder / "libown.so"
    source.write_text(text)
    ours = runtime.shared_library().parent
    command = ["cc", "-shared", "-fPIC", f"-I{INCLUDE}", f"-DVERSION={version}", "-o", library, source]
    others = ["-Wl,--no-as-needed", f"-L{ours}", "-lasyncir_runtime", f"-Wl,-rpath,{ours}", "-ldl"]
    subprocess.run([*command, *others], check=True)
    return library


def run(library: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: one loads one library."""
    environment = os.environ | {"ASYNCIR_RUNTIME": str(library)}
    environment["PYTHONPATH"] = str(Path(asyncir.__file__).parents[1])
    command = [sys.executable, "-c", MAIN, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


def test_a_program_runs_on_a_library_of_ones_own(tmp_path: Path) -> None:
    done = run(made(tmp_path, OWN, 0), PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[(42, 3), (42, 3), (42, 3), (42, 3)] 4\n(42, 2) 5\n"


def test_on_ours_the_time_is_another_one() -> None:
    now, workers = asyncir.compile(PROGRAM, threads=3).main()
    assert now > 42
    assert workers == 3


def test_a_library_for_another_version_is_refused(tmp_path: Path) -> None:
    text = OWN + "uint32_t asyncir_runtime_abi_version(void) { return VERSION; }\n"
    done = run(made(tmp_path, text, 99), PROGRAM)
    assert done.returncode != 0
    assert "has version 99 of the runtime's interface" in done.stderr
