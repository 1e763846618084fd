"""Random programs whose tasks compute tiles of arrays: a task touches a view, and how far that goes is a minimum."""

from .writer import ARRAY, EXTENT, GROUP, TOKEN

VIEW = "memref<?xi64, strided<[1], offset: ?>>"

KERNELS = {
    "fill": (
        1,
        """    %x = arith.index_cast %i : index to i64
    memref.store %x, %v[%i] : VIEW""",
    ),
    "lower": (
        1,
        """    %m = arith.constant -1 : i64
    memref.store %m, %v[%i] : VIEW""",
    ),
    "twice": (
        1,
        """    %x = memref.load %v[%i] : VIEW
    %y = arith.addi %x, %x : i64
    memref.store %y, %v[%i] : VIEW""",
    ),
    "first": (
        1,
        """    %x = memref.load %v[%c0] : VIEW
    memref.store %x, %v[%c0] : VIEW""",
    ),
    "check": (
        1,
        """    %x = memref.load %v[%i] : VIEW
    %z = arith.constant 0 : i64
    %ok = arith.cmpi sge, %x, %z : i64
    cf.assert %ok, "negative\"""",
    ),
    "checked": (
        1,
        """    %x = memref.load %v[%i] : VIEW
    %z = arith.constant 3 : i64
    %ok = arith.cmpi sge, %x, %z : i64
    cf.assert %ok, "small"
    memref.store %z, %v[%i] : VIEW""",
    ),
    "copy": (
        2,
        """    %n = memref.dim %w, %c0 : VIEW
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %x = memref.load %v[%i] : VIEW
      memref.store %x, %w[%i] : VIEW
    }""",
    ),
    "shift": (
        2,
        """    %n = memref.dim %w, %c0 : VIEW
    %j = arith.addi %i, %c1 : index
    %in = arith.cmpi ult, %j, %n : index
    scf.if %in {
      %x = memref.load %v[%i] : VIEW
      memref.store %x, %w[%j] : VIEW
    }""",
    ),
}
"""How many views each takes, and what it does for each element of the first one."""


def kernel(name):
    """A function that does something for each element of a view."""
    views, body = KERNELS[name]
    arguments = ", ".join(f"{v}: VIEW" for v in ("%v", "%w")[:views])
    return f"""func.func private @{name}({arguments}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %v, %c0 : VIEW
  scf.for %i = %c0 to %d step %c1 {{
{body}
  }}
  return
}}""".replace("VIEW", VIEW)


