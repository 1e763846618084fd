"""Wrong players of launches: faults to plant in the engine, one small change of its source each."""

from __future__ import annotations

from asyncir.semantics.machines import accesses, device_ops, launches, machine, rooms
from asyncir.targets import verify_devices, verify_sync
from tests.litmus.faults import Wrong

FAULTS = (
    Wrong("a launch waits for no event", launches, "may_begin", "for event in launch.events:", "for event in ():", "DEV-1"),
    Wrong(
        "one event is enough",
        launches, "may_begin", "for event in launch.events:", "for event in launch.events[:1]:", "DEV-1"
    ),
    Wrong(
        "who waits for an event holds the device",
        launches, "start", "engine.launched += 1", "engine.running += 1", "DEV-1",
    ),
    Wrong("a launch knows nothing of its giver", launches, "start", "giver.release()", "[]", "DEV-2"),
    Wrong(
        "what a launch launched is over with it",
        launches, "over", "clock = process.release()", "clock = [1 << 40] * 99", "DEV-2",
    ),
    Wrong("events tell nothing", launches.LaunchEvent, "happens", "True, clock, payload", "True, [], payload", "DEV-3"),
    Wrong(
        "launches forget what events tell",
        launches, "_begin", "joined(process.known, event.clock)", "process.known", "DEV-3",
    ),
    Wrong(
        "the first of several events is enough",
        launches.AllOf, "missing", "while self._left:", "while len(self._left) > 1:", "DEV-3",
    ),
    Wrong("all that wait for one event are in order", launches, "_chain", "and not launch.extended", "", "DEV-3"),
    Wrong("devices keep nobody out", launches, "_begin", "engine.running += 1", "pass", "DEV-4"),
    Wrong("what is excluded is not kept out", device_ops, "_launch", "(op.device, *op.excluded)", "(op.device,)", "DEV-4"),
    Wrong("engines do one launch at once", launches, "may_begin", ">= one.count", ">= 1", "DEV-4"),
    Wrong("devices stay held", launches, "over", "engine.running -= 1", "pass", "DEV-4"),
    Wrong("a device may be held twice", device_ops, "_launches", "if len(set(launch.devices)) <", "if 0 >", "DEV-4"),
    Wrong(
        "exclusion is an order",
        accesses.Accesses, "report", "if key not in self.races:",
        "if key not in self.races and not excluding(first.actor, second.actor):", "DEV-5",
    ),
    Wrong("the first engine is always meant", device_ops, "_get", "engines[number]", "engines[0]", "DEV-6"),
    Wrong(
        "numbers of engines are not looked at",
        device_ops, "_get", "if not 0 <= number < len(engines):", "if number < 0:", "DEV-6",
    ),
    Wrong("values are there at once", device_ops, "_launches", "*(registers[slot] for slot in futures)", "", "DEV-7"),
    Wrong(
        "a new buffer is touched by nobody",
        device_ops, "_alloc", "machine.note(touched", "(lambda *_: None)(touched", "DEV-8",
    ),
    Wrong("every memory exists", verify_devices, "_memory", "if name not in known:", "if False:", "DEV-8"),
    Wrong("the end flags nothing", launches, "over", "(*launch.parts, launch.done)", "(launch.done,)", "DEV-9"),
    Wrong("the last flag of a number counts", launches.LaunchEvent, "happens", "if not self.happened:", "if True:", "DEV-9"),
    Wrong("any number of parts is flagged", verify_devices, "flags_fault", "if most is None or", "if True or", "DEV-10"),
    Wrong(
        "the entry holds nothing", machine.SyncMachine, "reset", "issuer.running += 1", "pass", "DEV-11",
    ),
    Wrong("memories have no end", launches, "_finds_room", "if not room.has(made.size):", "if False:", "DEV-13"),
    Wrong("who is gone keeps its room", rooms.MemoryRoom, "give_back", "self.taken -= size or 0", "pass", "DEV-13"),
    Wrong(
        "room is taken before the events have happened",
        device_ops, "_alloc", "room.asked += size", "room.asked += size; room.taken += size", "DEV-13",
    ),
    Wrong(
        "who is first for room is not looked at",
        launches, "_finds_room", "machine.stops(process, room, again)", "False", "DEV-13",
    ),
    Wrong("any buffer fits", verify_devices, "_memory", "size > found.bytes", "False", "DEV-13"),
    Wrong(
        "works and launches are mixed",
        verify_sync, "verify_sync", "faults + list(mixed_faults(module))", "faults", "DEV-12",
    ),
)  # fmt: skip
