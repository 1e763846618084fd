"""Programs that nobody would write: statements drawn at random, over numbers of all widths, memory of all shapes, and tokens.

Each statement uses what is in scope. Weights differ between families; `wild` has everything.
"""

import re

from .judge import judge
from .simulator import Simulator
from .stuff import FLAT, Stuff
from .writer import bits

TOKEN = "!async.token"
COMMON = {"commit": 10, "wait": 6, "access": 8, "number": 4, "if": 2, "for": 2}
FAMILIES = {
    "mixed": {**COMMON, "token": 2, "await": 2, "finished": 1},
    "numbers": {**COMMON, "number": 14, "if": 4, "for": 4, "unsigned": 3, "computed": 2},
    "branches": {**COMMON, "if": 7, "while": 3, "switch": 3, "zero": 2},
    "handed": {**COMMON, "token": 8, "await": 8, "select": 4, "for": 4, "carry": 5, "while": 1},
    "memory": {**COMMON, "cell": 12, "for": 4},
    "views": {**COMMON, "view": 8, "copy": 8},
    "several": {**COMMON, "call": 8},
    "blocks": {**COMMON, "blocks": 5},
    "block": {**COMMON, "barrier": 8, "nv": 4, "if": 3},
    "copies": {"nv": 14, "nvwait": 10, "access": 8, "number": 2, "for": 4, "if": 3},
    "counts": {**COMMON, "computed": 10, "finished": 5, "for": 5},
    "covered": {**COMMON, "covers": 6, "read": 6},
    "buffers": {**COMMON, "swap": 8, "for": 5, "commit": 14},
    "tangled": {**COMMON, "tangle": 6, "blocks": 2},
    "before": {**COMMON, "before": 6},
    "wild": {
        **COMMON,
        "number": 6,
        "token": 3,
        "await": 3,
        "select": 1,
        "carry": 2,
        "while": 1,
        "switch": 1,
        "zero": 1,
        "cell": 4,
        "view": 3,
        "copy": 3,
        "call": 3,
        "nv": 2,
        "nvwait": 2,
        "computed": 2,
        "finished": 1,
        "unsigned": 2,
        "read": 2,
        "blocks": 1,
    },
}


