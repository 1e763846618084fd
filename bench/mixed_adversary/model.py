"""The judge: runs a program's tree with numbers, by docs/semantics.md and docs/semantics-queues.md.

What happens before what is the same in each order that tasks can take, for nothing here hangs on what memory holds. So one
run, in one legal order, with all that is ordered kept as a graph, shows each race there is.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from .happens import Graph, Object, Races, Seen
from .tree import (
    EXTENT,
    AddTo,
    Await,
    AwaitAll,
    Bin,
    Branch,
    Call,
    Check,
    Cmp,
    Commit,
    Const,
    Free,
    Function,
    Heap,
    Issue,
    Launch,
    Look,
    Loop,
    MakeGroup,
    Num,
    Pick,
    Place,
    Program,
    Put,
    Ready,
    Scope,
    Stack,
    Statement,
    Var,
    View,
    Wait,
    every,
)

MOST_STEPS = 1500


def signed(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


class FailsError(Exception):
    """An activation fails (SEM-18, SEM-19)."""


class StuckError(Exception):
    """What an activation does is undefined: it does nothing more (S004)."""


class OverError(Exception):
    """The run ends at once with this error (S018, S019), or was too long."""


@dataclass
class Completion:
    """Of a task, a group of operations, or a ready token: where it is in the order, as soon as that is known."""

    node: int | None = None
    read: int | None = None
    failed: bool = False


@dataclass
class Operation:
    read: int
    written: int
    failed: bool


@dataclass
class Members:
    """A group of `async.create_group`."""

    size: int
    members: list[Completion] = field(default_factory=list[Completion])
    adders: list[int] = field(default_factory=list[int])


@dataclass
class Activation:
    """The entry, a task's body, or an activation of an `async.func`."""

    node: int
    fifos: dict[object, list[Completion]] = field(default_factory=dict[object, list[Completion]])
    issued: list[Operation] = field(default_factory=list[Operation])
    gathering: list[Operation] | None = None
    stack: list[tuple[Object, int]] = field(default_factory=list[tuple[Object, int]])
    hot: int | None = None
    """Of an `async.func`: the end of what its caller does itself."""
    done: Completion = field(default_factory=Completion)
    error: str | None = None


Env = dict[str, "int | Seen | Completion | Members"]
Steps = Generator[None]


@dataclass
class Outcome:
    """What the judge says of a run."""

    races: set[tuple[int, int]]
    outside: set[tuple[int, int]]
    error: str | None
    """S018, S019, or how the entry ends: R101, R102, R103."""
    undefined: bool
    deadlock: bool
    cut: bool
    strange: bool
    """A value hangs on what the rules leave open."""
    arrays: list[list[int]]
    value: int | None
    late: set[int]
    """Who touches the caller's arrays and is not over when the entry is complete."""
    late_at_return: set[int]
    failures: bool
    fails_at_end: bool
    """An operation that nobody waits for fails its task, or the entry, at the end (QUE-48)."""
    loose: set[int]
    """What operations do that were never committed (QUE-11)."""

    @property
    def clean(self) -> bool:
        return not (self.races or self.outside or self.error or self.undefined or self.deadlock or self.cut)


