"""Which element: constants, arguments, counters of loops; affine, modular and shifted; views; narrow integers that wrap."""

from .writer import ARRAY, EXTENT, Access

VIEW = "memref<4xi64, strided<[1], offset: {0}>>"


def place(w, s, write, atomic=False):
    """An element to touch: (the array's name, its type, the index, the access)."""
    root = w.rng.choice(w.arrays)
    if w.has("views") and w.chance(30):
        return view(w, s, root, write, atomic)
    index, key = element(w, s)
    return root, ARRAY, index, Access(root, key, write, atomic)


def view(w, s, root, write, atomic):
    offset, at = w.rng.randrange(5), w.rng.randrange(4)
    name = w.define(
        f"memref.subview {root}[{offset}] [4] [1] : {ARRAY} to {VIEW.format(offset)}",
        "v",
    )
    index, key = w.constant(at), ("", offset + at)
    if s.indices and w.chance(40):
        base, _ = w.rng.choice(s.indices)
        index, key = w.define(f"arith.remui {base}, {w.constant(4)} : index"), None
    return name, VIEW.format(offset), index, Access(root, key, write, atomic)


def element(w, s):
    """An index below the extent, and its key."""
    if not s.indices or w.chance(50 if s.repeat == 1 else 20):
        at = w.rng.choice((0, 0, 1, 1, 2, 3))
        return w.constant(at), ("", at)
    name, base = w.rng.choice(s.indices[-2:]) if w.chance(60) else w.rng.choice(s.indices)
    if w.chance(45):
        return name, (base, 0)
    if w.has("indices"):
        if w.chance(8):  # below the extent for the arguments that are tried
            by = w.rng.choice((1, 2))
            return w.define(f"arith.addi %n, {w.constant(by)} : index"), ("%n", by)
        return FORMS[w.rng.randrange(len(FORMS))](w, name, base)
    return shifted(w, name, base)


def shifted(w, name, base):
    """Some elements on, around the end."""
    by = w.rng.randrange(1, 4)
    total = w.define(f"arith.addi {name}, {w.constant(by)} : index")
    return w.define(f"arith.remui {total}, {w.constant(EXTENT)} : index"), (base, by)


def backwards(w, name, base):
    at = w.define(f"arith.subi {w.constant(EXTENT - 1)}, {name} : index")
    return at, (f"{EXTENT - 1} - {base}", 0)


def scaled(w, name, base):
    by, plus = w.rng.choice(((2, 0), (2, 1), (3, 0), (3, 2)))
    product = w.define(f"arith.muli {name}, {w.constant(by)} : index")
    total = w.define(f"arith.addi {product}, {w.constant(plus)} : index")
    return w.define(f"arith.remui {total}, {w.constant(EXTENT)} : index"), (f"{by} * {base}", plus)


def modular(w, name, base):
    return w.define(f"arith.remui {name}, {w.constant(w.rng.choice((2, 3, 4)))} : index"), None


def right(w, name, base):
    return w.define(f"arith.shrui {name}, {w.constant(1)} : index"), None


def affine(w, name, base):
    formula = w.rng.choice(("d0 mod 4 + 1", "d0 floordiv 2", "d0 ceildiv 2", f"(d0 * 3 + 1) mod {EXTENT}"))
    return w.define(f"affine.apply affine_map<(d0) -> ({formula})>({name})"), None


def narrow(w, name, base):
    """Through a narrow integer, where a sum wraps."""
    kind, near = w.rng.choice((("i8", 126), ("i8", -2), ("i32", 2**31 - 2), ("i4", 6)))
    small = w.define(f"arith.index_cast {name} : index to {kind}")
    total = w.define(f"arith.addi {small}, {w.constant(near, kind)} : {kind}")
    wide = w.define(f"arith.{w.rng.choice(('index_cast', 'index_castui'))} {total} : {kind} to index")
    return w.define(f"arith.remui {wide}, {w.constant(EXTENT)} : index"), None


FORMS = (shifted, backwards, scaled, modular, right, affine, narrow)


def condition(w, s):
    """A truth value: of an argument, of the counter of a loop, or one that is known."""
    if w.chance(20):
        return w.constant(w.rng.choice(("false", "true")), "i1") if w.chance(40) else never(w)
    left = w.rng.choice(["%n", "%k", *(name for name, _ in s.indices)])
    right = w.constant(w.rng.randrange(3)) if w.chance(70) else w.rng.choice(("%n", "%k"))
    return w.define(
        f"arith.cmpi {w.rng.choice(('slt', 'sle', 'eq', 'ne', 'ugt'))}, {left}, {right} : index", "b"
    )


def never(w):
    """False, which is not written down."""
    if w.chance(50):
        odd = w.define(
            f"arith.ori {w.define(f'arith.shli %n, {w.constant(1)} : index')}, {w.constant(1)} : index"
        )
        low = w.define(f"arith.andi {odd}, {w.constant(1)} : index")
        return w.define(f"arith.cmpi eq, {low}, {w.constant(0)} : index", "b")
    return w.define("arith.cmpi sgt, %n, %n : index", "b")


def scalar(w, s):
    """A number to store."""
    if s.values and w.chance(60):
        value = w.rng.choice(s.values[-3:])
        if w.chance(50):
            value = w.define(f"arith.addi {value}, {w.constant(1, 'i64')} : i64")
        return value
    return w.constant(w.rng.randrange(1, 9), "i64")
