"""Random programs that launch on devices: in the order of events, or nearly so."""

from __future__ import annotations

import random
from pathlib import Path

MACHINE = str(Path(__file__).with_name("four.toml"))
"""The machine that they are for."""

_DEVICES = ("a", "b", "c", "two")


class Writer:
    """Writes one program. Three buffers of one element; each launch touches some, and waits for some events."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.sloppy = self.random.random() < 0.5
        """Whether events are left out now and then."""

    def program(self) -> str:
        """The text of the module."""
        head = [
            "func.func @main(%m0: memref<1xi32>, %m1: memref<1xi32>, %m2: memref<1xi32>, %n: index, %k: index) {",
            "  %c0 = arith.constant 0 : index",
            "  %c1 = arith.constant 1 : index",
            "  %c2 = arith.constant 2 : index",
            "  %flag = arith.cmpi eq, %k, %c1 : index",
            "  %which = arith.remui %k, %c2 : index",
            "  %one = arith.constant 1 : i32",
            *(f"  memref.store %one, %m{i}[%c0] : memref<1xi32>" for i in range(3)),
        ]
        scope = Scope(["m0", "m1", "m2"], self)
        scope.body("  ", self.random.randint(2, 5), depth=0)
        scope.finish("  ")
        return "\n".join([*head, *self.lines, "  return", "}", ""])

    def fresh(self, word: str) -> str:
        """A new name."""
        self.names += 1
        return f"%{word}{self.names}"

    def say(self, indent: str, text: str) -> None:
        """Write a line."""
        self.lines.append(indent + text)


class Scope:
    """The region of a function or a launch: for each buffer, the events of its last write and of the reads since."""

    def __init__(self, buffers: list[str], writer: Writer):
        self.writer = writer
        self.random = writer.random
        self.buffers = buffers
        self.write: dict[str, list[str]] = {buffer: [] for buffer in buffers}
        self.reads: dict[str, list[str]] = {buffer: [] for buffer in buffers}
        self.start = writer.fresh("s")

    def body(self, indent: str, count: int, depth: int) -> None:
        """Some launches, copies and awaits."""
        self.writer.say(indent, f"{self.start} = device.start")
        for _ in range(count):
            draw = self.random.random()
            if draw < 0.55:
                self.launch(indent, depth)
            elif draw < 0.7:
                self.copy(indent)
            elif draw < 0.8 and not depth:
                self.loop(indent)
            elif draw < 0.9:
                self.own(indent)
            else:
                self.element(indent)

    def finish(self, indent: str) -> None:
        """Await all that is in flight, or nearly all."""
        for buffer in self.buffers:
            for event in (*self.write[buffer], *self.reads[buffer]):
                if not (self.writer.sloppy and self.random.random() < 0.3):
                    self.writer.say(indent, f"device.await {event} : !device.event")

    def before(self, buffer: str, writes: bool) -> list[str]:
        """The events that an access has to come behind; some of them, if the writer is sloppy."""
        events = [*self.write[buffer], *(self.reads[buffer] if writes else ())]
        if self.writer.sloppy:
            events = [event for event in events if self.random.random() < 0.8]
        return events

    def touched(self, buffer: str, writes: bool, event: str) -> None:
        """The access is over when the event has happened."""
        if writes:
            self.write[buffer], self.reads[buffer] = [event], []
        else:
            self.reads[buffer].append(event)

    def device(self, indent: str) -> str:
        """A device: by its name, counted to, or selected."""
        name, say = self.writer.fresh("d"), self.writer.say
        one, other = self.random.sample(_DEVICES, 2)
        draw = self.random.random()
        if draw < 0.7 or indent != "  ":
            say(indent, f'{name} = device.get "{one}"')
        elif draw < 0.85:
            say(indent, f'{name} = device.get "{one}", "{other}"[%which]')
        else:
            first, second = self.writer.fresh("d"), self.writer.fresh("d")
            say(indent, f'{first} = device.get "{one}"')
            say(indent, f'{second} = device.get "{other}"')
            say(indent, f"{name} = arith.select %flag, {first}, {second} : !device.device")
        return name

    def launch(self, indent: str, depth: int) -> None:
        """A launch that touches some buffers."""
        device = self.device(indent)
        used = self.random.sample(self.buffers, self.random.randint(1, min(2, len(self.buffers))))
        writes = {buffer: self.random.random() < 0.5 for buffer in used}
        waits = [event for buffer in used for event in self.before(buffer, writes[buffer])]
        parts = self.random.randint(1, 2) if self.random.random() < 0.25 else 0
        done, say = self.writer.fresh("e"), self.writer.say
        names = [done, *(self.writer.fresh("p") for _ in range(parts))]
        inner = {buffer: self.writer.fresh("x").removeprefix("%") for buffer in used}
        captured = ", ".join(f"%{inner[b]} = %{b} : memref<1xi32>" for b in used)
        events = ", ".join([*dict.fromkeys(waits), device])
        flags = f" flags {parts}" if parts else ""
        say(indent, f"{', '.join(names)} = device.launch ({captured}) in ({events}){flags} {{")
        self.inside(indent + "  ", inner, writes, parts, depth)
        say(indent, "}")
        for buffer in used:
            early = parts and self.random.random() < 0.4
            event = names[1] if early and (used.index(buffer) == 0 or self.writer.sloppy) else done
            self.touched(buffer, writes[buffer], event)

    def inside(
        self, indent: str, inner: dict[str, str], writes: dict[str, bool], parts: int, depth: int
    ) -> None:
        """What a launch does: its accesses, a flag behind each; or launches of its own."""
        say, zero = self.writer.say, self.writer.fresh("z")
        if depth < 1 and not parts and all(writes.values()) and self.random.random() < 0.4:
            scope = Scope([inner[buffer] for buffer in inner], self.writer)
            scope.body(indent, self.random.randint(1, 2), depth + 1)
            scope.finish(indent)
            return
        say(indent, f"{zero} = arith.constant 0 : index")
        for number, (buffer, name) in enumerate(inner.items()):
            value = self.writer.fresh("v")
            if writes[buffer]:
                say(indent, f"{value} = arith.constant {self.random.randint(2, 9)} : i32")
                say(indent, f"memref.store {value}, %{name}[{zero}] : memref<1xi32>")
            else:
                say(indent, f"{value} = memref.load %{name}[{zero}] : memref<1xi32>")
            if number < parts and self.random.random() < 0.9:
                say(indent, f"device.flag {number}")

    def copy(self, indent: str) -> None:
        """A copy of one buffer to another."""
        if len(self.buffers) < 2:
            return
        source, target = self.random.sample(self.buffers, 2)
        device, done = self.device(indent), self.writer.fresh("e")
        waits = dict.fromkeys([*self.before(source, False), *self.before(target, True)])
        operands = ", ".join([*waits, f"%{source}", f"%{target}", device])
        self.writer.say(indent, f"{done} = device.memcpy ({operands}) : memref<1xi32>, memref<1xi32>")
        self.touched(source, False, done)
        self.touched(target, True, done)

    def element(self, indent: str) -> None:
        """A read whose value is written elsewhere."""
        source, target = self.random.choice(self.buffers), self.random.choice(self.buffers)
        if source == target:
            return
        zero, say = self.writer.fresh("z"), self.writer.say
        read, value, wrote = self.writer.fresh("e"), self.writer.fresh("v"), self.writer.fresh("e")
        say(indent, f"{zero} = arith.constant 0 : index")
        waits = ", ".join([*self.before(source, False), f"%{source}"])
        say(indent, f"{read}, {value} = device.read ({waits})[{zero}] : memref<1xi32>")
        waits = ", ".join([*self.before(target, True), value, f"%{target}"])
        say(indent, f"{wrote} = device.write ({waits})[{zero}] : !device.value<i32>, memref<1xi32>")
        self.touched(source, False, read)
        self.touched(target, True, wrote)

    def own(self, indent: str) -> None:
        """An access of who executes the region, behind what it awaits."""
        buffer, say = self.random.choice(self.buffers), self.writer.say
        writes = self.random.random() < 0.5
        for event in self.before(buffer, writes):
            say(indent, f"device.await {event} : !device.event")
        zero, value = self.writer.fresh("z"), self.writer.fresh("v")
        say(indent, f"{zero} = arith.constant 0 : index")
        if writes:
            say(indent, f"{value} = arith.constant 7 : i32")
            say(indent, f"memref.store {value}, %{buffer}[{zero}] : memref<1xi32>")
        else:
            say(indent, f"{value} = memref.load %{buffer}[{zero}] : memref<1xi32>")

    def loop(self, indent: str) -> None:
        """A loop that carries the event of its last launch."""
        buffer, say = self.random.choice(self.buffers), self.writer.say
        all_before = self.writer.fresh("e")
        say(indent, f"{all_before} = device.and {', '.join(self.before(buffer, True) or [self.start])}")
        out, carried, counter = (self.writer.fresh(w) for w in ("e", "w", "i"))
        device, names = self.writer.fresh("d"), ", ".join(f'"{d}"' for d in self.random.sample(_DEVICES, 2))
        inner, zero, value = self.writer.fresh("x"), self.writer.fresh("z"), self.writer.fresh("v")
        done, place = self.writer.fresh("e"), self.writer.fresh("r")
        waits = carried if not self.writer.sloppy or self.random.random() < 0.7 else all_before
        say(
            indent,
            f"{out} = scf.for {counter} = %c0 to %n step %c1 iter_args({carried} = {all_before}) -> (!device.event) {{",
        )
        say(indent, f"  {place} = arith.remui {counter}, %c2 : index")
        say(indent, f"  {device} = device.get {names}[{place}]")
        say(
            indent,
            f"  {done} = device.launch ({inner} = %{buffer} : memref<1xi32>) in ({waits}, {device}) {{",
        )
        say(indent, f"    {zero} = arith.constant 0 : index")
        say(indent, f"    {value} = memref.load {inner}[{zero}] : memref<1xi32>")
        say(indent, f"    memref.store {value}, {inner}[{zero}] : memref<1xi32>")
        say(indent, "  }")
        say(indent, f"  scf.yield {done} : !device.event")
        say(indent, "}")
        self.touched(buffer, True, out)


def program(seed: int) -> str:
    """A random program."""
    return Writer(seed).program()