class Soup(Stuff):
    def __init__(self, rng, family):
        super().__init__(rng)
        self.weights = FAMILIES[family]
        self.family = family
        self.threads = (
            self.pick(2, 2, 3, 4)
            if family == "block" or (family in ("copies", "wild") and self.chance(0.4))
            else 1
        )
        self.queues = self.pick([0], [0], [0], [0, 1], [0, 1, 2], [-1, 5])
        self.scopes, self.helpers, self.inside = [], [], False
        self.uses_nv, self.thread = "nv" in self.weights, None

    # what is in scope

    def known(self, what):
        return [v for scope in self.scopes for v in scope.get(what, ())]

    def note(self, what, value):
        self.scopes[-1].setdefault(what, []).append(value)
        return value

    def number(self, kind="index"):
        """A number of a type: one in scope, cast if need be, or a constant."""
        have = self.known("number")
        if have and self.chance(0.75):
            name, source = self.rng.choice(have[-8:] if self.chance(0.7) else have)
            return self.cast(name, source, kind)
        return self.const(self.pick(0, 1, 2, 3, 4, 1, 2, 7, -1, 100), kind)

    def below(self, n):
        """A number below n, mostly; where not, the run ends there."""
        if self.chance(0.4):
            return self.const(self.rng.randrange(n))
        have = [v for v, k in self.known("number") if k == "index"]
        if have and self.chance(0.12):
            return self.rng.choice(have)
        return self.modulo(self.number(), n, 0.15)

    def condition(self):
        kind = self.pick("index", "index", "i32", "i8", "i2")
        c = self.cmp(
            self.pick("slt", "sge", "eq", "ne", "ult", "sgt", "ule"),
            self.number(kind),
            self.number(kind),
            kind,
        )
        if self.chance(0.25):
            c = self.op(
                self.pick("andi", "ori", "xori"),
                c,
                self.cmp(self.pick("slt", "eq", "ne"), self.number(), self.number()),
                "i1",
            )
        return c

    # statements

    def block(self, n, kinds=None):
        self.scopes.append({})
        for _ in range(n):
            table = {
                k: v
                for k, v in self.weights.items()
                if (kinds is None or k in kinds) and k not in ("carry", "covers")
            }
            if self.inside:
                table = {k: v for k, v in table.items() if k not in ("commit", "token", "barrier", "call")}
            getattr(self, "do_" + self.weighted(table))()
        return self.scopes.pop()

    def do_number(self):
        kind = self.pick("index", "index", "index", "i8", "i2", "i32", "i64", "i16")
        op = self.weighted(
            {
                "addi": 6,
                "subi": 3,
                "muli": 2,
                "remui": 3,
                "remsi": 1,
                "divui": 2,
                "divsi": 1,
                "andi": 2,
                "ori": 1,
                "xori": 2,
                "shli": 1,
                "shrui": 1,
                "shrsi": 1,
                "maxsi": 1,
                "minsi": 2,
                "minui": 1,
                "maxui": 1,
                "floordivsi": 1,
                "ceildivsi": 0.5,
            }
        )
        if op in ("remui", "remsi", "divui", "divsi", "shli", "shrui", "shrsi", "floordivsi", "ceildivsi"):
            b = self.const(self.pick(1, 2, 3, 4, 2, 3) if bits(kind) > 2 else 1, kind)
        else:
            b = self.number(kind)
        if op == "muli" and self.chance(0.7):
            b = self.const(self.pick(2, 3, 4, -1), kind)
        self.note("number", (self.op(op, self.number(kind), b, kind), kind))
        if self.chance(0.2):
            a = self.number(kind)
            self.note("number", (self.select(self.condition(), a, self.number(kind), kind), kind))

    def memory(self, writable=True):
        have = [m for m in self.known("memory") if not writable or m[0] != "%A"]
        return self.rng.choice(have)

    def place(self, sizes):
        return "[" + ", ".join(self.below(n) for n in sizes) + "]"

    def access(self, memory=None, write=None):
        name, kind, sizes = memory or self.memory(writable=False)
        write = self.chance(0.35) if write is None else write
        if write and name != "%A":
            self.line(f"memref.store {self.real()}, {name}{self.place(sizes)} : {kind}")
        else:
            self.value(f"memref.load {name}{self.place(sizes)} : {kind}", "x")

    def do_access(self):
        self.access()

    def operation(self):
        """A `queue.async`: a copy, a store, or more, with a guard that may be false."""
        source, target = self.memory(writable=False), self.memory()
        at, to = self.place(source[2]), self.place(target[2])
        guard = self.condition() if self.chance(0.25) else None
        trips = self.number() if self.chance(0.12) else None
        self.open("queue.async")
        if guard:
            self.open(f"scf.if {guard}")
        if trips:
            self.open(f"scf.for {self.name('j')} = {self.const(0)} to {trips} step {self.const(1)}")
        x = self.value(f"memref.load {source[0]}{at} : {source[1]}", "x")
        self.line(f"memref.store {x}, {target[0]}{to} : {target[1]}")
        if trips:
            self.end()
        if guard:
            self.end()
        if self.chance(0.15):
            other = self.memory()
            at = ", ".join(self.const(self.rng.randrange(n)) for n in other[2])
            self.line(f"memref.store {self.real()}, {other[0]}[{at}] : {other[1]}")
        self.end()

    def queue(self):
        if "computed" in self.weights and self.chance(0.2):
            return self.below(self.pick(1, 2, 3))
        return str(self.rng.choice(self.queues))

    def do_commit(self, token=None):
        queue = self.queue()
        self.open((f"{token} = " if token else "") + f"queue.commit({queue})")
        self.inside = True
        for _ in range(self.weighted({0: 1, 1: 8, 2: 2})):
            if self.chance(0.12):
                self.open(f"scf.if {self.condition()}")
                self.operation()
                self.end()
            else:
                self.operation()
        self.inside = False
        self.end(f" -> {TOKEN}" if token else "")

    def do_token(self):
        name = self.name("t")
        if self.chance(0.1):
            self.line(f"{name} = async.ready : {TOKEN}")
        else:
            self.do_commit(name)
        self.note("token", name)

    def covered(self):
        if "covers" not in self.weights or self.chance(0.4):
            return ""
        listed = [m for m in self.known("memory") if self.chance(0.85)] or self.known("memory")[:1]
        return f" covers({', '.join(m[0] for m in listed)} : {', '.join(m[1] for m in listed)})"

    def do_wait(self):
        self.line(f"queue.wait({self.queue()}, {self.weighted({0: 6, 1: 5, 2: 2, 3: 1})}){self.covered()}")

    def do_read(self):
        self.line(f"queue.wait_read({self.queue()}, {self.weighted({0: 6, 1: 5, 2: 1})}){self.covered()}")

    def do_finished(self):
        n = self.weighted({1: 3, 2: 3, 3: 1}) if self.chance(0.5) else self.add(self.below(4), 1)
        self.line(f"queue.wait_finished({self.queue()}, {n})")

    def do_computed(self):
        self.line(f"queue.wait({self.queue()}, {self.below(self.pick(1, 2, 3))})")

    def do_await(self):
        tokens = self.known("token")
        if tokens:
            some = self.rng.sample(tokens, min(len(tokens), self.pick(1, 1, 1, 2)))
            form = "queue.await_read" if "read" in self.weights and self.chance(0.3) else "queue.await"
            self.line(f"{form} {', '.join(some)} : {', '.join([TOKEN] * len(some))}")
        else:
            self.do_wait()

    def do_select(self):
        tokens = self.known("token")
        if len(tokens) > 1:
            a, b = self.rng.sample(tokens, 2)
            self.note("token", self.value(f"arith.select {self.condition()}, {a}, {b} : {TOKEN}", "t"))
        else:
            self.do_token()

    def small(self):
        return self.pick(1, 2, 3) if self.nested < 2 else 1

    def do_if(self):
        if self.nested > 2:
            return self.do_access()
        if self.thread and self.chance(0.5):
            c = self.cmp(
                self.pick("eq", "slt", "ult"), self.thread, self.const(self.rng.randrange(self.threads))
            )
        else:
            c = self.condition()
        token = self.known("token") and self.chance(0.25) and not self.inside
        name = self.name("t")
        divergent = "barrier" in self.weights
        weights, self.weights = (
            self.weights,
            {k: v for k, v in self.weights.items() if k != "barrier" or not divergent},
        )
        self.open((f"{name} = " if token else "") + f"scf.if {c}" + (f" -> ({TOKEN})" if token else ""))
        for k in range(2 if token or self.chance(0.3) else 1):
            if k:
                self.depth -= 1
                self.line("} else {")
                self.depth += 1
            self.scopes.append({})
            if token and self.chance(0.6):
                self.do_token()
                mine = self.known("token")[-1]
            elif token:
                mine = self.rng.choice(self.known("token"))
            self.scopes.append(self.block(self.small()))
            if token:
                self.line(f"scf.yield {mine} : {TOKEN}")
            self.scopes.pop()
            self.scopes.pop()
        self.end()
        self.weights = weights
        if token:
            self.note("token", name)
        return None

    do_zero = do_if

    def carried(self):
        """What a loop carries: numbers of any width, and tokens."""
        names, types = [], []
        for _ in range(self.weighted({0: 5, 1: 4, 2: 1})):
            kind = self.pick("index", "index", "i8", "i2", "i32")
            names.append(self.number(kind))
            types.append(kind)
        tokens = self.known("token")
        if "carry" in self.weights and tokens and self.chance(0.5):
            names.append(self.rng.choice(tokens))
            types.append(TOKEN)
        if "swap" in self.weights and self.chance(0.7):
            same = [m for m in self.known("memory") if m[1] == "memref<4xf32>"]
            some = self.rng.sample(same, min(len(same), self.pick(2, 2, 3)))
            names += [m[0] for m in some]
            types += [m[1] for m in some]
        return names, types

    def noted(self, names, types):
        """What a loop or a block hands on is in scope."""
        for name, kind in zip(names, types, strict=True):
            if kind == TOKEN:
                self.note("token", name)
            elif kind.startswith("memref"):
                self.note("memory", (name, kind, [4]))
            else:
                self.note("number", (name, kind))

    def do_for(self, form=None):
        if self.nested > 2:
            return self.do_access()
        names, types = self.carried()
        form = form or self.weighted(
            {
                "for": 8,
                "unsigned": self.weights.get("unsigned", 0.3),
                "typed": self.weights.get("unsigned", 0.3),
            }
        )
        low = self.const(self.pick(0, 0, 0, 1, 2, -1))
        high = self.weighted({"const": 5, "arg": 4, "number": 1})
        high = (
            self.const(self.pick(0, 1, 2, 3, 4, 6, 9))
            if high == "const"
            else "%n"
            if high == "arg" and self.has_n
            else self.number()
        )

        def body(i, inner):
            self.scopes.append({"number": [(i, "index")]})
            self.noted(inner, types)
            self.scopes.append(self.block(self.pick(1, 2, 3, 4) if self.nested < 2 else 2))
            handed = []
            turned = [n for n, t in zip(inner, types, strict=True) if t.startswith("memref")]
            turned = turned[1:] + turned[:1]
            for name, kind in zip(inner, types, strict=True):
                if kind.startswith("memref"):
                    handed.append(turned.pop(0))
                elif kind == TOKEN:
                    handed.append(self.rng.choice(self.known("token")[-3:]))
                elif self.chance(0.6):
                    then = self.add(name, self.pick(1, 1, 2, -1), kind)
                    handed.append(
                        self.op("remui", then, self.const(self.pick(2, 3, 4), kind), kind)
                        if self.chance(0.5) and bits(kind) > 3
                        else then
                    )
                else:
                    handed.append(self.number(kind))
            self.scopes.pop()
            self.scopes.pop()
            return handed

        results = self.loop(form, low, high, self.const(self.pick(1, 1, 1, 2)), names, types, body)
        self.noted(results, types)
        return None

    def do_unsigned(self):
        self.do_for("unsigned")

    def do_while(self):
        self.do_for("while")

    def do_blocks(self):
        self.do_for("cf")

    def do_before(self):
        """A loop whose work is in front of its condition."""
        if self.nested > 2:
            return self.do_access()
        a, d, result = self.name("a"), self.name("d"), self.name("r")
        self.open(f"{result} = scf.while ({a} = {self.const(0)}) : (index) -> (index)")
        self.scopes.append({"number": [(a, "index")]})
        self.block(self.pick(1, 2, 3))
        self.scopes.pop()
        then = self.add(a, 1)
        c = self.cmp("slt", then, "%n" if self.has_n and self.chance(0.5) else self.const(self.pick(1, 2, 4)))
        self.line(f"scf.condition({c}) {then} : index")
        self.depth -= 1
        self.line("} do {")
        self.line(f"^bb0({d}: index):")
        self.depth += 1
        if self.chance(0.4):
            self.block(1)
        self.line(f"scf.yield {d} : index")
        self.end()
        return self.note("number", (result, "index"))

    def do_tangle(self):
        """Two blocks that go to each other, and are both entered from outside."""
        if self.nested:
            return self.do_access()
        self.blocks += 1
        k, high = self.blocks, "%n" if self.has_n and self.chance(0.5) else self.const(self.pick(2, 4))
        self.line(
            f"cf.cond_br {self.condition()}, ^x{k}({self.const(0)} : index), ^y{k}({self.const(0)} : index)"
        )
        for mine, other in (("x", "y"), ("y", "x")):
            i = self.name("i")
            self.lines.append(f"^{mine}{k}({i}: index):")
            self.scopes.append({"number": [(i, "index")]})
            self.block(self.pick(1, 2), kinds=("commit", "wait", "access", "number"))
            self.scopes.pop()
            then = self.add(i, 1)
            self.line(f"cf.cond_br {self.cmp('slt', then, high)}, ^{other}{k}({then} : index), ^z{k}")
        return self.lines.append(f"^z{k}:")

    def do_switch(self):
        if self.nested > 2:
            return self.do_access()
        self.line(f"scf.index_switch {self.number()}")
        for label in (f"case {self.pick(0, 1)} {{", f"case {self.pick(2, 3, -1)} {{", "default {"):
            self.line(label)
            self.depth, self.nested = self.depth + 1, self.nested + 1
            self.block(self.pick(0, 1, 2))
            self.line("scf.yield")
            self.end()
        return None

    def do_call(self):
        if not self.helpers:
            return self.do_commit()
        name, arguments = self.rng.choice(self.helpers)
        values, rings = [], [m for m in self.known("memory") if m[1] == "memref<4xf32>"]
        for kind in arguments:
            if kind == "memref<4xf32>":
                values.append(self.rng.choice(rings)[0])
            else:
                values.append("%A" if kind == FLAT else self.number(kind))
        self.line(f"func.call @{name}({', '.join(values)}) : ({', '.join(arguments)}) -> ()")
        return None

    def do_barrier(self):
        self.line("gpu.barrier")

    # functions

    def helper(self, k):
        """A function that others may call; some are public, some call themselves, some nobody calls."""
        recursive = self.chance(0.25)
        kinds = [FLAT, "memref<4xf32>", "index"]
        self.function(
            f"h{k}", [("%A", FLAT), ("%B", "memref<4xf32>"), ("%n", "index")], private=self.chance(0.6)
        )
        self.has_n = True
        self.scopes = [
            {
                "number": [("%n", "index")],
                "memory": [("%A", FLAT, [60]), ("%B", "memref<4xf32>", [4])],
                "cell": [],
            }
        ]
        weights, self.weights = (
            self.weights,
            {k: v for k, v in self.weights.items() if k not in ("nv", "nvwait", "cell", "view", "copy")},
        )
        if recursive:
            go = self.cmp(self.pick("sgt", "ne"), "%n", self.const(0))
            self.open(f"scf.if {go}")
            self.block(self.pick(1, 2))
            less = self.add("%n", -1)
            self.line(f"func.call @h{k}(%A, %B, {less}) : ({', '.join(kinds)}) -> ()")
            if self.chance(0.5):
                self.block(1)
            self.end()
        else:
            self.block(self.pick(2, 3, 4))
        self.weights = weights
        self.close()
        self.helpers.append((f"h{k}", kinds))

    def main(self):
        attributes = []
        if self.threads > 1:
            attributes.append(f"gpu.known_block_size = array<i32: {self.threads}, 1, 1>")
        if len(self.queues) > 1 and self.chance(0.5):
            attributes.append(
                f"queue.fifos = {[self.queues[:2]] if self.chance(0.6) else [[q] for q in self.queues]}"
            )
        self.has_n = self.chance(0.85)
        arguments = [("%A", FLAT)] + ([("%n", "index")] if self.has_n else [])
        small = self.chance(0.3)
        if small:
            arguments.append(("%s", self.pick("i8", "i1", "i32", "i2")))
        self.function("main", arguments, attributes=", ".join(attributes))
        numbers = ([("%n", "index")] if self.has_n else []) + ([arguments[-1]] if small else [])
        self.scopes = [{"number": numbers, "memory": [("%A", FLAT, [60])], "cell": []}]
        for k in range(self.pick(1, 2, 3)):
            sizes = [self.pick(4, 4, 1, 2, 6)] if k or self.chance(0.7) else [self.pick(2, 3), 2]
            if "copy" in self.weights or "call" in self.weights or "swap" in self.weights:
                sizes = [4]
            kind = f"memref<{'x'.join(map(str, sizes))}xf32>"
            self.note(
                "memory", (self.value(f"memref.{self.pick('alloca', 'alloc')}() : {kind}", "B"), kind, sizes)
            )
        if self.uses_nv or self.threads > 1:
            n = self.pick(2, 4, 8)
            kind = f"memref<{n}xf32, #gpu.address_space<workgroup>>"
            self.note("memory", (self.value(f"memref.alloc() : {kind}", "S"), kind, [n]))
        if "cell" in self.weights:
            for _ in range(self.pick(1, 2)):
                element = self.pick("index", "index", "i32", "i8")
                kind, at = self.pick(
                    (f"memref<1x{element}>", f"[{self.const(0)}]"), (f"memref<{element}>", "[]")
                )
                name = self.value(f"memref.alloca() : {kind}", "cell")
                self.line(f"memref.store {self.const(self.pick(0, 0, 1), element)}, {name}{at} : {kind}")
                self.note("cell", (name, kind, element, at))
        if self.threads > 1:
            self.thread = self.value("gpu.thread_id x", "t")
            for _ in range(3):
                self.note("number", (self.thread, "index"))
        self.scopes.append(self.block(self.pick(3, 4, 5, 6, 8)))
        if self.chance(0.8):
            self.access()
        self.close()


