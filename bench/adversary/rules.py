"""What a run of a program with queues does, by the rules of docs/semantics-queues.md: half of the adversary's simulator.

Nothing here knows asyncir: only the standard library is imported. `translator.py` makes Python of MLIR text that calls this.

A program races or does not whatever the order in which operations complete: if a run has no race, then whatever completes
when, each read finds the same value. So one order decides all: an operation reads and writes when it is issued, and
is *in flight* until its thread waits for it. A run ends at its first race, at an error, or where its fuel is used up; what is
behind an error is not judged. An error in the body of an operation may come at any moment until it is waited for; `late=True`
lets the run go on there, so that "no race even so" can be told from "none, because the run has ended".
"""


class Undefined(Exception):
    """The run ends with an error (S002 to S021)."""


class Cut(Exception):
    """The run is longer than we look."""


class Race(Exception):
    """Two accesses are not ordered."""


def _same(self, *_):
    return self


class Poison:
    """An undefined value (SEM-35): computed with, and an error where it matters."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __bool__(self):
        raise Undefined("S006")

    __index__ = __int__ = __bool__


for _name in ("add", "sub", "mul", "and", "or", "xor", "truediv", "lshift", "rshift"):
    setattr(Poison, f"__{_name}__", _same)
    setattr(Poison, f"__r{_name}__", _same)
for _name in ("neg", "invert", "eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Poison, f"__{_name}__", _same)
POISON = Poison()


class Memory:
    """What one allocation gave, an argument, or a global: elements by their place, and who touched each."""

    __slots__ = ("content", "data", "dead", "name", "records", "size")

    def __init__(self, name, size, content=None):
        self.name, self.size, self.content = name, size, content
        self.data, self.records, self.dead = {}, {}, False

    def initial(self, place):
        return POISON if self.content is None else self.content(place)


class View:
    """A memref: where its elements lie in a memory."""

    __slots__ = ("memory", "offset", "sizes", "strides")

    def __init__(self, memory, offset, sizes, strides):
        self.memory, self.offset, self.sizes, self.strides = memory, offset, sizes, strides

    def dim(self, which):
        if not 0 <= which < len(self.sizes):
            raise Undefined("S004")
        return self.sizes[which]

    def place(self, indices):
        if self.memory.dead:
            raise Undefined("S002")
        at = self.offset
        for i, size, stride in zip(indices, self.sizes, self.strides, strict=True):
            if not 0 <= i < size:
                raise Undefined("S004")
            at += i * stride
        if not 0 <= at < self.memory.size:
            raise Undefined("S004")
        return at

    def places(self):
        """The places of all elements, row by row."""
        if self.memory.dead:
            raise Undefined("S002")
        ats = [self.offset]
        for size, stride in zip(self.sizes, self.strides, strict=True):
            if size > 1 << 14 or len(ats) * size > 1 << 14:
                raise Cut
            ats = [at + k * stride for at in ats for k in range(size)]
        if ats and not (min(ats) >= 0 and max(ats) < self.memory.size):
            raise Undefined("S004")
        return ats


class Operation:
    """An operation in flight: the barriers before its reads, and its writes, were waited for (None: not yet)."""

    __slots__ = ("accesses", "group", "location", "read_end", "thread", "write_end")

    def __init__(self, thread, location):
        self.thread, self.location = thread, location
        self.accesses, self.group = {}, None
        self.read_end = self.write_end = None

    def end(self, kind):
        return self.read_end if kind == "R" else self.write_end


class Fifo:
    """The groups of one FIFO of one thread; of those before `written` all operations are complete."""

    __slots__ = ("groups", "read", "written")

    def __init__(self):
        self.groups, self.read, self.written = [], 0, 0


class World:
    """One run: its threads, what they share, what was found."""

    def __init__(self, threads, fifos, fuel, late, relax):
        self.alone = threads == 1
        self.fifos, self.fuel, self.late, self.relax = fifos, fuel, late, relax
        self.shared, self.phase = {}, 0
        self.negative = self.uncovered = None
        self.executed = set()

    def check(self, thread, memory, place, kind, operation, location):
        """Compare an access with all before it at the same place, then remember it."""
        records = memory.records.setdefault(place, [])
        stale = False
        for record in records:
            before, who, issued, epoch, where = record
            end = epoch if issued is None else issued.end(before)
            if end is not None and (self.alone or end < self.phase):
                stale = True
            if issued is not None and issued is operation:
                continue
            if before == kind and kind in "RA":
                continue
            racing = (
                issued is not None and end is None
                if who == thread.index
                else end is None or end >= thread.epoch
            )
            if racing:
                raise Race(
                    f"{before}{kind} at {memory.name}[{place}]: {where} (thread {who}), {location} (thread {thread.index})"
                )
        if stale:
            records[:] = [
                r
                for r in records
                if (e := r[3] if r[2] is None else r[2].end(r[0])) is None
                or not (self.alone or e < self.phase)
            ]
        if operation is None:
            if self.alone:
                return
            records[:] = [r for r in records if not (r[2] is None and r[0] == kind and r[1] == thread.index)]
        records.append((kind, thread.index, operation, thread.epoch, location))


def _advised(number, advice):
    """A count as advice has it: so many in its place, so many more, or what stands there now and so many more."""
    if not advice or advice[0] == "write":
        return number + (advice[2] if advice else 0)
    return advice[1] + advice[2] if advice[0] == "set" else number + advice[2]


class Thread:
    """What one thread does: its queues, and the operation that it is saying now."""

    def __init__(self, world, index, where, grid):
        self.world, self.index, self.where, self.grid = world, index, where, grid
        self.epoch, self.fifos = 0, {}
        self.body = None
        self.open = None
        self.made, self.depth = {}, 0

    def tick(self):
        self.world.fuel -= 1
        if self.world.fuel < 0:
            raise Cut

    # accesses

    def touch(self, memory, place, kind, location):
        if self.body is None:
            self.world.check(self, memory, place, kind, None, location)
        else:
            self.body.accesses.setdefault((memory, place, kind), None)

    def load(self, view, indices, location):
        place = view.place(indices)
        self.touch(view.memory, place, "R", location)
        data = view.memory.data
        return data[place] if place in data else view.memory.initial(place)

    def store(self, value, view, indices, location):
        place = view.place(indices)
        self.touch(view.memory, place, "W", location)
        view.memory.data[place] = value

    def atomic(self, what, value, view, indices, location):
        place = view.place(indices)
        self.touch(view.memory, place, "A", location)
        data = view.memory.data
        old = data[place] if place in data else view.memory.initial(place)
        data[place] = what(old, value)
        return old if self.world.alone else POISON

    def copy(self, source, target, location):
        if list(source.sizes) != list(target.sizes):
            raise Undefined("S004")
        self.move(source.memory, source.places(), target.memory, target.places(), location)

    def move(self, source, reads, target, writes, location):
        values = []
        for place in reads:
            self.touch(source, place, "R", location)
            values.append(source.data[place] if place in source.data else source.initial(place))
        values += [0] * (len(writes) - len(values))
        for place, value in zip(writes, values, strict=True):
            self.touch(target, place, "W", location)
            target.data[place] = value

    def free(self, view, location):
        if view.memory.dead:
            raise Undefined("S003")
        for place in range(min(view.memory.size, 1 << 14)):
            self.touch(view.memory, place, "W", location)
        view.memory.dead = True

    def allocate(self, sizes, strides, offset, space, location, frame):
        if any(size < 0 for size in sizes):
            raise Undefined("S013")
        if strides is None:
            strides, step = [], 1
            for size in reversed(sizes):
                strides.insert(0, step)
                step *= size
        extent = (
            0
            if 0 in sizes
            else offset + 1 + sum((n - 1) * s for n, s in zip(sizes, strides, strict=True) if s > 0)
        )
        if "workgroup" in space:
            nth = self.made[location] = self.made.get(location, 0) + 1
            memory = self.world.shared.setdefault((location, nth), Memory(f"shared {location}", extent))
        else:
            memory = Memory(f"memory {location}", extent)
        if frame is not None and self.depth:
            frame.append(memory)
        return View(memory, offset, sizes, strides)

    def leave(self, frame):
        """A callee returns: nothing may be in flight on its own memory (S020)."""
        if frame and not self.world.late:
            for fifo in [*self.fifos.values(), None]:
                groups = [self.made.get("loose", [])] if fifo is None else fifo.groups[fifo.read :]
                if any(
                    op.write_end is None and memory in frame
                    for g in groups
                    for op in g
                    for memory, _, _ in op.accesses
                ):
                    raise Undefined("S020")

    def leaves(self):
        """Whether something writes memory of the caller's when the entry returns, by a FIFO that is not the hardware's."""
        groups = [
            g for name, fifo in self.fifos.items() if name != "cp.async" for g in fifo.groups[fifo.written :]
        ]
        accesses = [a for g in groups for op in g if op.write_end is None for a in op.accesses]
        return any(kind != "R" and memory.name == "argument" for memory, _, kind in accesses)

    # operations and groups

    def begin(self, location):
        self.tick()
        self.body = Operation(self.index, location)

    def fault(self):
        """The body meets an error: the run may end here, or at any time until the wait."""
        if not self.world.late:
            raise Undefined("in a body")

    def end(self, copy=False):
        operation, self.body = self.body, None
        for memory, place, kind in operation.accesses:
            self.world.check(self, memory, place, kind, operation, operation.location)
        if not copy:
            (self.made.setdefault("loose", []) if self.open is None else self.open[1]).append(operation)
        return operation

    def nv_copy(self, source, reads, target, writes, count, real, location):
        """`nvgpu.device_async_copy`: `real` elements of the source, zeros for the rest of the `count`."""
        self.begin(location)
        try:
            real = count if real is None else real
            if not 0 <= real <= count:
                raise Undefined("S004")
            spans = []
            for view, indices, n in ((source, reads, real), (target, writes, count)):
                spans.append([view.place([*indices[:-1], indices[-1] + k]) for k in range(n)])
            self.move(source.memory, spans[0], target.memory, spans[1], location)
        except Undefined:
            self.fault()
        return self.end(copy=True)

    def fifo(self, queue):
        name = self.world.fifos.get(queue, queue)
        if name not in self.fifos:
            self.fifos[name] = Fifo()
        return self.fifos[name]

    def commit(self, queue):
        if self.open is not None:
            raise Undefined("S019")
        self.open = (queue, [])

    def committed(self):
        (queue, operations), self.open = self.open, None
        return self.group(queue, operations)

    def group(self, queue, operations):
        fifo = self.fifo(queue)
        fifo.groups.append(operations)
        for operation in operations:
            operation.group = (fifo, len(fifo.groups) - 1)
        return (fifo, len(fifo.groups) - 1)

    # waits

    def wait(self, form, queue, number, location, covers=None):
        """`wait`, `wait_read`, `wait_finished`: at most so many youngest groups stay in flight."""
        fifo, advice = self.fifo(queue), self.world.relax.get(location)
        self.world.executed.add(location)
        if advice == "drop":
            return
        if number < 0:
            self.world.negative = location
            raise Undefined("S018")
        made = len(fifo.groups)
        if form == "wait_finished":
            number = made - min(advice[1] if advice and advice[0] == "write" else number, made)
        elif advice and advice[0] == "write":
            number = advice[1]
        limit = made - _advised(number, advice)
        self.retire(fifo, limit, form == "wait_read", location, covers)

    def awaited(self, tokens, reads_only, location, covers=None):
        advice = self.world.relax.get(location)
        self.world.executed.add(location)
        for token in tokens:
            if isinstance(token, Operation) and token.group is None:
                raise Undefined("S021")
        if advice == "drop":
            return
        for token in tokens:
            if token is None:
                continue
            fifo, index = token.group if isinstance(token, Operation) else token
            limit = len(fifo.groups) - _advised(len(fifo.groups) - index - 1, advice)
            self.retire(fifo, limit, reads_only, location, covers)

    def retire(self, fifo, limit, reads_only, location, covers):
        listed = None if covers is None else {view.memory for view in covers}
        for group in fifo.groups[fifo.read if reads_only else fifo.written : max(limit, 0)]:
            for operation in group:
                if listed is not None and any(
                    m not in listed and (operation.read_end is None if k == "R" else not reads_only)
                    for m, _, k in operation.accesses
                ):
                    self.world.uncovered = location
                if operation.read_end is None:
                    operation.read_end = self.epoch
                if not reads_only and operation.write_end is None:
                    operation.write_end = self.epoch
        fifo.read = max(fifo.read, limit)
        if not reads_only:
            fifo.written = max(fifo.written, limit)
