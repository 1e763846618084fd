"""A row of the table is measured: its contestants are started, take turns, and their samples are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from contestants import CONTESTANTS, NotMeasured
from goals import Key
from rows import PROGRAMS, Entry, Row
from turns import Failed, Process, Samples, idle, take_turns

IDLE_SECONDS = {"size": 10.0, "quick": 2.0, "tiny": 0.1}


@dataclass
class Outcome:
    """What a row gave: samples, and why others have none."""

    results: dict[Key, Samples] = field(default_factory=dict[Key, Samples])
    without: dict[Key, str] = field(default_factory=dict[Key, str])
    """Not installed, or refuses the program."""
    failed: dict[Key, str] = field(default_factory=dict[Key, str])
    """Crashed, hung, computed something wrong."""


def measure(row: Row, threads: Sequence[int], repeat: int, scale: str) -> Outcome:
    """Start all contestants of a row and let them take turns."""
    outcome = Outcome()
    processes: dict[Key, Process] = {}
    try:
        for entry in row.entries:
            for count in entry.threads:
                if count in threads:
                    start(entry, count, scale, processes, outcome)
        running = list(processes.values())
        for process, reason in take_turns(running, 0 if row.idle else repeat):
            outcome.failed[next(key for key in processes if processes[key] is process)] = reason
        well = {key: process for key, process in processes.items() if key not in outcome.failed}
        if row.idle:
            idle(list(well.values()), IDLE_SECONDS[scale])
        outcome.results.update((key, process.samples) for key, process in well.items())
    finally:
        for process in processes.values():
            process.close()
    return outcome


def start(entry: Entry, count: int, scale: str, processes: dict[Key, Process], outcome: Outcome) -> None:
    """Start one contestant, or say why there is none."""
    program, size = PROGRAMS[entry.program], getattr(entry, scale)
    key = (entry.name, count)
    try:
        command = CONTESTANTS[entry.contestant].command(entry.program, count, size)
        units = program.units(size)
        processes[key] = Process(command, entry.environment, program.expected(size), units)
    except NotMeasured as reason:
        outcome.without[key] = str(reason)
    except Failed as reason:
        outcome.failed[key] = str(reason)
