"""When the code of a program goes that nobody refers to any more: not while a task may be on its way through it."""

from __future__ import annotations

import subprocess
import sys

import pytest

START = """
import gc, threading
import asyncir
from asyncir.launch import jit, runtime

TEXT = '''
func.func private @wait()
func.func @main() {
  %t = async.execute {
    func.call @wait() : () -> ()
    async.yield
  }
  return
}
func.func @other() {
  func.call @wait() : () -> ()
  return
}
'''
NOTHING = jit.emit_object("define ptr @_asyncir_entry_f(ptr %x) { ret ptr null }", opt_level=0)

def in_memory():
    # How many programs are, after more were loaded than stay for nothing.
    for _ in range(103):
        jit.load(NOTHING, {})
    with open("/proc/self/maps") as maps:
        return sum(line.split()[1] == "r-xp" and len(line.split()) == 5 for line in maps)
"""

WAITS = """
goes_on = threading.Event()

def wait():
    goes_on.wait()

holder = [asyncir.compile(TEXT, callbacks={"wait": wait})]
"""

OUTLIVES = (
    WAITS
    + """
holder[0].main()
HELD
del holder
gc.collect()
print(in_memory(), in_memory())
goes_on.set()
while runtime.counts().tasks:
    pass
print(in_memory())
"""
)

ON_A_WORKER = (
    WAITS
    + """
found = []

def ended(call):
    found.extend([runtime.on_worker(), in_memory(), in_memory()])

holder[0].other.task().add_done_callback(ended)
goes_on.set()
while len(found) < 3:
    pass
print(*found)
print(in_memory())
"""
)


def output(script: str) -> list[list[str]]:
    """The words of each line that a process prints."""
    done = subprocess.run(
        [sys.executable, "-c", START + script], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("held", ["", "holder.append(holder)"])
def test_code_stays_while_a_task_may_run_it(held: str) -> None:
    """Where the program is part of a cycle, the collector finds it and all that it refers to at once."""
    during, after = output(OUTLIVES.replace("HELD", held))
    once, twice = map(int, during)
    assert once > 103
    assert twice > 206
    assert int(after[0]) < 10


def test_nothing_is_unloaded_on_a_worker() -> None:
    """It could not wait until the other workers are through."""
    (on_worker, once, twice), (after,) = output(ON_A_WORKER)
    assert on_worker == "True"
    assert int(twice) >= int(once) + 103
    assert int(after) < 10
