"""Random programs of tasks with sizes as arguments: loops that launch, groups, carried tokens, buffers that change places."""

import random

MEMORY = "memref<8xi64>"
HEAD = f"(%a: {MEMORY}, %b: {MEMORY}, %f: memref<8xi1>, %n: index, %m: index)"
CONSTANTS = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(9)) + "".join(
    [
        "  %z = arith.constant 1 : i64\n",
        "  %b0 = arith.constant 0 : i8\n",
        "  %b1 = arith.constant 1 : i8\n",
        "  %b64 = arith.constant 64 : i8\n",
    ]
)
OF_ARGUMENTS = "  %nn = arith.maxsi %n, %c0 : index\n"


class Scope:
    """What can be used at a place."""

    def __init__(self, indices=(), tokens=(), memory=(), groups=()):
        self.indices = list(indices)
        self.tokens = list(tokens)
        self.memory = list(memory)
        self.open = list(groups)
        """Tokens and groups that have not been waited for."""

    def inner(self):
        return Scope(self.indices, self.tokens, self.memory)


class Writer:
    """Writes one program."""

    def __init__(self, seed):
        self.rng = random.Random(f"regular {seed}")
        self.lines = []
        self.functions = []
        self.names = 0
        self.budget = self.rng.randint(4, 11)
        self.careful = self.rng.random() < 0.7
        """Whether what is launched is waited for, mostly."""

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def line(self, text, depth):
        self.lines.append("  " * depth + text)

    def chance(self, percent):
        return self.rng.random() * 100 < percent

    def pick(self, values):
        return self.rng.choice(list(values))

    # ---- numbers

    def index(self, s, depth):
        """An index, from what counts mostly."""
        base = self.pick([*s.indices, *s.indices, "%n", "%m", f"%c{self.rng.randrange(4)}"])
        if self.chance(55):
            return base
        kind = self.pick(("add", "sub", "rem", "mul", "sum", "divui", "minsi", "and"))
        name = self.name()
        small = f"%c{self.rng.randint(1, 4)}"
        match kind:
            case "add" | "sub":
                self.line(f"{name} = arith.{kind}i {base}, {small} : index", depth)
            case "rem":
                self.line(f"{name} = arith.remui {base}, {small} : index", depth)
            case "mul":
                self.line(f"{name} = arith.muli {base}, {self.pick((small, '%m', '%c2'))} : index", depth)
            case "sum":
                self.line(f"{name} = arith.addi {base}, {self.pick([*s.indices, '%c1'])} : index", depth)
            case "and":
                self.line(f"{name} = arith.andi {base}, {small} : index", depth)
            case _:
                self.line(f"{name} = arith.{kind} {base}, {small} : index", depth)
        s.indices.append(name)
        return name

    def place(self, s, depth):
        """An index inside of an array, mostly."""
        at = self.index(s, depth)
        if self.chance(40):
            name = self.name()
            self.line(f"{name} = arith.remui {at}, %c8 : index", depth)
            return name
        return at

    def condition(self, s, depth):
        name = self.name()
        if self.chance(35):
            at = self.name()
            self.line(f"{at} = arith.remui {self.pick([*s.indices, '%c0', '%n'])}, %c8 : index", depth)
            self.line(f"{name} = memref.load %f[{at}] : memref<8xi1>", depth)
        else:
            left, right = self.index(s, depth), self.pick([*s.indices, "%c0", "%c1", "%n", "%m"])
            how = self.pick(("slt", "sge", "eq", "ne", "ult"))
            self.line(f"{name} = arith.cmpi {how}, {left}, {right} : index", depth)
        return name

    # ---- statements

    def access(self, s, depth):
        memory, at = self.pick(s.memory), self.place(s, depth)
        if self.chance(60):
            self.line(f"memref.store %z, {memory}[{at}] : {MEMORY}", depth)
        elif self.chance(20):
            old = self.name()
            self.line(f"{old} = memref.atomic_rmw addi %z, {memory}[{at}] : (i64, {MEMORY}) -> i64", depth)
        else:
            self.line(f"{self.name()} = memref.load {memory}[{at}] : {MEMORY}", depth)

    def launch(self, s, depth, dependencies=None):
        name = self.name()
        known = [t for t in s.tokens if self.chance(35)] if dependencies is None else dependencies
        after = f" [{', '.join(known)}]" if known else ""
        self.line(f"{name} = async.execute{after} {{", depth)
        inner = s.inner()
        self.body(inner, depth + 1, self.pick((1, 1, 2)))
        self.settle(inner, depth + 1)
        self.line("async.yield", depth + 1)
        self.line("}", depth)
        return name

    def task(self, s, depth):
        name = self.launch(s, depth)
        s.tokens.append(name)
        s.open.append((name, False))

    def wait(self, s, depth):
        if s.open and self.chance(80):
            at = self.rng.randrange(len(s.open))
            name, is_group = s.open.pop(at)
            self.await_(name, is_group, depth)
        elif s.tokens:
            self.await_(self.pick(s.tokens), False, depth)
        else:
            self.access(s, depth)

    def await_(self, name, is_group, depth):
        self.line(f"async.await_all {name}" if is_group else f"async.await {name} : !async.token", depth)

    def settle(self, s, depth):
        """Wait for what was launched."""
        for name, is_group in s.open:
            if self.chance(93 if self.careful else 50):
                self.await_(name, is_group, depth)
        s.open = []

    def bounds(self, s, depth):
        low = self.pick(("%c0", "%c0", "%c0", "%c1", self.pick(s.indices or ["%c0"])))
        high = self.pick(("%n", "%n", "%m", "%c3", self.pick(s.indices or ["%n"])))
        step = self.pick(("%c1", "%c1", "%c1", "%c1", "%c2", "%c3"))
        return low, high, step

    def loop(self, s, depth):
        """With anything inside, awaited there or not."""
        low, high, step = self.bounds(s, depth)
        counter = self.name()
        self.line(f"scf.for {counter} = {low} to {high} step {step} {{", depth)
        inner = s.inner()
        inner.indices += [counter, counter]
        self.body(inner, depth + 1, 2)
        if self.chance(80):
            self.settle(inner, depth + 1)
        self.line("}", depth)

    def grouped(self, s, depth):
        """A loop that adds to a group."""
        low, high, step = self.bounds(s, depth)
        size, group = high, self.name()
        if low != "%c0" or step != "%c1":
            if step != "%c1" or self.chance(10):
                low, step = "%c0", "%c1"
            else:
                size = self.name()
                self.line(f"{size} = arith.subi {high}, {low} : index", depth)
        nested = self.chance(25)
        if nested:
            number = self.name()
            self.line(f"{number} = arith.muli {size}, %c2 : index", depth)
            size = number
        if self.chance(4):
            size = self.pick(("%n", "%m", "%c2"))
        self.line(f"{group} = async.create_group {size} : !async.group", depth)
        counter, second = self.name(), self.name()
        self.line(f"scf.for {counter} = {low} to {high} step {step} {{", depth)
        if nested:
            self.line(f"scf.for {second} = %c0 to %c2 step %c1 {{", depth)
        inner = s.inner()
        inner.indices += [counter, counter, *([second] if nested else [])]
        self.member(inner, group, depth + 1)
        if nested:
            self.line("}", depth)
        self.line("}", depth)
        s.open.append((group, True))

    def member(self, s, group, depth):
        if self.chance(25):
            condition, token = self.condition(s, depth), self.name()
            self.line(f"{token} = scf.if {condition} -> !async.token {{", depth)
            inner = s.inner()
            one = self.launch(inner, depth + 1)
            self.line(f"scf.yield {one} : !async.token", depth + 1)
            self.line("} else {", depth)
            other = self.name()
            if self.chance(50):
                self.line(f"{other} = async.ready : !async.token", depth + 1)
            else:
                other = self.launch(s.inner(), depth + 1)
            self.line(f"scf.yield {other} : !async.token", depth + 1)
            self.line("}", depth)
        else:
            token = self.launch(s, depth)
        self.line(f"{self.name()} = async.add_to_group {token}, {group} : !async.token", depth)

    def chain(self, s, depth):
        """A loop that carries tokens, and perhaps buffers that change places."""
        low, high, step = self.bounds(s, depth)
        swap = self.chance(35)
        count = self.rng.randint(1, 3)
        begins = []
        for _ in range(count):
            if s.tokens and self.chance(40):
                begins.append(self.pick(s.tokens))
            else:
                begins.append(self.name())
                self.line(f"{begins[-1]} = async.ready : !async.token", depth)
        carried = [self.name() for _ in range(count)]
        results = [self.name() for _ in range(count)]
        pairs = list(zip(carried, begins, strict=True))
        types = ["!async.token"] * count
        x, y = self.name(), self.name()
        outs = [*results]
        if swap:
            first, second = self.pick(s.memory), self.pick(s.memory)
            pairs += [(x, first), (y, second)]
            types += [MEMORY, MEMORY]
            outs += [self.name(), self.name()]
        given = ", ".join(f"{p} = {q}" for p, q in pairs)
        counter = self.name()
        self.line(
            f"{', '.join(outs)} = scf.for {counter} = {low} to {high} step {step} iter_args({given})"
            f" -> ({', '.join(types)}) {{",
            depth,
        )
        inner = Scope(s.indices, [*s.tokens, *carried], [*([x, y] * 2 if swap else []), *s.memory])
        inner.indices += [counter, counter]
        if self.chance(40):
            self.body(inner, depth + 1, 1)
        needs = [carried[0]] if self.chance(80) else []
        if needs and self.chance(35):
            self.await_(needs[0], False, depth + 1)
            needs = []
        new = self.launch(inner, depth + 1, needs)
        if self.chance(20):
            condition, token = self.condition(inner, depth + 1), self.name()
            self.line(f"{token} = arith.select {condition}, {new}, {carried[-1]} : !async.token", depth + 1)
            new = token
        if self.chance(30):
            self.access(inner, depth + 1)
        yields = [*carried[1:], new]
        if self.chance(8):
            self.rng.shuffle(yields)
        if swap:
            yields += [y, x] if self.chance(85) else [x, y]
        self.line(f"scf.yield {', '.join(yields)} : {', '.join(types)}", depth + 1)
        self.line("}", depth)
        s.tokens += results
        s.open += [(token, False) for token in results]

    def triangle(self, s, depth):
        """Pairs of counters in one group."""
        name = {key: self.name() for key in ("less", "square", "size", "group", "i", "next", "j")}
        end = self.pick(("%n", "%nn", "%nn", "%c3"))
        strict = self.chance(60)
        how = "subi" if strict else "addi"
        if self.chance(8):
            how = self.pick(("subi", "addi"))
        self.line(f"{name['less']} = arith.{how} {end}, %c1 : index", depth)
        self.line(f"{name['square']} = arith.muli {end}, {name['less']} : index", depth)
        self.line(
            f"{name['size']} = arith.{self.pick(('divsi', 'divui'))} {name['square']}, %c2 : index", depth
        )
        self.line(f"{name['group']} = async.create_group {name['size']} : !async.group", depth)
        self.line(f"scf.for {name['i']} = %c0 to {end} step %c1 {{", depth)
        self.line(f"{name['next']} = arith.addi {name['i']}, {'%c1' if strict else '%c0'} : index", depth + 1)
        self.line(f"scf.for {name['j']} = {name['next']} to {end} step %c1 {{", depth + 1)
        inner = s.inner()
        inner.indices += [name["i"], name["j"], name["i"], name["j"]]
        self.member(inner, name["group"], depth + 2)
        self.line("}", depth + 1)
        self.line("}", depth)
        s.open.append((name["group"], True))

    def tiles(self, s, depth):
        """Pieces whose size is an argument, each of which a task has for itself, mostly."""
        name = {
            key: self.name() for key in ("step", "count", "group", "i", "left", "own", "end", "j", "task")
        }
        end = self.pick(("%nn", "%nn", "%n", "%c8"))
        if self.chance(70):
            self.line(f"{name['step']} = arith.maxsi %m, %c1 : index", depth)
        else:
            name["step"] = "%m"
            self.line(f"{self.name()} = arith.cmpi sgt, %m, %c0 : index", depth)
            self.line(f'cf.assert {"%v" + str(self.names)}, "positive"', depth)
        self.line(f"{name['count']} = arith.ceildiv{self.pick('su')}i {end}, {name['step']} : index", depth)
        self.line(f"{name['group']} = async.create_group {name['count']} : !async.group", depth)
        by_tile = self.chance(50)
        if by_tile:
            self.line(f"scf.for {name['left']} = %c0 to {name['count']} step %c1 {{", depth)
            self.line(f"{name['i']} = arith.muli {name['left']}, {name['step']} : index", depth + 1)
            name["left"] = self.name()
        else:
            self.line(f"scf.for {name['i']} = %c0 to {end} step {name['step']} {{", depth)
        self.line(f"{name['left']} = arith.subi {end}, {name['i']} : index", depth + 1)
        least = self.pick((name["step"], name["step"], name["step"], "%c2"))
        self.line(f"{name['own']} = arith.minsi {name['left']}, {least} : index", depth + 1)
        self.line(f"{name['end']} = arith.addi {name['i']}, {name['own']} : index", depth + 1)
        self.line(f"{name['task']} = async.execute {{", depth + 1)
        start = self.pick((name["i"], name["i"], name["i"], "%c0"))
        self.line(f"scf.for {name['j']} = {start} to {name['end']} step %c1 {{", depth + 2)
        inner = s.inner()
        inner.indices += [name["j"]] * 6
        self.body(inner, depth + 3, 1)
        self.settle(inner, depth + 3)
        self.line("}", depth + 2)
        self.line("async.yield", depth + 2)
        self.line("}", depth + 1)
        self.line(
            f"{self.name()} = async.add_to_group {name['task']}, {name['group']} : !async.token", depth + 1
        )
        self.line("}", depth)
        s.open.append((name["group"], True))

    def bytes(self, s, depth):
        """A loop whose counter has eight bits."""
        end, counter, wide, at = (self.name() for _ in range(4))
        self.line(f"{end} = arith.index_cast {self.pick(('%n', '%m'))} : index to i8", depth)
        self.line(f"scf.for {counter} = %b0 to {end} step %b1 : i8 {{", depth)
        if self.chance(40):
            more = self.name()
            by = self.pick(("%b1", "%b64", "%b64"))
            self.line(f"{more} = arith.{self.pick(('muli', 'addi'))} {counter}, {by} : i8", depth + 1)
            counter = more
        self.line(f"{wide} = arith.{self.pick(('extsi', 'extui'))} {counter} : i8 to i64", depth + 1)
        self.line(f"{at} = arith.index_cast {wide} : i64 to index", depth + 1)
        inner = s.inner()
        inner.indices += [at] * 4
        self.body(inner, depth + 1, 2)
        self.settle(inner, depth + 1)
        self.line("}", depth)

    def recursive(self, s, depth):
        """A function that calls itself, a few levels deep."""
        outer, number = self.lines, len(self.functions)
        self.functions.append("")
        self.lines = []
        is_task = self.chance(40)
        types = f"({MEMORY}, {MEMORY}, index, index, index)"
        result = "!async.token" if is_task else "()"

        def call(low, high):
            x, y = ("%y", "%x") if self.chance(15) else ("%x", "%y")
            given = f"@f{number}({x}, {y}, {low}, {high}, %deeper) : {types} -> {result}"
            return f"async.call {given}" if is_task else f"func.call {given}"

        ends = [("%lo", "%mid"), ("%mid", "%hi")]
        if self.chance(15):
            ends = [("%lo", "%mid"), ("%lo", "%hi")]
        waits = []
        for low, high in ends:
            token = self.name()
            if is_task:
                self.line(f"{token} = {call(low, high)}", 2)
                waits.append(token)
            elif self.chance(70):
                self.line(f"{token} = async.execute {{", 2)
                self.line(call(low, high), 3)
                self.line("async.yield", 3)
                self.line("}", 2)
                waits.append(token)
            else:
                self.line(call(low, high), 2)
        if self.chance(15):
            self.line(f"memref.store %z, %x[%lo] : {MEMORY}", 2)
        for token in waits:
            if self.chance(92):
                self.line(f"async.await {token} : !async.token", 2)
        inner = Scope(["%lo", "%mid", "%lo"], [], ["%x", "%x", "%y"])
        self.access(inner, 2)
        if self.chance(40):
            self.line("scf.for %at = %lo to %hi step %c1 {", 2)
            self.access(Scope(["%at"] * 6, [], ["%x", "%y"]), 3)
            self.line("}", 2)
        inside = self.lines
        head = f"%x: {MEMORY}, %y: {MEMORY}, %lo: index, %hi: index, %d: index"
        word = "async.func" if is_task else "func.func private"
        text = [
            f"{word} @f{number}({head}){' -> !async.token' if is_task else ''} {{",
            CONSTANTS,
            "  %n = arith.addi %lo, %c0 : index",
            "  %m = arith.addi %hi, %c0 : index",
            OF_ARGUMENTS,
            "  %length = arith.subi %hi, %lo : index",
            "  %more = arith.cmpi sgt, %length, %c1 : index",
            "  %deep = arith.cmpi sgt, %d, %c0 : index",
            "  %both = arith.andi %more, %deep : i1",
            "  %deeper = arith.subi %d, %c1 : index",
            "  scf.if %both {",
            f"    %half = arith.{self.pick(('divsi', 'divui'))} %length, %c2 : index",
            "    %mid = arith.addi %lo, %half : index",
            *inside,
            "  }",
            "  return",
            "}",
        ]
        self.functions[number] = "\n".join(text)
        self.lines = outer
        x = self.pick(s.memory)
        y = self.pick([m for m in s.memory if m != x] or [x])
        given = f"@f{number}({x}, {y}, %c0, {self.pick(('%n', '%nn', '%c4'))}, %c3) : {types} -> {result}"
        if is_task:
            token = self.name()
            self.line(f"{token} = async.call {given}", depth)
            s.tokens.append(token)
            s.open.append((token, False))
        else:
            self.line(f"func.call {given}", depth)

    def view(self, s, depth):
        """Part of an array as an array of its own."""
        start, part, at = (self.name() for _ in range(3))
        layout = "memref<4xi64, strided<[1], offset: ?>>"
        self.line(f"{start} = arith.remui {self.index(s, depth)}, %c5 : index", depth)
        source = self.pick(s.memory)
        self.line(f"{part} = memref.subview {source}[{start}] [4] [1] : {MEMORY} to {layout}", depth)
        token = self.name()
        self.line(f"{token} = async.execute {{", depth)
        inner = self.pick([*s.indices, "%c0"])
        self.line(f"{at} = arith.remui {inner}, %c4 : index", depth + 1)
        self.line(f"memref.store %z, {part}[{at}] : {layout}", depth + 1)
        self.line("async.yield", depth + 1)
        self.line("}", depth)
        s.tokens.append(token)
        s.open.append((token, False))

    def branch(self, s, depth):
        self.line(f"scf.if {self.condition(s, depth)} {{", depth)
        inner = s.inner()
        self.body(inner, depth + 1, 1)
        if s.tokens and self.chance(30):
            self.await_(self.pick(s.tokens), False, depth + 1)
        self.settle(inner, depth + 1)
        if self.chance(35):
            self.line("} else {", depth)
            inner = s.inner()
            self.body(inner, depth + 1, 1)
            self.settle(inner, depth + 1)
        self.line("}", depth)

    def parallel(self, s, depth):
        counter = self.name()
        self.line(f"scf.parallel ({counter}) = (%c0) to ({self.pick(('%n', '%c3'))}) step (%c1) {{", depth)
        inner = s.inner()
        inner.indices += [counter] * 3
        self.body(inner, depth + 1, 1)
        self.line("scf.reduce", depth + 1)
        self.line("}", depth)

    def own(self, s, depth):
        name = self.name()
        kind = "alloca" if self.chance(20) else "alloc"
        self.line(f"{name} = memref.{kind}() : {MEMORY}", depth)
        inner = Scope(s.indices, s.tokens, [name, name, *s.memory])
        self.body(inner, depth, 2)
        self.settle(inner, depth)
        if kind == "alloc" and self.chance(60):
            self.line(f"memref.dealloc {name} : {MEMORY}", depth)

    def call(self, s, depth):
        """A function of its own."""
        outer, number = self.lines, len(self.functions)
        self.functions.append("")
        self.lines = []
        inner = Scope(["%i"], [], ["%x", "%y"])
        how = self.pick(("plain", "token", "async"))
        self.body(inner, 1, 2)
        ends = "return"
        if how == "token":
            token = self.launch(inner, 1)
            ends = f"return {token} : !async.token"
        self.settle(inner, 1)
        types = f"({MEMORY}, {MEMORY}, memref<8xi1>, index, index, index)"
        result = "()" if how == "plain" else "!async.token"
        head = f"%x: {MEMORY}, %y: {MEMORY}, %f: memref<8xi1>, %n: index, %m: index, %i: index"
        word = "async.func" if how == "async" else "func.func private"
        text = [
            f"{word} @f{number}({head}){'' if how == 'plain' else ' -> !async.token'} {{",
            CONSTANTS,
            OF_ARGUMENTS,
        ]
        self.functions[number] = "\n".join([*text, *self.lines, f"  {ends}", "}"])
        self.lines = outer
        x, y = self.pick(s.memory), self.pick(s.memory)
        if x == y:
            y = self.pick([m for m in s.memory if m != x] or [y])
        name = self.name()
        given = f"({x}, {y}, %f, %n, %m, {self.index(s, depth)}) : {types} -> {result}"
        if how == "plain":
            self.line(f"func.call @f{number}{given}", depth)
            return
        self.line(f"{name} = {'async' if how == 'async' else 'func'}.call @f{number}{given}", depth)
        s.tokens.append(name)
        s.open.append((name, False))

    def fail(self, s, depth):
        self.line(f'cf.assert {self.condition(s, depth)}, "no"', depth)

    def body(self, s, depth, count):
        for _ in range(count):
            if self.budget <= 0 or depth > 6:
                self.access(s, depth)
                continue
            self.budget -= 1
            kinds = [self.access] * 5 + [self.task] * 3 + [self.wait] * 2 + [self.loop] * 2
            kinds += [self.triangle, self.tiles, self.tiles, self.view, self.bytes]
            kinds += [self.grouped] * 4 + [self.chain] * 4 + [self.branch] * 2 + [self.own, self.parallel]
            if len(self.functions) < 2 and depth < 4:
                kinds += [self.call, self.recursive]
            if self.chance(6):
                kinds = [self.fail]
            self.pick(kinds)(s, depth)


def program(seed):
    """The text of a module whose entry is `@main`."""
    w = Writer(seed)
    s = Scope(["%n", "%m"], [], ["%a", "%b"])
    main = []
    w.lines = main
    w.body(s, 1, w.rng.randint(1, 3))
    w.settle(s, 1)
    if w.chance(60):
        w.access(s, 1)
    text = [*w.functions, f"func.func @main{HEAD} {{", CONSTANTS, OF_ARGUMENTS, *main, "  return", "}", ""]
    return "\n".join(text)
