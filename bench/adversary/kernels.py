"""Kernels as people write them: rings of buffers that are filled ahead, in many dresses, mostly right and sometimes not.

One function, `ring`, makes them all. What differs between families is the dress: how the loop is written, how slots are
computed, how copies are issued, guarded and waited for, what comes around it.
"""

from .writer import Writer

FLAT = "memref<?xf32>"
SHARED = "#gpu.address_space<workgroup>"

# family -> how likely each dress is; what is not said is the plain one
FAMILIES = {
    "ring": {},
    "ints": {"wild": 0.7, "counter": 0.5, "loop": {"for": 4, "typed": 3, "unsigned": 3}},
    "guards": {"guard": 0.8, "tail": {"guard": 4, "body": 4, "fewer": 1, "none": 1}},
    "while": {"loop": {"while": 1}},
    "early": {"loop": {"cf": 1}},
    "calls": {"calls": 0.8},
    "recursion": {"recursion": 1},
    "fifos": {"queues": 0.8, "computed": 0.6},
    "threads": {"threads": 1},
    "async": {"threads": 0.5, "issue": {"nv": 1}, "sources": 0.5},
    "cells": {"cells": 1},
    "strides": {"views": 1},
    "nests": {"nest": 1, "counter": 0.8},
    "persistent": {"nest": 1, "counter": 1, "threads": 0.7, "grid": 0.7},
    "tokens": {"wait": {"token": 1}},
    "empty": {"empty": 0.7},
    "stages": {"stages": 1},
}


