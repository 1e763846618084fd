"""The trace for Perfetto, read back with Perfetto's own messages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.launch.tracing import Trace
from asyncir.tools.seeing import packets, perfetto
from asyncir.tools.seeing.history import history_of
from asyncir.tools.seeing.labels import Label
from asyncir.tools.seeing.totals import totals_of
from tests.seeing.events import two_workers
from tests.seeing.test_history import random_trace

LABELS = (Label("main", "", "line 1", 1), Label("leaf", "%first", "line 2", 2))


def packets_of(trace: Trace) -> list[Any]:
    history = history_of(trace)
    data = perfetto.perfetto_of(
        "graph.mlir", history, LABELS, totals_of(history, ["main", "leaf"]), trace.begin
    )
    return list(packets.require().Trace.FromString(data).packet)


class Reader:
    """Goes through packets as Perfetto's importer does: interned names, stacks of slices by track."""

    def __init__(self, packets: list[Any]):
        self.tracks: dict[int, Any] = {}
        self.slices: list[tuple[int, int, int, str, Any]] = []
        self.instants: list[tuple[int, int, str, Any]] = []
        self.counters: dict[int, list[tuple[int, int]]] = defaultdict(list)
        names: dict[int, str] = {}
        open_: dict[int, list[tuple[int, str, Any]]] = defaultdict(list)
        assert packets[0].sequence_flags == packets[0].SEQ_INCREMENTAL_STATE_CLEARED
        before = 0
        for packet in packets:
            assert packet.trusted_packet_sequence_id == 1
            if packet.HasField("track_descriptor"):
                self.tracks[packet.track_descriptor.uuid] = packet.track_descriptor
                continue
            assert packet.timestamp >= before
            before = packet.timestamp
            names.update((entry.iid, entry.name) for entry in packet.interned_data.event_names)
            event = packet.track_event
            assert event.track_uuid in self.tracks
            if event.type == event.TYPE_SLICE_BEGIN:
                open_[event.track_uuid].append((packet.timestamp, names[event.name_iid], event))
            elif event.type == event.TYPE_SLICE_END:
                start, name, begin = open_[event.track_uuid].pop()
                self.slices.append((event.track_uuid, start, packet.timestamp, name, begin))
            elif event.type == event.TYPE_INSTANT:
                self.instants.append((event.track_uuid, packet.timestamp, names[event.name_iid], event))
            else:
                self.counters[event.track_uuid].append((packet.timestamp, event.counter_value))
        assert not any(open_.values())
        self.slices.sort(key=lambda slice_: slice_[1:3])


def test_workers_are_threads_and_spans_are_slices() -> None:
    trace = two_workers()
    reader = Reader(packets_of(trace))
    threads = {
        uuid: track.thread.thread_name for uuid, track in reader.tracks.items() if track.HasField("thread")
    }
    assert sorted(threads.values()) == ["critical path", "worker 0", "worker 1"]
    assert [track.process.process_name for track in reader.tracks.values() if track.HasField("process")] == [
        "graph.mlir"
    ]
    found = [
        (threads[track], start - trace.begin, end - trace.begin, name)
        for track, start, end, name, _ in reader.slices
    ]
    assert [slice_[1:] for slice_ in found if slice_[0] == "critical path"] == [
        (110, 120, "calls from outside"),
        (120, 200, "main"),
        (310, 710, "first"),
        (750, 900, "main"),
    ]
    assert [slice_ for slice_ in found if slice_[0] != "critical path"] == [
        ("worker 0", 0, 100, "asleep"),
        ("worker 1", 0, 150, "asleep"),
        ("worker 0", 110, 120, "calls from outside"),
        ("worker 0", 120, 400, "main"),
        ("worker 1", 310, 710, "first"),
        ("worker 0", 400, 410, "calls from outside"),
        ("worker 0", 500, 1000, "asleep"),
        ("worker 1", 750, 900, "main"),
    ]
    leaf = next(event for *_, name, event in reader.slices if name == "first" and event.terminating_flow_ids)
    assert list(leaf.categories) == ["leaf"]
    notes = {note.name: note.string_value or note.int_value for note in leaf.debug_annotations}
    assert notes == {"task": 2, "place": "line 2", "then": "complete"}


def test_arrows_lead_from_launchers_causes_and_victims() -> None:
    reader = Reader(packets_of(two_workers()))
    sources = {flow: name for *_, name, event in reader.slices for flow in event.flow_ids}
    sources |= {flow: name for *_, name, event in reader.instants for flow in event.flow_ids}
    targets = {flow: name for *_, name, event in reader.slices for flow in event.terminating_flow_ids}
    assert sources.keys() == targets.keys()
    arrows = sorted((sources[flow], targets[flow]) for flow in sources)
    assert arrows == [
        ("calls from outside", "main"),  # launched
        ("first", "main"),  # waited for
        ("main", "first"),  # launched
        ("stolen by worker 1", "first"),
    ]
    ((track, _, name, _),) = reader.instants
    assert (reader.tracks[track].thread.thread_name, name) == ("worker 0", "stolen by worker 1")


def test_counters_say_how_many_run_and_are_alive() -> None:
    trace = two_workers()
    reader = Reader(packets_of(trace))
    counters = {
        reader.tracks[uuid].name: [(time - trace.begin, value) for time, value in values]
        for uuid, values in reader.counters.items()
    }
    assert counters == {
        "workers that run tasks": [
            (110, 1),
            (120, 1),
            (310, 2),
            (400, 2),
            (410, 1),
            (710, 0),
            (750, 1),
            (900, 0),
        ],
        "tasks alive": [(120, 1), (200, 2), (710, 1), (900, 0)],
    }


def test_random_recordings_make_slices_that_are_closed_and_arrows_with_two_ends() -> None:
    for seed in range(20):
        reader = Reader(packets_of(random_trace(seed)))
        assert reader.slices
        sources = [flow for *_, event in (*reader.slices, *reader.instants) for flow in event.flow_ids]
        targets = [flow for *_, event in reader.slices for flow in event.terminating_flow_ids]
        assert sorted(sources) == sorted(targets)
        assert len(set(sources)) == len(sources)


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(packets, "import_module", missing)
    with pytest.raises(DiagnosticError) as caught:
        packets.require()
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, "asyncir[trace]" in diagnostic.help) == ("C030", True)
