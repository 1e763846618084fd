"""Programs in phases, each of which relies on all waits: what one phase writes in tasks the next one reads and writes."""

import random

from .programs import CONSTANTS, HEAD, MEMORY, OF_ARGUMENTS

TOKEN = "!async.token"


class Phases:
    """Writes one program, in which each wait is needed."""

    def __init__(self, seed):
        self.rng = random.Random(f"phases {seed}")
        self.lines = []
        self.functions = []
        self.names = 0

    def new(self):
        self.names += 1
        return f"%v{self.names}"

    def add(self, text):
        self.lines += text.strip("\n").split("\n")

    def touch(self, at, memory="%a"):
        """What a task does with its element."""
        x, y = self.new(), self.new()
        self.add(f"{x} = memref.load {memory}[{at}] : {MEMORY}")
        self.add(f"{y} = arith.addi {x}, %z : i64")
        self.add(f"memref.store {y}, {memory}[{at}] : {MEMORY}")

    def task(self, at, after="", memory="%a"):
        """A task, perhaps with one inside for which it waits, perhaps launched by a function."""
        t = self.new()
        way = self.rng.choice(("plain", "plain", "nested", "function", "async"))
        if way in ("function", "async") and not after and memory == "%a":
            return self.called(at, way)
        self.add(f"{t} = async.execute {after} {{")
        if way == "nested":
            inner = self.new()
            self.add(f"{inner} = async.execute {{")
            self.touch(at, memory)
            self.add("async.yield\n}")
            self.add(f"async.await {inner} : {TOKEN}")
        else:
            self.touch(at, memory)
        self.add("async.yield\n}")
        return t

    def called(self, at, way):
        number, outer, t = len(self.functions), self.lines, self.new()
        self.functions.append("")
        self.lines = []
        head = f"(%a: {MEMORY}, %f: memref<8xi1>, %n: index, %m: index, %i: index) -> {TOKEN}"
        if way == "async":
            inner = self.task_inside("%i")
            self.add(f"async.await {inner} : {TOKEN}")
            self.touch("%i")
            end, word = "return", "async.func"
        else:
            inner = self.task_inside("%i")
            end, word = f"return {inner} : {TOKEN}", "func.func private"
        text = [f"{word} @p{number}{head} {{", CONSTANTS, OF_ARGUMENTS, *self.lines, end, "}"]
        self.functions[number] = "\n".join(text)
        self.lines = outer
        call = "async.call" if way == "async" else "func.call"
        types = f"({MEMORY}, memref<8xi1>, index, index, index) -> {TOKEN}"
        self.add(f"{t} = {call} @p{number}(%a, %f, %n, %m, {at}) : {types}")
        return t

    def task_inside(self, at):
        t = self.new()
        self.add(f"{t} = async.execute {{")
        self.touch(at)
        self.add("async.yield\n}")
        return t

    # ---- phases: each ends when all of its tasks are over

    def group(self):
        g, i = self.new(), self.new()
        low = self.rng.choice(("%c0", "%c0", "%c1"))
        size = "%nn"
        if low != "%c0":
            less, size = self.new(), self.new()
            self.add(f"{less} = arith.subi %nn, {low} : index")
            self.add(f"{size} = arith.maxsi {less}, %c0 : index")
        self.add(f"{g} = async.create_group {size} : !async.group")
        self.add(f"scf.for {i} = {low} to %nn step %c1 {{")
        if self.rng.random() < 0.35:
            at, c, t, r = (self.new() for _ in range(4))
            if self.rng.random() < 0.5:
                self.add(f"{at} = arith.remui {i}, %c8 : index")
                self.add(f"{c} = memref.load %f[{at}] : memref<8xi1>")
            else:
                self.add(f"{c} = arith.cmpi slt, {i}, %m : index")
            self.add(f"{t} = scf.if {c} -> {TOKEN} {{")
            inner = self.task(i)
            self.add(f"scf.yield {inner} : {TOKEN}\n}} else {{")
            self.add(f"{r} = async.ready : {TOKEN}")
            self.add(f"scf.yield {r} : {TOKEN}\n}}")
        else:
            t = self.task(i)
        self.add(f"{self.new()} = async.add_to_group {t}, {g} : {TOKEN}")
        self.add("}")
        self.add(f"async.await_all {g}")

    def chain(self):
        count = self.rng.choice((1, 1, 2, 3))
        begins, carried, ends = ([self.new() for _ in range(count)] for _ in range(3))
        for each in begins:
            self.add(f"{each} = async.ready : {TOKEN}")
        i, at = self.new(), self.new()
        given = ", ".join(f"{p} = {q}" for p, q in zip(carried, begins, strict=True))
        types = ", ".join([TOKEN] * count)
        bound = self.rng.choice(("%n", "%n", "%m", "%c4"))
        self.add(
            f"{', '.join(ends)} = scf.for {i} = %c0 to {bound} step %c1 iter_args({given}) -> ({types}) {{"
        )
        self.add(f"{at} = arith.remui {i}, %c{count} : index")
        if self.rng.random() < 0.4:
            self.add(f"async.await {carried[0]} : {TOKEN}")
            self.touch(at)
            t = self.task(at)
        else:
            t = self.task(at, f"[{carried[0]}]")
        self.add(f"scf.yield {', '.join([*carried[1:], t])} : {types}\n}}")
        for each in ends:
            self.add(f"async.await {each} : {TOKEN}")

    def steps(self):
        s, i, x, y, p, q, g, r = (self.new() for _ in range(8))
        self.add(
            f"{p}, {q} = scf.for {s} = %c0 to %m step %c1 iter_args({x} = %a, {y} = %b) -> ({MEMORY}, {MEMORY}) {{"
        )
        self.add(f"{g} = async.create_group %nn : !async.group")
        self.add(f"scf.for {i} = %c0 to %nn step %c1 {{")
        t, at, v = self.new(), self.new(), self.new()
        self.add(f"{t} = async.execute {{")
        self.add(f"{at} = arith.addi {i}, %c1 : index")
        self.add(f"{v} = memref.load {x}[{at}] : {MEMORY}")
        self.add(f"memref.store {v}, {y}[{i}] : {MEMORY}")
        self.add("async.yield\n}")
        self.add(f"{r} = async.add_to_group {t}, {g} : {TOKEN}\n}}")
        self.add(f"async.await_all {g}")
        self.add(f"scf.yield {y}, {x} : {MEMORY}, {MEMORY}\n}}")

    def tiles(self):
        step, count, g, i, left, own, end, j, r = (self.new() for _ in range(9))
        self.add(f"{step} = arith.maxsi %m, %c1 : index")
        self.add(f"{count} = arith.ceildivsi %nn, {step} : index")
        self.add(f"{g} = async.create_group {count} : !async.group")
        self.add(f"scf.for {i} = %c0 to %nn step {step} {{")
        self.add(f"{left} = arith.subi %nn, {i} : index")
        self.add(f"{own} = arith.minsi {left}, {step} : index")
        self.add(f"{end} = arith.addi {i}, {own} : index")
        t = self.new()
        self.add(f"{t} = async.execute {{")
        self.add(f"scf.for {j} = {i} to {end} step %c1 {{")
        self.touch(j)
        self.add("}\nasync.yield\n}")
        self.add(f"{r} = async.add_to_group {t}, {g} : {TOKEN}\n}}")
        self.add(f"async.await_all {g}")

    def halves(self):
        number = len(self.functions)
        self.functions.append("")
        outer, self.lines = self.lines, []
        types = f"({MEMORY}, index, index) -> ()"
        t = self.new()
        self.add(f"{t} = async.execute {{\nfunc.call @p{number}(%a, %lo, %mid) : {types}\nasync.yield\n}}")
        self.add(f"func.call @p{number}(%a, %mid, %hi) : {types}")
        self.add(f"async.await {t} : {TOKEN}")
        self.add("scf.for %at = %lo to %hi step %c1 {")
        self.touch("%at")
        self.add("}")
        head = f"func.func private @p{number}(%a: {MEMORY}, %lo: index, %hi: index) {{"
        start = [
            "%length = arith.subi %hi, %lo : index",
            "%more = arith.cmpi sgt, %length, %c1 : index",
            "scf.if %more {",
            "%half = arith.divsi %length, %c2 : index",
            "%mid = arith.addi %lo, %half : index",
        ]
        self.functions[number] = "\n".join([head, CONSTANTS, *start, *self.lines, "}\nreturn\n}"])
        self.lines = outer
        self.add(f"func.call @p{number}(%a, %c0, %nn) : {types}")

    def alone(self):
        t = self.task("%c0")
        self.add(f"async.await {t} : {TOKEN}")

    def program(self):
        kinds = [
            self.group,
            self.group,
            self.chain,
            self.chain,
            self.steps,
            self.tiles,
            self.halves,
            self.alone,
        ]
        for _ in range(self.rng.randint(1, 3)):
            wraps = self.rng.random() < 0.25
            if wraps:
                self.add(f"scf.for {self.new()} = %c0 to %c2 step %c1 {{")
            self.rng.choice(kinds)()
            if self.rng.random() < 0.7:
                self.touch(self.rng.choice(("%c0", "%c0", "%c1")))
            if wraps:
                self.add("}")
        self.touch("%c0")
        head = [*self.functions, f"func.func @main{HEAD} {{", CONSTANTS, OF_ARGUMENTS]
        return "\n".join([*head, *self.lines, "return\n}", ""])


def phased(seed):
    """The text of a module whose entry is `@main`."""
    return Phases(seed).program()
