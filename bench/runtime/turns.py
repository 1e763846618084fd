"""Contestants as processes that take turns: each is stopped while it is not its turn, so that none disturbs another."""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SLICE = 20e6
"""How long a turn takes at least, in nanoseconds."""
SECONDS_PER_TURN = 120.0
LONG_TURN = 3e9
"""Contestants whose runs take longer than this, in nanoseconds, get as few turns as may be."""
FEWEST = 3
CALM = 0.02
"""The largest part of a turn for which threads of a turn that counts may wait for a processor."""


class Failed(Exception):
    """A contestant that crashed, hung or computed something wrong, in words."""


@dataclass
class Samples:
    """What a contestant's turns gave, a unit of its work each: nanoseconds; bytes and counted tasks of one run."""

    wall: list[float] = field(default_factory=list[float])
    cpu: list[float] = field(default_factory=list[float])
    waited: list[float] = field(default_factory=list[float])
    """For how much of a turn, on the wall, its threads together were ready to run but had no processor."""
    growth: float = 0
    tasks: float = 0

    @property
    def calm(self) -> list[int]:
        """The turns that nothing else on the machine has disturbed."""
        return [number for number, share in enumerate(self.waited) if share <= CALM]

    def keep_calm(self) -> None:
        """Forget the turns that were disturbed, if enough others are left."""
        calm = self.calm
        if len(calm) >= FEWEST:
            for values in (self.wall, self.cpu, self.waited):
                values[:] = [values[number] for number in calm]


PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Be killed when the parent ends: a process that is stopped would otherwise stay."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def runs_in_turn(wall: float) -> int:
    """How many runs of so many nanoseconds fill a turn."""
    return min(max(1, math.ceil(SLICE / max(wall, 1))), 100_000)


class Process:
    """A contestant, running."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], expected: int, units: float):
        self.samples = Samples()
        self.expected = expected
        self.units = units
        self.runs = 1
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
            preexec_fn=die_with_parent,
            text=True,
        )
        if self._answer() != "ready":
            raise Failed(self._end())

    def first_turn(self) -> None:
        """Not timed: one run tells how much memory it needs, and some warm ones how many fill a turn.

        The first is slower, more or less so from contestant to contestant. Were the number by that, a turn, which begins
        with cold caches, would be longer for some than for others.
        """
        answer = self._turn(1)
        self.samples.growth = answer["growth"] / self.units
        self.samples.tasks = answer.get("tasks", 0) / self.units
        some = runs_in_turn(answer["wall"])
        self.runs = runs_in_turn(self._turn(some)["wall"] / some) if answer["wall"] < SLICE else 1

    @property
    def slow(self) -> bool:
        """Whether a turn takes long."""
        return bool(self.samples.wall) and self.samples.wall[-1] * self.units > LONG_TURN

    def done(self, repeat: int) -> bool:
        """Whether there have been enough turns."""
        return self.slow or len(self.samples.calm) >= repeat

    def turn(self) -> None:
        """Some runs, timed."""
        delay, start = self._delay(), time.perf_counter_ns()
        answer = self._turn(self.runs)
        waited = (self._delay() - delay) / (time.perf_counter_ns() - start)
        self.samples.wall.append(answer["wall"] / self.runs / self.units)
        self.samples.cpu.append(answer["cpu"] / self.runs / self.units)
        self.samples.waited.append(waited)

    def go_on(self) -> None:
        """Let the process run although it is not its turn."""
        self._process.send_signal(signal.SIGCONT)

    def processor_time(self) -> int:
        """What the process has used up to now, in nanoseconds."""
        return time.clock_gettime_ns(~self._process.pid << 3 | 2)  # the clock is clock_getcpuclockid's

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _delay(self) -> int:
        """For how long, in nanoseconds, the process's threads have been ready to run but had no processor."""
        total = 0
        for path in Path(f"/proc/{self._process.pid}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):  # a thread that has ended, or a system that does not count
                total += int(path.read_text(encoding="ascii").split()[1])
        return total

    def _turn(self, runs: int) -> dict[str, int]:
        assert self._process.stdin is not None
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.stdin.write(f"{runs}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Failed(self._end()) from None
        line = self._answer()
        if not line:
            raise Failed(self._end())
        answer = json.loads(line)
        self._stop()
        if answer["result"] != self.expected:
            raise Failed(f"wrong result: {answer['result']}, not {self.expected}")
        return answer

    def _stop(self) -> None:
        """Stop all threads. A thread that computes goes on until it is interrupted: into the next contestant's turn."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def _answer(self) -> str:
        """A line; empty if the process has ended, as one does that takes too long. No thread here may disturb the turn."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], SECONDS_PER_TURN)[0]:
            self._process.send_signal(signal.SIGALRM)
        return self._process.stdout.readline().strip()

    def _end(self) -> str:
        """How the process ended, in words."""
        try:
            _, errors = self._process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            _, errors = self._process.communicate()
        code = self._process.returncode
        if code == -signal.SIGALRM:
            return f"no answer in {SECONDS_PER_TURN:.0f} s"
        last = errors.strip().splitlines()[-1] if errors.strip() else ""
        how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return f"crashed ({how})" + (f": {last[:150]}" if last else "")


def idle(processes: Sequence[Process], seconds: float) -> None:
    """Let all have nothing to do for so long; their samples are the milliseconds of processor time used in ten seconds."""
    for process in processes:
        process.go_on()
    time.sleep(0.2)  # threads that look for work a while longer may fall asleep
    before = [process.processor_time() for process in processes]
    time.sleep(seconds)
    for process, start in zip(processes, before, strict=True):
        used = (process.processor_time() - start) * 1e-6
        process.samples = Samples(cpu=[used * 10 / seconds])


def take_turns(processes: Sequence[Process], repeat: int) -> list[tuple[Process, str]]:
    """All contestants one after the other, until each has had `repeat` turns that nothing disturbed, or twice as many in all.

    Those that fail drop out and are returned, with the reason.
    """
    failed: list[tuple[Process, str]] = []
    running = list(processes)
    for number in range(2 * repeat + 1):
        if number > repeat and all(process.done(repeat) for process in running):
            break
        for process in list(running):
            try:
                if number == 0:
                    process.first_turn()
                elif not (number > FEWEST and process.slow):
                    process.turn()
            except Failed as reason:
                failed.append((process, str(reason)))
                running.remove(process)
    for process in running:
        process.samples.keep_calm()
    return failed
