"""Random programs with tasks and queues. They are made without much care for races: `settling.py` sees to that."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .tree import (
    EXTENT,
    AddTo,
    Await,
    AwaitAll,
    Bin,
    Branch,
    Call,
    Carried,
    Check,
    Chosen,
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
    Scoped,
    Stack,
    Statement,
    Var,
    View,
    Wait,
)

FEATURES = (
    "loops",
    "branches",
    "carried",
    "nested",
    "calls",
    "hot",
    "groups",
    "stacks",
    "heaps",
    "views",
    "loose",
    "queues",
    "fifos",
    "computed",
    "reads",
    "finished",
    "tokens",
    "inner",
    "whiles",
    "failing",
    "empty",
    "scopes",
)


@dataclass
class Context:
    """Where statements are made: what is visible, and what may stand here."""

    scope: Scoped
    depth: int = 0
    looped: int = 0
    in_commit: bool = False
    commits: bool = True
    """Commits may stand here (in functions that a commit calls they may not)."""


@dataclass
class Kind:
    """What a function of the program does, so that it is called where it may be."""

    function: Function
    issues: bool = False
    commits: bool = False
    waits: bool = False


@dataclass
class Grower:
    rng: random.Random
    features: set[str]
    names: int = 0
    kinds: list[Kind] = field(default_factory=list[Kind])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    budget: int = 0

    def fresh(self, what: str) -> str:
        self.names += 1
        return f"{what}{self.names}"

    def chance(self, percent: int) -> bool:
        return self.rng.random() * 100 < percent

    def has(self, feature: str, percent: int) -> bool:
        return feature in self.features and self.chance(percent)

    # Numbers.

    def index(self, c: Context, size: int) -> Num:
        names = c.scope.numbers
        pick = self.rng.random()
        if names and pick < 0.5:
            name = self.rng.choice(names[-2:] if self.chance(70) else names)
            base: Num = Var(name)
            if self.chance(40):
                base = Bin("addi", base, Const(self.rng.randint(0, 2)))
            if size < EXTENT or name[0] not in "ij" or self.chance(55):
                base = Bin("remui", base, Const(self.rng.choice([m for m in (1, 2, 3, size) if m <= size])))
            return base
        return Const(self.rng.randrange(size))

    def memory(self, c: Context) -> str:
        names = c.scope.memories
        return self.rng.choice(names[-3:] if self.chance(40) else names)

    def place(self, c: Context) -> Place:
        memory = self.memory(c)
        return Place(memory, self.index(c, self.sizes.get(memory, EXTENT)))

    def trips(self, c: Context) -> Num:
        names = c.scope.numbers
        if names and self.chance(65):
            return Var(self.rng.choice(names))
        return Const(self.rng.choice((0, 1, 2, 2, 3)))

    def queue(self, c: Context) -> Num:
        if "queues" not in self.features:
            return Const(0)
        if self.has("computed", 25) and c.scope.numbers:
            return Bin("remui", Var(self.rng.choice(c.scope.numbers)), Const(2))
        return Const(self.rng.choice((0, 0, 1, 2)))

    def count(self, c: Context) -> Num:
        if self.has("computed", 30) and c.scope.numbers:
            name = Var(self.rng.choice(c.scope.numbers))
            return self.rng.choice(
                (
                    Bin("remui", name, Const(3)),
                    Bin("maxsi", Const(0), Bin("subi", Const(self.rng.randint(1, 2)), name)),
                    Bin("maxsi", Const(0), Bin("subi", Var(self.rng.choice(c.scope.numbers)), name)),
                    Bin("minsi", Const(2), Bin("maxsi", Const(0), name)),
                )
            )
        return Const(self.rng.choice((0, 0, 0, 1, 1, 2, 3)))

    def condition(self, c: Context) -> Cmp:
        a: Num = Var(self.rng.choice(c.scope.numbers)) if c.scope.numbers else Const(1)
        if self.chance(30):
            a = Bin("remui", a, Const(2))
        return Cmp(self.rng.choice(("eq", "ne", "slt", "sge")), a, Const(self.rng.randint(0, 2)))

    # Statements.

    def put(self, c: Context) -> Statement:
        sources = [self.place(c) for _ in range(self.rng.choice((0, 1, 1, 1, 2)))]
        return Put(self.place(c), sources, self.rng.randint(1, 9))

    def look(self, c: Context) -> Statement:
        return Look(self.place(c))

    def operation(self, c: Context) -> Statement:
        body: list[Statement] = [self.put(c)]
        if self.chance(15):
            body.append(self.put(c))
        if self.has("loops", 15):
            inner = Context(c.scope.copy())
            counter = self.fresh("j")
            inner.scope.numbers.append(counter)
            body = [Loop(counter, Const(0), self.trips(c), [self.put(inner)], [])]
        if self.has("failing", 12):
            body.insert(0, Check(self.condition(c)))
        callable_here = [k for k in self.kinds if not (k.issues or k.commits or k.waits)]
        if callable_here and self.chance(20):
            body = [self.call_of(self.rng.choice(callable_here), c)]
        return Issue(body)

    def issues(self, c: Context) -> list[Statement]:
        """What issues operations, in a commit or outside."""
        pick = self.rng.random()
        if pick < 0.15 and "loops" in self.features:
            inner = Context(c.scope.copy(), c.depth, c.looped + 1, c.in_commit)
            counter = self.fresh("i")
            inner.scope.numbers.append(counter)
            return [Loop(counter, Const(0), self.trips(c), [self.operation(inner)], [])]
        if pick < 0.27 and "branches" in self.features:
            other = [self.operation(c)] if self.chance(40) else []
            return [Branch(self.condition(c), [self.operation(c)], other, [])]
        issuers = [k for k in self.kinds if k.issues and not k.commits]
        if issuers and pick < 0.5:
            return [self.call_of(self.rng.choice(issuers), c)]
        return [self.operation(c)]

    def commit(self, c: Context) -> list[Statement]:
        inner = Context(c.scope.copy(), c.depth, c.looped, True, False)
        body: list[Statement] = []
        if self.has("inner", 15):
            body.append(self.any_wait(inner))
        if not self.has("empty", 12):
            for _ in range(self.rng.choice((1, 1, 1, 2))):
                body += self.issues(inner)
        if self.has("inner", 10):
            body.append(self.look(inner))
        result = self.fresh("g") if self.has("tokens", 60) else None
        made: list[Statement] = [Commit(self.queue(c), body, result)]
        if result:
            c.scope.tokens.append(result)
        return made

    def token(self, c: Context) -> str:
        tokens = c.scope.tokens
        return self.rng.choice(tokens[-3:] if self.chance(60) else tokens)

    def any_wait(self, c: Context) -> Statement:
        if c.scope.tokens and self.chance(45):
            how = self.rng.choice(("queue.await", "async.await"))
            if self.has("reads", 15):
                return Await("queue.await_read", [self.token(c)])
            names = [self.token(c)]
            if how == "queue.await" and self.chance(25):
                names.append(self.token(c))
            return Await("queue.await" if how == "queue.await" else "async.await", names)
        if self.has("reads", 15):
            return Wait("wait_read", self.queue(c), self.count(c))
        if self.has("finished", 20):
            return Wait("wait_finished", self.queue(c), self.count(c))
        return Wait("wait", self.queue(c), self.count(c))

    def launch(self, c: Context) -> list[Statement]:
        needs = [self.token(c) for _ in range(self.rng.choice((0, 0, 1, 2)))] if c.scope.tokens else []
        inner = Context(c.scope.copy(), c.depth + 1, c.looped)
        body = self.block(inner, self.rng.randint(1, 3))
        result = self.fresh("t")
        c.scope.tokens.append(result)
        return [Launch(result, list(dict.fromkeys(needs)), body)]

    def loop(self, c: Context) -> list[Statement]:
        counter, statements = self.fresh("i"), list[Statement]()
        inner = Context(c.scope.copy(), c.depth + 1, c.looped + 1, c.in_commit, c.commits)
        inner.scope.numbers.append(counter)
        carried: list[Carried] = []
        if self.has("carried", 60):
            for _ in range(self.rng.choice((1, 1, 2))):
                first = self.token(c) if c.scope.tokens and self.chance(40) else self.fresh("r")
                if first not in c.scope.tokens:
                    statements.append(Ready(first))
                    c.scope.tokens.append(first)
                carried.append(Carried(self.fresh("a"), first, first, self.fresh("l")))
            inner.scope.tokens += [k.inside for k in carried]
        body = self.block(inner, self.rng.randint(1, 3))
        for k in carried:
            k.handed = self.token(inner)
        low: Num = Const(0) if self.chance(85) else Const(1)
        statements.append(Loop(counter, low, self.trips(c), body, carried, self.has("whiles", 30)))
        c.scope.tokens += [k.result for k in carried]
        return statements

    def branch(self, c: Context) -> list[Statement]:
        yes = Context(c.scope.copy(), c.depth + 1, c.looped, c.in_commit, c.commits)
        no = Context(c.scope.copy(), c.depth + 1, c.looped, c.in_commit, c.commits)
        then = self.block(yes, self.rng.randint(1, 2))
        other = self.block(no, 1) if self.chance(40) else []
        results: list[Chosen] = []
        if yes.scope.tokens and no.scope.tokens and self.chance(40):
            results.append(Chosen(self.fresh("b"), yes.scope.tokens[-1], self.rng.choice(no.scope.tokens)))
        c.scope.tokens += [r.result for r in results]
        return [Branch(self.condition(c), then, other, results)]

    def pick(self, c: Context) -> list[Statement]:
        if len(c.scope.tokens) < 2:
            return []
        made = Pick(self.fresh("p"), self.condition(c), self.token(c), self.token(c))
        c.scope.tokens.append(made.result)
        return [made]

    def group(self, c: Context) -> list[Statement]:
        """A group of tokens, filled by a loop or one after the other, and perhaps awaited."""
        name = self.fresh("s")
        if self.chance(50) and c.scope.tokens:
            tokens = [self.token(c) for _ in range(self.rng.randint(1, 3))]
            made: list[Statement] = [MakeGroup(name, Const(len(tokens))), *(AddTo(t, name) for t in tokens)]
        else:
            trips, counter = self.trips(c), self.fresh("i")
            inner = Context(c.scope.copy(), c.depth + 1, c.looped + 1)
            inner.scope.numbers.append(counter)
            filling = self.launch(inner) if self.chance(60) else self.commit(inner)
            if isinstance(filling[-1], Commit) and filling[-1].result is None:
                filling[-1].result = self.fresh("g")
                inner.scope.tokens.append(filling[-1].result)
            body: list[Statement] = [*filling, AddTo(inner.scope.tokens[-1], name)]
            size = trips if isinstance(trips, Const) else Bin("maxsi", Const(0), trips)
            made = [MakeGroup(name, size), Loop(counter, Const(0), trips, body, [])]
        c.scope.groups.append(name)
        if self.chance(60):
            made.append(AwaitAll(name))
        return made

    def call_of(self, kind: Kind, c: Context) -> Call:
        f = kind.function
        numbers = [self.number_for(c) for _ in f.numbers]
        memories = [self.large_enough(c, self.sizes[m]) for m in f.memories]
        tokens = [self.token(c) for _ in f.tokens]
        results = [self.fresh("u")] if f.hot else [self.fresh("u") for _ in f.returns]
        c.scope.tokens += results
        return Call(f.name, numbers, memories, tokens, results)

    def large_enough(self, c: Context, size: int) -> str:
        for _ in range(9):
            memory = self.memory(c)
            if self.sizes.get(memory, EXTENT) >= size:
                return memory
        return self.memory(c)

    def number_for(self, c: Context) -> Num:
        if c.scope.numbers and self.chance(70):
            return Var(self.rng.choice(c.scope.numbers))
        return Const(self.rng.randint(0, 2))

    def call(self, c: Context) -> list[Statement]:
        fit = [
            k
            for k in self.kinds
            if (c.scope.tokens or not k.function.tokens)
            and not (c.in_commit and k.commits and not k.function.hot)
        ]
        return [self.call_of(self.rng.choice(fit), c)] if fit else []

    def memories(self, c: Context) -> list[Statement]:
        """A view, or memory that ends with what is around it."""
        if self.has("views", 50):
            of = self.memory(c)
            size = self.sizes.get(of, EXTENT)
            length = self.rng.randint(1, size)
            made = View(self.fresh("V"), of, self.rng.randint(0, size - length), length)
            self.sizes[made.name] = length
            c.scope.memories.append(made.name)
            return [made]
        if self.has("heaps", 40):
            made = Heap(self.fresh("H"), self.rng.choice((1, 2)))
        elif "stacks" in self.features:
            made = Stack(self.fresh("S"), self.rng.choice((1, 2)))
        else:
            return []
        self.sizes[made.name] = made.size
        c.scope.memories.append(made.name)
        return [made]

    def scoped(self, c: Context) -> list[Statement]:
        inner = Context(c.scope.copy(), c.depth + 1, c.looped, c.in_commit, c.commits)
        return [Scope(self.block(inner, 2))]

    def one(self, c: Context) -> list[Statement]:
        ways = ["wait", "access"] + (["commit"] * 4 if c.commits else [])
        ways += ["issue"] * 3 if c.in_commit else ["issue"] if "loose" in self.features else []
        if not c.commits and not c.in_commit:
            ways += ["issue"] * 3
        if c.depth < 3 and self.budget > 0:
            ways += ["launch"] * (3 if c.depth == 0 else 1 if "nested" in self.features else 0)
            ways += ["loop"] * 2 * ("loops" in self.features and c.looped < 2)
            ways += ["branch"] * ("branches" in self.features)
            ways += ["group"] * ("groups" in self.features and c.commits)
            ways += ["scope"] * ("scopes" in self.features)
        ways += ["call"] * 2 * bool(self.kinds and c.commits) + ["pick"] * ("tokens" in self.features)
        ways += ["memory"] * bool({"stacks", "heaps", "views"} & self.features)
        ways += ["check"] * ("failing" in self.features and self.chance(40))
        match self.rng.choice(ways):
            case "wait":
                return [self.any_wait(c)]
            case "access":
                return [self.put(c) if self.chance(50) else self.look(c)]
            case "issue":
                return self.issues(c)
            case "check":
                return [Check(self.condition(c))]
            case way:
                made = {
                    "commit": self.commit,
                    "launch": self.launch,
                    "loop": self.loop,
                    "branch": self.branch,
                    "group": self.group,
                    "scope": self.scoped,
                    "call": self.call,
                    "pick": self.pick,
                    "memory": self.memories,
                }[way]
                return made(c)

    def block(self, c: Context, length: int) -> list[Statement]:
        body: list[Statement] = []
        for _ in range(length):
            self.budget -= 1
            body += self.one(c)
        heaps = [s.name for s in body if isinstance(s, Heap)]
        return body + [Free(name) for name in heaps if self.chance(80)]

    # Functions and the whole.

    def function(self) -> None:
        name, rng = self.fresh("f"), self.rng
        hot = "hot" in self.features and self.chance(50)
        memories = [self.fresh("M") for _ in range(rng.randint(1, 2))]
        numbers = [self.fresh("m")]
        for memory in memories:
            self.sizes[memory] = 1 if self.chance(30) else 2
        way = "all" if hot else rng.choice(("work", "issuer", "committer", "waiter", "all"))
        tokens = [self.fresh("q")] if way == "waiter" or (way == "all" and self.chance(40)) else []
        c = Context(Scoped(list(numbers), list(memories), list(tokens), []), 1)
        f = Function(name, hot, numbers, memories, tokens, [], [])
        kind = Kind(f)
        match way:
            case "work":
                f.body = [self.put(c)]
            case "issuer":
                kind.issues = True
                c.commits = False
                f.body = [s for _ in range(rng.choice((1, 1, 2))) for s in self.issues(c)]
            case "waiter":
                kind.waits = True
                f.body = [self.any_wait(c)]
            case _:
                kind.issues = kind.commits = kind.waits = True
                f.body = self.block(c, rng.randint(1, 3)) if way == "all" else self.commit(c)
                made = [t for t in c.scope.tokens if t not in tokens]
                if made and not hot:
                    f.returns = [rng.choice(made)]
        self.kinds.append(kind)

    def program(self) -> Program:
        rng = self.rng
        self.budget = rng.randint(7, 14)
        if {"calls", "hot"} & self.features:
            for _ in range(rng.randint(1, 3)):
                self.function()
        c = Context(Scoped(["n", "k"], ["A", "B", "C"], [], []))
        body = self.block(c, rng.randint(4, 7))
        if not any(isinstance(s, Launch) for s in body) and self.chance(80):
            body += self.launch(c)
        fifos = rng.choice(([[0, 1]], [[1, 2]], [[0, 1, 2]], [[0], [1, 2]]))
        return Program(
            [k.function for k in self.kinds],
            body,
            [Place(rng.choice("ABC"), Const(rng.randrange(EXTENT))) for _ in range(rng.randint(0, 3))],
            fifos if {"fifos", "queues"} <= self.features else [],
            self.chance(50),
        )


def grow(seed: str) -> Program:
    rng = random.Random(seed)
    features = {f for f in FEATURES if rng.random() < 0.4}
    if rng.random() < 0.6:
        features.add("tokens")
    if rng.random() < 0.7:
        features.discard("failing")
    if rng.random() < 0.7:
        features.discard("scopes")
    if rng.random() < 0.3:
        features = set(rng.sample(sorted(features), min(3, len(features))))
    return Grower(rng, features).program()