class Ring:
    """One kernel in the making: its choices, and what is written so far."""

    def __init__(self, rng, family):
        self.w = w = Writer(rng)
        dress = FAMILIES[family]
        self.family = family

        def wears(what, otherwise=0.0):
            return w.chance(dress.get(what, otherwise))

        self.wild = dress.get("wild", 0.08)
        self.threads = w.pick(2, 3, 4, 4, 8) if wears("threads") else 1
        self.slots = w.weighted({1: 1, 2: 5, 3: 5, 4: 4, 5: 2, 6: 1, 8: 1, 24: 0.2})
        self.ahead = w.rng.randint(0, self.slots - 1) if w.chance(0.3) else self.slots - 1
        if w.chance(0.08):
            self.ahead = self.slots
        self.issue = w.weighted(dress.get("issue", {"queue": 8, "copy": 1}))
        self.wait = w.weighted(
            {"count": 1} if self.issue == "nv" else dress.get("wait", {"count": 8, "finished": 1, "token": 1})
        )
        if self.issue == "nv" and w.chance(0.6):
            self.wait = "token"
        self.loop = w.weighted(
            dress.get("loop", {"for": 12, "while": 1, "unsigned": 1, "typed": 0.5, "cf": 0.5})
        )
        self.tail = w.weighted(dress.get("tail", {"none": 6, "guard": 2, "body": 1, "fewer": 1}))
        self.nest, self.counter = wears("nest"), wears("counter", 0.1)
        self.calls, self.recursion = wears("calls"), wears("recursion")
        self.cells, self.views, self.grid = wears("cells"), wears("views"), wears("grid")
        self.queues, self.computed = wears("queues"), wears("computed")
        self.sources, self.empty, self.stages = wears("sources", 0.1), wears("empty", 0.03), wears("stages")
        self.guard = wears("guard")
        self.buffers = 2 if w.chance(0.25) else 1
        self.split = self.buffers == 2 and w.chance(0.4)
        self.width = w.pick(1, 1, 2, 4) if self.issue != "queue" else 1
        self.first = w.chance(0.5)  # issue in front of the wait?
        self.fifo = 0
        self.tile = self.width * self.threads

    # memory

    def ring_type(self):
        space = f", {SHARED}" if self.threads > 1 or self.issue == "nv" else ""
        if self.views and self.layout:
            a, b, start = self.layout
            return f"memref<{self.slots}x{self.tile}xf32, strided<[{a}, {b}], offset: {start}>>"
        return f"memref<{self.slots}x{self.tile}xf32{space}>"

    def make_rings(self):
        w, self.layout = self.w, None
        if self.views:
            s, t = self.slots, self.tile
            total = s * t
            layout = w.pick(
                (t, 1, 0),
                (1, s, 0),
                (-t, 1, (s - 1) * t),
                (t, -1, t - 1),
                (2 * t, 2, 0),
                (t, 1, 3),
                (max(t - 1, 1), 1, 0),
                (0, 1, 0),
                (t + 1, 1, 0),
            )
            self.rings = []
            extent = layout[2] + max(0, (s - 1) * layout[0]) + max(0, (t - 1) * layout[1]) + 1
            base = w.value(f"memref.alloca() : memref<{extent}xf32>", "R")
            plain = f"memref<{extent}xf32>"
            for k in range(self.buffers):
                if k and w.chance(0.5):
                    base = w.value(f"memref.alloca() : memref<{extent}xf32>", "R")
                self.layout = layout
                form = f"offset: [{layout[2]}], sizes: [{s}, {t}], strides: [{layout[0]}, {layout[1]}]"
                self.rings.append(
                    w.value(f"memref.reinterpret_cast {base} to {form} : {plain} to {self.ring_type()}", "V")
                )
            del total
            return
        form = "alloc" if "workgroup" in self.ring_type() else w.pick("alloca", "alloc")
        self.rings = [w.value(f"memref.{form}() : {self.ring_type()}", "R") for _ in range(self.buffers)]

    # one group of copies

    def slot(self, i, extra=0):
        return self.w.modulo(self.w.add(i, extra), self.slots, self.wild)

    def queue_of(self, i):
        if not self.computed_queue:
            return str(self.fifo)
        return self.w.modulo(i, self.computed_queue, 0)

    def copy_one(self, ring, at, slot, edge):
        """One copy of a tile's part of this thread into a slot."""
        w, kind = self.w, self.ring_type()
        column = self.mine
        if self.issue == "nv":
            more = ""
            if self.sources and edge is not None:
                more = ", " + w.select(edge, w.const(self.width), w.const(0))
            elif self.sources and w.chance(0.3):
                more = ", " + w.const(w.rng.randint(0, self.width))
            copied = f"{self.source}[{at}], {ring}[{slot}, {column}], {self.width}{more} : {FLAT} to {kind}"
            self.copies.append(w.value(f"nvgpu.device_async_copy {copied}", "t"))
            return
        if self.issue == "copy" and not self.views:
            from_type = f"memref<{self.tile}xf32, strided<[1], offset: ?>>"
            space = f", {SHARED}" if SHARED in kind else ""
            to_type = from_type[:-1] + space + ">"
            one = f"memref.subview {ring}[{slot}, 0] [1, {self.tile}] [1, 1] : {kind} to {to_type}"
            size = w.const(0) if self.empty else None
            from_ = w.value(f"memref.subview {self.source}[{at}] [{self.tile}] [1] : {FLAT} to {from_type}")
            to = w.value(one)
            if size is not None:
                size = self.length
                loose = "memref<?xf32, strided<[1], offset: ?>>"
                shared = loose[:-1] + space + ">"
                from_ = w.value(f"memref.subview {from_}[0] [{size}] [1] : {from_type} to {loose}")
                to = w.value(f"memref.subview {to}[0] [{size}] [1] : {to_type} to {shared}")
                from_type, to_type = loose, shared
            w.open("queue.async")
            w.line(f"memref.copy {from_}, {to} : {from_type} to {to_type}")
            w.end()
            return
        w.open("queue.async")
        if edge is not None:
            w.open(f"scf.if {edge}")
        x = w.value(f"memref.load {self.source}[{at}] : {FLAT}")
        w.line(f"memref.store {x}, {ring}[{slot}, {column}] : {kind}")
        if edge is not None:
            w.end()
        w.end()

    def group(self, i, extra=0, slot=None, token=False):
        """Issues the copies of step i + extra, in one group or in one for each buffer."""
        w = self.w
        step = w.add(i, extra)
        slot = self.slot(i, extra) if slot is None else slot
        at = step if self.tile == 1 else w.op("addi", w.op("muli", step, w.const(self.tile)), self.mine)
        edge = None
        if self.tail in ("guard", "body", "fewer") and self.high is not None:
            edge = w.cmp(w.pick("slt", "slt", "slt", "ult", "ne"), step, self.high)
            if self.guard and w.chance(0.5):
                edge = w.op(
                    w.pick("andi", "ori"),
                    edge,
                    w.cmp(w.pick("ne", "sge", "eq"), step, w.const(w.pick(0, 0, 1, 5))),
                    "i1",
                )
        inside = edge if self.tail == "body" else None
        around = edge if self.tail in ("guard", "fewer") else None
        self.copies = []
        tokens = []
        if self.issue == "nv":
            for ring in self.rings:
                self.copy_one(ring, at, slot, edge)
                if self.split:
                    tokens.append(w.value(f"nvgpu.device_async_create_group {self.copies.pop()}", "g"))
            if not self.split:
                tokens.append(w.value(f"nvgpu.device_async_create_group {', '.join(self.copies)}", "g"))
            return tokens[-1]
        if around is not None and self.tail == "fewer" and not token:
            w.open(f"scf.if {around}")
        for rings in [[r] for r in self.rings] if self.split else [self.rings]:
            name = w.name("t")
            w.open((f"{name} = " if token else "") + f"queue.commit({self.queue_of(step)})")
            if around is not None and (self.tail == "guard" or token):
                w.open(f"scf.if {around}")
            for ring in rings:
                self.copy_one(ring, at, slot, inside)
            if around is not None and (self.tail == "guard" or token):
                w.end()
            w.end(" -> !async.token" if token else "")
            tokens.append(name)
        if around is not None and self.tail == "fewer" and not token:
            w.end()
        return tokens[-1]

    def use(self, i, slot):
        """Reads the slot of step i: what this thread copied, or what its neighbour did."""
        w, kind = self.w, self.ring_type()
        column = self.mine
        if self.threads > 1 and self.neighbour is not None:
            column = self.neighbour
        if self.width > 1 and w.chance(0.5) and self.threads == 1:
            column = w.const(w.rng.randrange(self.tile))
        ring = w.pick(*self.rings)
        y = w.value(f"memref.load {ring}[{slot}, {column}] : {kind}", "y")
        if w.chance(0.3):
            w.line(
                f"memref.store {y}, %out[{i}] : {FLAT}"
                if self.threads == 1
                else f"memref.store {y}, %out[{self.mine}] : {FLAT}"
            )

    def barrier(self):
        if self.threads > 1 or self.w.chance(0.01):
            self.w.line("gpu.barrier")

    def wait_for(self, i, count, token=None, start=None):
        """The wait in front of the use of step i."""
        w = self.w
        if token is not None:
            if self.issue == "nv":
                w.line(f"nvgpu.device_async_wait {token}")
            else:
                w.line(f"queue.await {token} : !async.token")
        elif self.issue == "nv":
            w.line(f"nvgpu.device_async_wait {self.any_group} {{numGroups = {count} : i32}}")
        elif self.wait == "finished":
            done = w.add(i if start is None else w.op("subi", i, start), 1)
            if self.buffers == 2 and self.split:
                done = w.op("muli", done, w.const(2))
            w.line(f"queue.wait_finished({self.fifo}, {done})")
        elif self.computed and w.chance(0.6):
            n = w.const(count)
            if self.high is not None and self.tail != "none" and w.chance(0.5):
                left = w.op("subi", w.op("subi", self.high, w.const(1)), i)
                n = w.op(w.pick("minsi", "minsi", "minui"), left, n)
            elif w.chance(0.3):
                n = w.op("addi", w.modulo(i, 1), n)
            w.line(f"queue.wait({self.queue_of(i)}, {n})")
        else:
            w.line(f"queue.wait({self.queue_of(i)}, {count})")


def ring(rng, family):
    """The text of one kernel of a family."""
    from . import dresses

    kernel = Ring(rng, family)
    dresses.write(kernel)
    return "\n".join(kernel.w.lines) + "\n"
