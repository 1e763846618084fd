"""A process in which programs run, so that one that crashes or hangs takes nothing else with it.

As a program it reads requests (JSON, one on a line) and answers each with outcomes. `Worker` is the other end.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.differential.corpus import Argument, Call
from tests.differential.outcome import Outcome

ROOT = Path(__file__).parents[2]


class Worker:
    """Runs programs in another process, which is started again after a crash or a timeout."""

    def __init__(self, timeout: float = 60, **environment: str):
        self.timeout = timeout
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def native(self, text: str, call: Call, configurations: Sequence[tuple[int, int]]) -> list[Outcome]:
        """The outcomes of the native runs, in the order of the configurations; one outcome if the process died."""
        return self._ask("native", text, call, configurations)

    def serially(self, text: str, call: Call, seeds: Sequence[int]) -> list[Outcome]:
        """The outcomes on the serial runtime, one for each seed."""
        return self._ask("serially", text, call, seeds)

    def interpreted(self, text: str, call: Call, schedules: Sequence[str]) -> list[Outcome]:
        """The outcomes of the interpreter."""
        return self._ask("interpreted", text, call, schedules)

    def _ask(self, kind: str, text: str, call: Call, how: Sequence[Any]) -> list[Outcome]:
        process = self._process or self._start()
        assert process.stdin is not None
        request = {
            "kind": kind,
            "text": text,
            "entry": call.entry,
            "arguments": [asdict(a) for a in call.arguments],
            "results": call.results,
            "how": list(how),
        }
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        line = self._line(process)
        if line is None:
            self.close()
            return [Outcome("timeout", detail=f"{kind}: no answer in {self.timeout} s")]
        if not line:
            process.wait()
            self.close()
            return [Outcome("crash", detail=f"{kind}: the process ended with {process.returncode}")]
        return [
            Outcome(o["kind"], tuple(o["values"]), tuple(o["chain"]), o["detail"]) for o in json.loads(line)
        ]

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], self.timeout)
        return process.stdout.readline() if ready else None

    def _start(self) -> subprocess.Popen[bytes]:
        path = f"{ROOT / 'src'}{os.pathsep}{ROOT}"
        environment = {**os.environ, "PYTHONPATH": path, **self._environment}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.differential.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
        )
        return self._process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()


def _answer(request: dict[str, Any]) -> list[Outcome]:
    from tests.differential import interpreted, native

    arguments = tuple(Argument(**a) for a in request["arguments"])
    call = Call(request["entry"], arguments, tuple(request["results"]))
    if request["kind"] == "native":
        return native.run(request["text"], call, [tuple(c) for c in request["how"]])
    if request["kind"] == "serially":
        return native.run_serially(request["text"], call, request["how"])
    return interpreted.run(request["text"], call, request["how"])


def main() -> None:
    """Answer requests until the input ends; what programs print does not get among the answers."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            found = _answer(json.loads(line))
        except Exception as error:
            import traceback

            where = traceback.format_exc(limit=-4)
            found = [Outcome("crash", detail=f"{type(error).__name__}: {error}\n{where}")]
        answers.write(json.dumps([asdict(o) for o in found]) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