def program(rng, family):
    """The text of one program of a family."""
    soup = Soup(rng, family)
    if "call" in soup.weights:
        for k in range(rng.choice((1, 2))):
            soup.helper(k)
    soup.main()
    text = "\n".join(soup.lines) + "\n"
    return mended(text, rng, soup.threads > 1) if rng.random() < 0.65 else text


def mended(text, rng, threads):
    """The text with waits, or barriers, in front of what races: most programs that are drawn race at once, and say little."""
    for _ in range(rng.choice((2, 4, 8))):
        races = judge(Simulator(text), all_entries=False).races
        if not races:
            return text
        ((_, detail),) = races.values()
        first, second = re.findall(r"\(thread (\d+)\)", detail)
        line = int(re.search(r"\), (\d+):", detail)[1]) - 1
        lines = text.split("\n")
        margin = re.match(r"\s*", lines[line])[0]
        queues = sorted(
            set(re.findall(r"queue\.commit\((-?\d+)\)", text))
            | ({"0", "1", "2"} if "queue.commit(%" in text else set())
        )
        new = [f"{margin}queue.wait({q}, {rng.choice((0, 0, 0, 1))})" for q in queues]
        groups = re.findall(r"^  (%g\d+) = nvgpu", "\n".join(lines[:line]), re.M)
        if groups:
            new.append(f"{margin}nvgpu.device_async_wait {groups[0]} {{numGroups = 0 : i32}}")
        if threads and first != second:
            if len(margin) > 2:
                return text
            new.append(f"{margin}gpu.barrier")
        text = "\n".join([*lines[:line], *new, *lines[line:]])
    return text