class Tiles:
    """The text so far."""

    def __init__(self, rng):
        self.rng = rng
        self.functions = {}
        self.lines = []
        self.tokens = []
        self.groups = []
        self.numbers = 0

    def fresh(self, prefix="x"):
        self.numbers += 1
        return f"%{prefix}{self.numbers}"

    def line(self, text, margin=1):
        self.lines.append("  " * margin + text)

    def wrapper(self):
        """A function that computes views, and gives them to kernels."""
        rng = self.rng
        used = rng.sample(list(KERNELS), rng.choice((1, 1, 2)))
        shape = rng.choice(("clipped", "clipped", "wide", "halves", "largest"))
        name = f"{'_'.join(used)}_{shape}"
        if name in self.functions:
            return name
        for each in used:
            self.functions.setdefault(each, kernel(each))
        lines = [
            f"func.func private @{name}(%A: {ARRAY}, %B: {ARRAY}, %n: index, %tile: index, %i: index) {{",
            "  %c1 = arith.constant 1 : index",
            "  %c2 = arith.constant 2 : index",
            "  %u = arith.muli %i, %tile : index",
            *self.shape(shape),
        ]
        for number, each in enumerate(used):
            names = []
            for place in range(KERNELS[each][0]):
                view = f"%w{number}_{place}"
                array = rng.choice(("%A", "%A", "%B"))
                offset, size = rng.choice((("%o", "%s"), ("%o", "%s"), ("%o", "%s"), ("%o2", "%s2")))
                lines.append(f"  {view} = memref.subview {array}[{offset}] [{size}] [1] : {ARRAY} to {VIEW}")
                names.append(view)
            lines.append(
                f"  func.call @{each}({', '.join(names)}) : ({', '.join([VIEW] * len(names))}) -> ()"
            )
        self.functions[name] = "\n".join([*lines, "  return", "}"])
        return name

    def shape(self, shape):
        """Where the views begin, and how large they are: `o` and `s`, and another one inside of it."""
        if shape == "halves":
            half = ["%o2 = arith.addi %o, %h : index", "%s2 = arith.subi %s, %h : index"]
            half = ["%h = arith.divui %s, %c2 : index", *half]
        else:
            half = ["%o2 = arith.addi %o, %c1 : index", "%s2r = arith.subi %s, %c1 : index"]
            half += ["%zero = arith.constant 0 : index", "%s2 = arith.maxsi %s2r, %zero : index"]
            half[0] = "%o2 = arith.minsi %o2r, %n : index"
            half.insert(0, "%o2r = arith.addi %o, %c1 : index")
        if shape == "largest":
            lines = ["%low = arith.subi %u, %c1 : index", "%none = arith.constant 0 : index"]
            lines += ["%lo = arith.maxsi %low, %none : index", "%o = arith.minsi %lo, %n : index"]
        else:
            lines = ["%o = arith.minsi %u, %n : index"]
        lines += ["%r = arith.subi %n, %o : index"]
        if shape == "wide":
            lines += ["%t1 = arith.addi %tile, %c1 : index", "%s = arith.minsi %r, %t1 : index"]
        else:
            lines += ["%s = arith.minsi %r, %tile : index"]
        return ["  " + each for each in (*lines, *half)]

    def call(self, margin):
        """A tile, by one of the wrappers."""
        tile = self.rng.choice(("%c0", "%c1", "%c1", "%c2", "%c2", "%c3"))
        name = self.rng.choice([self.wrapper() for _ in range(2)])
        given = f"({ARRAY}, {ARRAY}, index, index, index) -> ()"
        self.line(f"func.call @{name}(%A, %B, %n8, %k8, {tile}) : {given}", margin)

    def launch(self):
        """A task that waits for some of those before it."""
        rng = self.rng
        few = [t for t in self.tokens if rng.random() < 0.45]
        depends = f" [{', '.join(few)}]" if few else ""
        token = self.fresh("t")
        self.line(f"{token} = async.execute{depends} {{")
        if self.tokens and rng.random() < 0.1:
            self.line(f"async.await {rng.choice(self.tokens)} : {TOKEN}", 2)
        self.call(2)
        self.line("async.yield", 2)
        self.line("}")
        self.tokens.append(token)

    def gather(self):
        """A group of some of the tasks."""
        chosen = self.rng.sample(self.tokens, self.rng.randint(1, len(self.tokens)))
        size, group = self.fresh("s"), self.fresh("g")
        self.line(f"{size} = arith.constant {len(chosen)} : index")
        self.line(f"{group} = async.create_group {size} : {GROUP}")
        for token in chosen:
            self.line(f"{self.fresh('r')} = async.add_to_group {token}, {group} : {TOKEN}")
        self.line(f"async.await_all {group}")


def tiles(rng):
    """The text of a module whose entry is `@main`."""
    w = Tiles(rng)
    w.line(f"%e = arith.constant {EXTENT} : index")
    for name in ("%n", "%k"):
        w.line(f"{name}8 = arith.remui {name}, %e : index")
    for number in range(4):
        w.line(f"%c{number} = arith.constant {number} : index")
    for _ in range(rng.randint(2, 5)):
        what = rng.random()
        if what < 0.8 or not w.tokens:
            w.launch()
        elif what < 0.87:
            w.call(1)
        elif what < 0.95:
            w.line(f"async.await {rng.choice(w.tokens)} : {TOKEN}")
        else:
            w.gather()
    for token in w.tokens:
        if rng.random() < 0.6:
            w.line(f"async.await {token} : {TOKEN}")
    head = f"func.func @main(%n: index, %k: index, %A: {ARRAY}, %B: {ARRAY}) {{"
    return "\n".join([*w.functions.values(), head, *w.lines, "  return", "}", ""])