class Run:
    def __init__(self, program: Program, numbers: tuple[int, ...], extent: int = EXTENT) -> None:
        self.program = program
        self.graph = Graph()
        self.races = Races(self.graph)
        self.steps = 0
        self.loose = set[int]()
        self.undefined = self.strange = self.failures = self.fails_at_end = False
        self.waiting: list[tuple[Activation, Steps]] = []
        self.shared = {q: ("shared", k) for k, queues in enumerate(program.fifos) for q in queues}
        self.arrays = [
            Object(name, [10 * (k + 1) + j for j in range(extent)], True)
            for k, name in enumerate(program.arrays)
        ]
        self.env: Env = dict(zip(program.numbers, numbers, strict=True))
        self.env.update({o.name: Seen(o, 0, extent) for o in self.arrays})
        self.value: int | None = None

    # Numbers and memory.

    def number(self, number: Num, env: Env) -> int:
        match number:
            case Const(value=value):
                return value
            case Var(name=name):
                found = env[name]
                assert isinstance(found, int)
                return found
            case Bin(op=op, a=a, b=b):
                return self.arithmetic(op, self.number(a, env), self.number(b, env))

    def arithmetic(self, op: str, x: int, y: int) -> int:
        match op:
            case "addi":
                return signed(x + y)
            case "subi":
                return signed(x - y)
            case "muli":
                return signed(x * y)
            case "remui":
                return signed((x % (1 << 64)) % (y % (1 << 64)))
            case "minsi":
                return min(x, y)
            case "maxsi":
                return max(x, y)
            case _:
                raise ValueError(op)

    def holds(self, c: Cmp, env: Env) -> bool:
        x, y = self.number(c.a, env), self.number(c.b, env)
        return {"eq": x == y, "ne": x != y, "slt": x < y, "sge": x >= y}[c.how]

    def element(self, place: Place, env: Env) -> tuple[Object, int]:
        seen, at = env[place.memory], self.number(place.at, env)
        assert isinstance(seen, Seen)
        if not 0 <= at < seen.size:
            self.undefined = True
            raise StuckError
        return seen.view, seen.offset + at

    def load(self, node: int, place: Place, env: Env, uid: int) -> int:
        memory, at = self.element(place, env)
        self.races.access(node, memory, at, False, uid)
        return memory.elements[at]

    def put(self, s: Put, env: Env, read: int, written: int) -> None:
        total = s.plus
        for place in s.sources:
            total = signed(total + self.load(read, place, env, s.uid))
        memory, at = self.element(s.to, env)
        self.races.access(written, memory, at, True, s.uid)
        memory.elements[at] = total

    # Waits.

    def begin_wait(self, act: Activation) -> None:
        if act.hot is None:
            act.hot = act.node

    def until(self, act: Activation, what: Completion, read: bool = False) -> Steps:
        self.begin_wait(act)
        while what.node is None:
            yield
        act.node = self.graph.node(act.node, what.read if read and what.read is not None else what.node)
        if what.failed:
            raise FailsError("R102")

    def fifo(self, act: Activation, queue: int) -> list[Completion]:
        return act.fifos.setdefault(self.shared.get(queue, queue), [])

    def wait(self, act: Activation, s: Wait, env: Env) -> Steps:
        """A wait by count that covers no group is not the first one of an `async.func` (SEM-24 could be read otherwise)."""
        count = self.number(s.count, env)
        if count < 0:
            raise OverError("S018")
        groups = self.fifo(act, self.number(s.queue, env))
        covered = min(count, len(groups)) if s.how == "wait_finished" else len(groups) - count
        if covered > 0:
            yield from self.until(act, groups[covered - 1], s.how == "wait_read")

    def awaits(self, act: Activation, s: Await, env: Env) -> Steps:
        found = [self.token(name, env) for name in s.tokens]
        self.begin_wait(act)
        while any(t.node is None for t in found):
            yield
        for token in found:
            yield from self.until(act, token, s.how == "queue.await_read")

    def token(self, name: str, env: Env) -> Completion:
        found = env[name]
        assert isinstance(found, Completion)
        return found

    def members(self, name: str, env: Env) -> Members:
        found = env[name]
        assert isinstance(found, Members)
        return found

    def await_all(self, act: Activation, group: Members) -> Steps:
        self.begin_wait(act)
        while len(group.members) < group.size or any(m.node is None for m in group.members):
            yield
        nodes = [m.node for m in group.members if m.node is not None]
        act.node = self.graph.node(act.node, *nodes, *group.adders)
        if any(m.failed for m in group.members):
            raise FailsError("R102")

    def add(self, act: Activation, s: AddTo, env: Env) -> None:
        group = self.members(s.group, env)
        if len(group.members) >= group.size:
            raise FailsError("R103")
        group.members.append(self.token(s.token, env))
        group.adders.append(act.node)
        act.node = self.graph.node(act.node)

    # Queues.

    def commit(self, act: Activation, s: Commit, env: Env) -> Steps:
        if act.gathering is not None:
            raise OverError("S019")
        queue = self.number(s.queue, env)
        act.gathering = []
        yield from self.block(act, s.body, dict(env))
        members, act.gathering = act.gathering, None
        groups = self.fifo(act, queue)
        older = groups[-1:]
        nodes = [m.written for m in members] + [g.node for g in older if g.node is not None]
        reads = [m.read for m in members] + [g.read for g in older if g.read is not None]
        failed = any(m.failed for m in members) or any(g.failed for g in older)
        group = Completion(self.graph.node(*nodes), self.graph.node(*reads), failed)
        groups.append(group)
        if s.result:
            env[s.result] = group

    def issue(self, act: Activation, s: Issue, env: Env) -> None:
        read = self.graph.node(act.node)
        written = self.graph.node(read)
        act.node = self.graph.node(act.node)
        failed = False
        writes: set[tuple[int, int]] = set()
        try:
            self.operate(s.body, dict(env), read, written, writes)
        except FailsError:
            failed = self.failures = True
        except StuckError:
            pass  # The others go on.
        operation = Operation(read, written, failed)
        act.issued.append(operation)
        if act.gathering is None:
            self.loose |= {each.uid for each in every(s.body)}
            called = [each.function for each in every(s.body) if isinstance(each, Call)]
            self.loose |= {each.uid for name in called for each in every(self.program.function(name).body)}
        if act.gathering is not None:
            act.gathering.append(operation)

    def operate(
        self, body: list[Statement], env: Env, read: int, written: int, writes: set[tuple[int, int]]
    ) -> None:
        """What an operation in flight does."""
        for s in body:
            self.step()
            match s:
                case Put():
                    for place in s.sources:
                        memory, at = self.element(place, env)
                        self.strange |= (id(memory), at) in writes
                    self.put(s, env, read, written)
                    memory, at = self.element(s.to, env)
                    writes.add((id(memory), at))
                case Look():
                    self.load(read, s.of, env, s.uid)
                case Loop():
                    for i in range(self.number(s.low, env), self.number(s.high, env)):
                        self.step()
                        self.operate(s.body, {**env, s.counter: i}, read, written, writes)
                case Branch():
                    region = s.then if self.holds(s.condition, env) else s.other
                    self.operate(region, dict(env), read, written, writes)
                case Call():
                    function = self.program.function(s.function)
                    self.operate(function.body, self.given(s, function, env), read, written, writes)
                case Check():
                    if not self.holds(s.condition, env):
                        raise FailsError("R101")
                case View():
                    self.view(s, env)
                case _:
                    raise TypeError(s)

    # Statements.

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise OverError("cut")

    def block(self, act: Activation, body: list[Statement], env: Env) -> Steps:
        for s in body:
            self.step()
            match s:
                case Put():
                    self.put(s, env, act.node, act.node)
                case Look():
                    self.load(act.node, s.of, env, s.uid)
                case Loop():
                    yield from self.loop(act, s, env)
                case Branch():
                    yield from self.branch(act, s, env)
                case Pick():
                    env[s.result] = env[s.yes if self.holds(s.condition, env) else s.no]
                case Ready():
                    node = self.graph.node()
                    env[s.result] = Completion(node, node)
                case Commit():
                    yield from self.commit(act, s, env)
                case Issue():
                    self.issue(act, s, env)
                case Wait():
                    yield from self.wait(act, s, env)
                case Await():
                    yield from self.awaits(act, s, env)
                case AwaitAll():
                    yield from self.await_all(act, self.members(s.group, env))
                case Launch():
                    self.launch(act, s, env)
                case MakeGroup():
                    env[s.result] = Members(self.number(s.size, env))
                case AddTo():
                    self.add(act, s, env)
                case Call():
                    yield from self.call(act, s, env)
                case Scope():
                    yield from self.frame(act, s.body, dict(env), s.uid)
                case Check():
                    if not self.holds(s.condition, env):
                        raise FailsError("R101")
                case Stack() | Heap() | Free() | View():
                    self.memory(act, s, env)

    def memory(self, act: Activation, s: Stack | Heap | Free | View, env: Env) -> None:
        if isinstance(s, View):
            self.view(s, env)
        elif isinstance(s, Free):
            seen = env[s.name]
            assert isinstance(seen, Seen)
            if id(seen.view) in self.races.ended:
                self.races.outside.add((s.uid, s.uid))
            self.races.free(act.node, seen.view, s.uid)
        else:
            made = Object(s.name, [0] * s.size)
            env[s.name] = Seen(made, 0, s.size)
            if isinstance(s, Stack):
                act.stack.append((made, s.uid))
            for at in range(s.size):
                self.races.access(act.node, made, at, True, s.uid)

    def view(self, s: View, env: Env) -> None:
        seen = env[s.of]
        assert isinstance(seen, Seen)
        if s.offset + s.size > seen.size:
            self.undefined = True
            raise StuckError
        env[s.name] = Seen(seen.view, seen.offset + s.offset, s.size)

    def loop(self, act: Activation, s: Loop, env: Env) -> Steps:
        handed = [env[c.first] for c in s.carried]
        for i in range(self.number(s.low, env), self.number(s.high, env)):
            self.step()
            inner = {**env, s.counter: i}
            inner.update({c.inside: h for c, h in zip(s.carried, handed, strict=True)})
            yield from self.block(act, s.body, inner)
            handed = [inner[c.handed] for c in s.carried]
        env.update({c.result: h for c, h in zip(s.carried, handed, strict=True)})

    def branch(self, act: Activation, s: Branch, env: Env) -> Steps:
        taken = self.holds(s.condition, env)
        inner = dict(env)
        yield from self.block(act, s.then if taken else s.other, inner)
        env.update({c.result: inner[c.yes if taken else c.no] for c in s.results})

    def frame(self, act: Activation, body: list[Statement], env: Env, uid: int) -> Steps:
        """A part of an activation with a stack of its own, which ends however it is left."""
        outer, act.stack = act.stack, []
        failure: FailsError | None = None
        try:
            yield from self.block(act, body, env)
        except FailsError as error:
            failure = error
        for memory, _ in act.stack:
            self.races.end(act.node, memory, uid)
        act.stack = outer
        if failure is not None:
            raise failure

    def given(self, s: Call, function: Function, env: Env) -> Env:
        inner: Env = {n: self.number(v, env) for n, v in zip(function.numbers, s.numbers, strict=True)}
        inner.update({m: env[v] for m, v in zip(function.memories, s.memories, strict=True)})
        inner.update({t: env[v] for t, v in zip(function.tokens, s.tokens, strict=True)})
        return inner

    def call(self, act: Activation, s: Call, env: Env) -> Steps:
        function = self.program.function(s.function)
        inner = self.given(s, function, env)
        if not function.hot:
            yield from self.frame(act, function.body, inner, s.uid)
            env.update({r: inner[t] for r, t in zip(s.results, function.returns, strict=True)})
            return
        callee = Activation(self.graph.node(act.node))
        for result in s.results:
            env[result] = callee.done
        self.go(callee, self.body(callee, function.body, inner, [], s.uid))
        act.node = self.graph.node(act.node, callee.node if callee.hot is None else callee.hot)

    def launch(self, act: Activation, s: Launch, env: Env) -> None:
        task = Activation(self.graph.node(act.node), hot=act.node)
        act.node = self.graph.node(act.node)
        needs = [self.token(t, env) for t in s.needs]
        inner = dict(env)
        env[s.result] = task.done
        self.go(task, self.body(task, s.body, inner, needs, s.uid))

    def body(
        self, act: Activation, body: list[Statement], env: Env, needs: list[Completion], uid: int
    ) -> Steps:
        """An activation from its start to its completion (QUE-47)."""
        try:
            while any(n.node is None for n in needs):
                yield
            nodes = [n.node for n in needs if n.node is not None]
            if nodes:
                act.node = self.graph.node(act.node, *nodes)
            if any(n.failed for n in needs):
                raise FailsError("R102")
            yield from self.block(act, body, env)
            if uid == 0:
                self.value = sum(self.load(act.node, p, env, 0) for p in self.program.returned)
        except FailsError as error:
            self.failures = True
            act.error = str(error)
        except StuckError:
            act.error = "stuck"
            return
        if act.error is None and any(o.failed for o in act.issued):
            act.error = "R102"
            self.fails_at_end = True
        node = self.graph.node(act.node, *(o.written for o in act.issued))
        for memory, _ in act.stack:
            self.races.end(node, memory, uid)
        act.done.failed = act.error is not None
        act.done.node = act.done.read = node

    # The run.

    def go(self, act: Activation, steps: Steps) -> None:
        """As far as it comes."""
        for _ in steps:
            self.waiting.append((act, steps))
            return

    def outcome(self) -> Outcome:
        entry = Activation(self.graph.node())
        entry.hot = entry.node
        steps = self.body(entry, self.program.body, self.env, [], 0)
        error: str | None = None
        at_return: int | None = None
        try:
            self.go(entry, steps)
            while self.waiting:
                waiting, self.waiting, before = self.waiting, [], self.steps
                done = len(waiting)
                nodes = len(self.graph.before)
                for act, each in waiting:
                    self.go(act, each)
                if len(self.waiting) == done and before == self.steps and nodes == len(self.graph.before):
                    break
            error = entry.error if entry.error != "stuck" else None
            at_return = entry.node
        except OverError as over:
            error = str(over)
        late, strict = set[int](), set[int]()
        if entry.done.node is not None and at_return is not None:
            late, strict = self.races.late(entry.done.node), self.races.late(at_return)
        return Outcome(
            self.races.found,
            self.races.outside,
            error if error != "cut" else None,
            self.undefined,
            bool(self.waiting) and error not in ("S018", "S019", "cut"),
            error == "cut",
            self.strange,
            [o.elements for o in self.arrays],
            signed(self.value) if self.value is not None else None,
            late,
            strict,
            self.failures,
            self.fails_at_end,
            self.loose,
        )


def run(program: Program, numbers: tuple[int, ...], extent: int = EXTENT) -> Outcome:
    return Run(program, numbers, extent).outcome()
