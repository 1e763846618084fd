"""Perfetto's packets: tracks, slices, instants, counters and the arrows between them, in the order of their times.

The encoding is the package perfetto's, which is imported here only: it is needed for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from asyncir.diagnostics import failure

_SEQUENCE = 1


def require() -> Any:
    """The module of the trace's messages; raises `DiagnosticError` where the package is not installed."""
    try:
        return import_module("perfetto.protos.perfetto.trace.perfetto_trace_pb2")
    except ImportError:
        raise failure("C030", "--trace needs the package perfetto", "pip install 'asyncir[trace]'") from None


@dataclass(slots=True)
class Packets:
    """A trace that is being written: its tracks first, then what happens, from the earliest to the latest."""

    begin: int = 0
    """Is added to all times."""
    messages: Any = field(default_factory=require)
    whole: Any = None
    """The message `Trace`, of which all packets are parts."""
    interned: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.whole = self.messages.Trace()

    def encoded(self) -> bytes:
        """The trace."""
        return self.whole.SerializeToString()

    # ---- tracks

    def process(self, track: int, pid: int, name: str) -> None:
        """A process, which tracks belong to."""
        made = self._track(track)
        made.process.pid, made.process.process_name = pid, name

    def thread(self, track: int, process: int, pid: int, tid: int, name: str) -> None:
        """A row of slices."""
        made = self._track(track, process)
        made.thread.pid, made.thread.tid, made.thread.thread_name = pid, tid, name

    def values(self, track: int, process: int, name: str) -> None:
        """A counter."""
        made = self._track(track, process)
        made.name = name
        made.counter.SetInParent()

    def _track(self, track: int, process: int | None = None) -> Any:
        packet = self._packet(None)
        if len(self.whole.packet) == 1:
            packet.sequence_flags = self.messages.TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
        packet.track_descriptor.uuid = track
        if process is not None:
            packet.track_descriptor.parent_uuid = process
        return packet.track_descriptor

    # ---- what happens

    def event(
        self,
        how: str,
        time: int,
        track: int,
        name: str,
        category: str,
        starts: Sequence[int] = (),
        ends: Sequence[int] = (),
        notes: Mapping[str, int | str] | None = None,
    ) -> None:
        """A slice begins (`SLICE_BEGIN`), or something happens that takes no time (`INSTANT`).

        `starts` are arrows that leave or pass it, `ends` those that end there.
        """
        packet = self._packet(time)
        event = packet.track_event
        event.type = self.messages.TrackEvent.Type.Value(f"TYPE_{how}")
        event.track_uuid = track
        number = self.interned.get(name)
        if number is None:
            number = self.interned[name] = len(self.interned) + 1
            entry = packet.interned_data.event_names.add()
            entry.iid, entry.name = number, name
        event.name_iid = number
        event.categories.append(category)
        event.flow_ids.extend(starts)
        event.terminating_flow_ids.extend(ends)
        for key, said in (notes or {}).items():
            note = event.debug_annotations.add()
            note.name = key
            if isinstance(said, int):
                note.int_value = said
            else:
                note.string_value = said

    def end(self, time: int, track: int) -> None:
        """The last slice that has begun on the track ends."""
        packet = self._packet(time)
        packet.track_event.track_uuid = track
        packet.track_event.type = self.messages.TrackEvent.TYPE_SLICE_END

    def value(self, time: int, track: int, value: int) -> None:
        """A counter changes."""
        packet = self._packet(time)
        packet.track_event.type = self.messages.TrackEvent.TYPE_COUNTER
        packet.track_event.track_uuid = track
        packet.track_event.counter_value = value

    def _packet(self, time: int | None) -> Any:
        packet = self.whole.packet.add()
        packet.trusted_packet_sequence_id = _SEQUENCE
        if time is not None:
            packet.timestamp = self.begin + time
            packet.sequence_flags = self.messages.TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        return packet
