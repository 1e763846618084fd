"""A process that has the compiler at hand, and forks for each script: a fresh process costs half a second of imports.

As a program it reads requests (JSON, one on a line) and answers each with the status of the script's process and the
seconds that it was computing. `Forking` is the other end. The runtime is not loaded before the fork: each script has one
of its own.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from asyncir.driver.compile import lower
from asyncir.launch import jit

ROOT = Path(__file__).parents[2]
WARM = """
func.func @main() {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}
"""


class Forking:
    """Runs scripts, each in a process of its own."""

    def __init__(self) -> None:
        self.took = 0.0
        """Seconds of processor time of all scripts."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.runtime.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def run(
        self, code: str, given: str, environment: dict[str, str], timeout: float = 300
    ) -> subprocess.CompletedProcess[str]:
        """The status of a script with that input, and what it has printed."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "script.py").write_text(code)
            (folder / "in").write_text(given)
            process.stdin.write(json.dumps({"folder": name, "environment": environment}) + "\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], timeout)
            assert ready, f"no answer in {timeout} s"
            status, took = process.stdout.readline().split()
            self.took += float(took)
            printed = [(folder / name).read_text() for name in ("out", "err")]
            return subprocess.CompletedProcess([], int(status), *printed)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _become(folder: Path, environment: dict[str, str]) -> None:
    """Read and write the script's files, and run it."""
    os.environ.update(environment)
    for number, name in ((1, "out"), (2, "err")):
        file = os.open(folder / name, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = (folder / "in").open()
    runpy.run_path(str(folder / "script.py"), run_name="__main__")


def main() -> None:
    """Answer requests until the input ends."""
    jit.emit_object(lower(WARM).text, opt_level=0)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            # What follows is the end of the program, as that of any script.
            return _become(Path(request["folder"]), request["environment"])
        _, status, usage = os.wait4(child, 0)
        print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, flush=True)
    return None


if __name__ == "__main__":
    main()
