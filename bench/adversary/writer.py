"""Writes MLIR text: names, constants at the head of the function, arithmetic in any width, loops in every form."""

WIDTHS = ("index", "i1", "i2", "i8", "i16", "i32", "i64")


def bits(kind):
    return 64 if kind == "index" else int(kind[1:])


class Writer:
    """The text of a module, a line at a time."""

    def __init__(self, rng):
        self.rng, self.lines, self.depth, self.count = rng, [], 0, 0
        self.head, self.constants, self.blocks = 0, {}, 0
        self.nested = 0

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *choices):
        return self.rng.choice(choices)

    def weighted(self, table):
        return self.rng.choices(list(table), weights=list(table.values()))[0]

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def name(self, stem="v"):
        self.count += 1
        return f"%{stem}{self.count}"

    def value(self, text, stem="v"):
        name = self.name(stem)
        self.line(f"{name} = {text}")
        return name

    def const(self, number, kind="index"):
        number = ((number + (1 << bits(kind) - 1)) & ((1 << bits(kind)) - 1)) - (1 << bits(kind) - 1)
        if (number, kind) not in self.constants:
            self.count += 1
            name = f"%c{self.count}_{'m' if number < 0 else ''}{abs(number)}"
            text = ("true" if number else "false") if kind == "i1" else f"{number} : {kind}"
            self.lines.insert(self.head, f"  {name} = arith.constant {text}")
            self.constants[number, kind] = name
        return self.constants[number, kind]

    def real(self):
        if "real" not in self.constants:
            self.lines.insert(self.head, "  %z = arith.constant 0.0 : f32")
            self.constants["real"] = "%z"
        return "%z"

    # functions and regions

    def function(self, name, arguments, results=(), private=False, attributes=""):
        """Opens a function; `arguments` are (name, type)."""
        text = ", ".join(f"{n}: {t}" for n, t in arguments)
        back = f" -> ({', '.join(results)})" if results else ""
        more = f" attributes {{{attributes}}}" if attributes else ""
        self.line(f"func.func {'private ' if private else ''}@{name}({text}){back}{more} {{")
        self.depth, self.head, self.constants, self.nested = 1, len(self.lines), {}, 0

    def close(self, values=(), types=()):
        self.line(f"return {', '.join(values)} : {', '.join(types)}" if values else "return")
        self.depth = 0
        self.line("}")

    def open(self, text):
        self.line(text + " {")
        self.depth += 1
        self.nested += 1

    def end(self, text=""):
        self.depth -= 1
        self.nested -= 1
        self.line("}" + text)

    # arithmetic

    def op(self, op, a, b, kind="index"):
        return self.value(f"arith.{op} {a}, {b} : {kind}")

    def cmp(self, predicate, a, b, kind="index"):
        return self.value(f"arith.cmpi {predicate}, {a}, {b} : {kind}", "b")

    def add(self, a, number, kind="index"):
        return a if number == 0 else self.op("addi", a, self.const(number, kind), kind)

    def select(self, c, a, b, kind="index"):
        return self.value(f"arith.select {c}, {a}, {b} : {kind}")

    def cast(self, a, source, target, unsigned=None):
        """Between any two integer types."""
        if source == target:
            return a
        unsigned = self.chance(0.5) if unsigned is None else unsigned
        if "index" in (source, target):
            return self.value(f"arith.index_cast{'ui' if unsigned else ''} {a} : {source} to {target}")
        if bits(source) > bits(target):
            return self.value(f"arith.trunci {a} : {source} to {target}")
        return self.value(f"arith.ext{'ui' if unsigned else 'si'} {a} : {source} to {target}")

    def modulo(self, i, n, wild=0.0):
        """A number below n: i mod n, said in one of many ways."""
        c = self.const(n)
        forms = {"remui": 6, "remsi": 1, "div": 1}
        if n & (n - 1) == 0:
            forms |= {"and": 3, "shift": 1 + 2 * wild} if n > 1 else {}
        if wild:
            forms["narrow"] = 6 * wild
        form = self.weighted(forms)
        if form in ("remui", "remsi"):
            return self.op(form, i, c)
        if form == "and":
            return self.op("andi", i, self.const(n - 1))
        if form == "shift":
            k = self.const(64 - n.bit_length() + 1)
            return self.op("shrui", self.op("shli", i, k), k)
        if form == "div":
            q = self.op(self.pick("divui", "divui", "divsi", "floordivsi"), i, c)
            return self.op("subi", i, self.op("muli", q, c))
        kind = self.pick("i8", "i8", "i16", "i32", "i64", *(["i2"] if n <= 2 else []))
        small = self.cast(i, "index", kind, unsigned=False)
        if self.chance(0.3):
            small = self.op("addi", small, self.const(self.pick(1, -1, 100), kind), kind)
        return self.cast(self.op("remui", small, self.const(n, kind), kind), kind, "index", unsigned=True)

    # loops

    def loop(self, form, low, high, step, carried, types, body):
        """A loop from `low` to `high`; `body(i, carried)` gives what is carried on; the values at the end are returned."""
        if form == "cf" and self.nested:
            form = "while"
        if form in ("for", "unsigned"):
            kind = self.weighted({"index": 6, "i8": 1, "i32": 1, "i64": 1}) if form == "unsigned" else "index"
            low, high, step = (self.cast(v, "index", kind, unsigned=False) for v in (low, high, step))
            return self.counted(form == "unsigned", kind, low, high, step, carried, types, body)
        if form == "typed":
            kind = self.pick("i8", "i32", "i64")
            low, high, step = (self.cast(v, "index", kind, unsigned=False) for v in (low, high, step))
            return self.counted(False, kind, low, high, step, carried, types, body)
        if form == "while":
            return self.while_(low, high, step, carried, types, body)
        return self.branches(low, high, step, carried, types, body)

    def counted(self, unsigned, kind, low, high, step, carried, types, body):
        i, inner = self.name("i"), [self.name("a") for _ in carried]
        result = self.name("r")
        text = f"scf.for {'unsigned ' if unsigned else ''}{i} = {low} to {high} step {step}"
        if carried:
            pairs = ", ".join(f"{a} = {v}" for a, v in zip(inner, carried, strict=True))
            text = f"{result}:{len(carried)} = {text} iter_args({pairs}) -> ({', '.join(types)})"
        self.open(text + (f" : {kind}" if kind != "index" else ""))
        handed = body(self.cast(i, kind, "index", unsigned=unsigned), inner)
        if carried:
            self.line(f"scf.yield {', '.join(handed)} : {', '.join(types)}")
        self.end()
        return [f"{result}#{k}" for k in range(len(carried))]

    def while_(self, low, high, step, carried, types, body):
        names = [self.name("a") for _ in range(len(carried) + 1)]
        inner = [self.name("d") for _ in names]
        kinds, result = ["index", *types], self.name("r")
        pairs = ", ".join(f"{a} = {v}" for a, v in zip(names, [low, *carried], strict=True))
        both = ", ".join(kinds)
        self.open(f"{result}:{len(names)} = scf.while ({pairs}) : ({both}) -> ({both})")
        c = self.cmp(self.pick("slt", "slt", "ult", "ne"), names[0], high)
        self.line(f"scf.condition({c}) {', '.join(names)} : {both}")
        self.depth -= 1
        self.line("} do {")
        self.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in zip(inner, kinds, strict=True))}):")
        self.depth += 1
        handed = body(inner[0], inner[1:])
        then = self.op("addi", inner[0], step)
        self.line(f"scf.yield {', '.join([then, *handed])} : {both}")
        self.end()
        return [f"{result}#{k + 1}" for k in range(len(carried))]

    def branches(self, low, high, step, carried, types, body):
        """Blocks and branches; the body may leave early: it gets `self.leave` for that."""
        self.blocks += 1
        n, kinds = self.blocks, ["index", *types]
        names, inner, out = ([self.name("a") for _ in kinds] for _ in range(3))

        def go(label, values):
            return f"^{label}{n}({', '.join(values)} : {', '.join(kinds)})"

        def head(label, values):
            self.lines.append(
                f"^{label}{n}({', '.join(f'{a}: {t}' for a, t in zip(values, kinds, strict=True))}):"
            )

        self.line(f"cf.br {go('head', [low, *carried])}")
        head("head", names)
        c = self.cmp(self.pick("slt", "slt", "slt", "ne"), names[0], high)
        self.line(f"cf.cond_br {c}, {go('body', names)}, {go('exit', names)}")
        head("body", inner)
        handed = body(inner[0], inner[1:])
        then = self.op("addi", inner[0], step)
        if self.chance(0.35):
            early = self.cmp(self.pick("eq", "sgt", "ne"), inner[0], self.const(self.pick(0, 1, 2, 3, 6)))
            self.line(f"cf.cond_br {early}, {go('exit', [then, *handed])}, {go('head', [then, *handed])}")
        else:
            self.line(f"cf.br {go('head', [then, *handed])}")
        head("exit", out)
        return out[1:]
