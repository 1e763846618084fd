"""Scalars: constants, arithmetic without undefined behaviour, casts. Each function returns a value's name."""

from __future__ import annotations

from tests.differential.gen_core import FLOATS, INTS, SCALARS, WIDTH, Generator, Scope

INT_BINARY = (
    "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui",
)  # fmt: skip
FLOAT_BINARY = ("addf", "subf", "mulf", "divf", "minimumf", "maximumf", "remf")
INT_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = (
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "uno",
)
FLOAT_CONSTANTS = ("1.0", "0.0", "-1.5", "0.1", "-0.0", "3.25", "1.0e+10", "-7.0e-3", "1.0e-40", "3.0e+38")
INFINITY = {"f32": "0x7F800000", "f64": "0x7FF0000000000000"}
NAN = {"f32": "0x7FC00000", "f64": "0x7FF8000000000000"}


def constant(g: Generator, s: Scope, type_: str) -> str:
    """A constant of any scalar type; shrinks to 0 or 1."""
    if type_ == "i1":
        return g.define(s, type_, f"arith.constant {g.pick(('false', 'true'))}")
    if type_ in FLOATS:
        special = g.integer(0, 24)
        text = {24: INFINITY[type_], 23: NAN[type_]}.get(special) or g.pick(FLOAT_CONSTANTS)
        return g.define(s, type_, f"arith.constant {text} : {type_}")
    width = WIDTH[type_]
    value = g.weighted(
        (
            (6, g.integer(0, 9)),
            (2, -1),
            (1, -(1 << (width - 1))),
            (1, (1 << (width - 1)) - 1),
            (2, g.integer(-99, 99)),
        )
    )
    return g.define(s, type_, f"arith.constant {value} : {type_}")


def literal(g: Generator, s: Scope, type_: str, value: int | float) -> str:
    """A given constant, not offered for reuse."""
    return g.temporary(s, f"arith.constant {value} : {type_}")


def value(g: Generator, s: Scope, type_: str) -> str:
    """Any value of the type: mostly one that is there, the newest most often."""
    names = s.values.get(type_, [])
    if names and not g.chance(20):
        return names[-1 - min(g.integer(0, len(names) - 1), g.integer(0, len(names) - 1))]
    if names or g.chance(60) or g.fuel < 0:
        return constant(g, s, type_)
    return cast(g, s, type_)


def compute(g: Generator, s: Scope, type_: str | None = None) -> str:
    """One new value."""
    type_ = type_ or g.pick(SCALARS)
    if type_ == "i1":
        return _boolean(g, s)
    if type_ in FLOATS:
        return _float(g, s, type_)
    return _integer(g, s, type_)


def condition(g: Generator, s: Scope) -> str:
    """A condition that is not constant, where possible."""
    return _boolean(g, s) if g.chance(70) else value(g, s, "i1")


def below(g: Generator, s: Scope, bound: int) -> str:
    """An index in [0, bound)."""
    if g.chance(40):
        return g.define(s, "index", f"arith.constant {g.integer(0, bound - 1)} : index")
    x = value(g, s, "index")
    limit = literal(g, s, "index", bound)
    return g.temporary(s, f"arith.remui {x}, {limit} : index")


def _boolean(g: Generator, s: Scope) -> str:
    kind = g.integer(0, 4)
    if kind <= 1:
        t = g.pick(INTS)
        a, b = value(g, s, t), value(g, s, t)
        return g.define(s, "i1", f"arith.cmpi {g.pick(INT_PREDICATES)}, {a}, {b} : {t}")
    if kind == 2:
        t = g.pick(FLOATS)
        a, b = value(g, s, t), value(g, s, t)
        return g.define(s, "i1", f"arith.cmpf {g.pick(FLOAT_PREDICATES)}, {a}, {b} : {t}")
    if kind == 3:
        a, b = value(g, s, "i1"), value(g, s, "i1")
        return g.define(s, "i1", f"arith.{g.pick(('andi', 'ori', 'xori'))} {a}, {b} : i1")
    return g.define(s, "i1", f"arith.trunci {value(g, s, 'i32')} : i32 to i1")


def _integer(g: Generator, s: Scope, t: str) -> str:
    kind = g.weighted(
        ((8, "binary"), (3, "cast"), (2, "shift"), (2, "divide"), (2, "select"), (1, "extended"), (1, "bits"))
    )
    if kind == "cast":
        return cast(g, s, t)
    a = value(g, s, t)
    if kind == "select":
        return _select(g, s, t)
    if kind == "bits" and t != "index":
        return g.define(s, t, f"math.{g.pick(('absi', 'ctpop', 'ctlz', 'cttz'))} {a} : {t}")
    b = value(g, s, t)
    if kind == "shift":
        amount = g.temporary(s, f"arith.andi {b}, {literal(g, s, t, WIDTH[t] - 1)} : {t}")
        return g.define(s, t, f"arith.{g.pick(('shli', 'shrsi', 'shrui'))} {a}, {amount} : {t}")
    if kind == "divide":
        small = g.temporary(s, f"arith.andi {b}, {literal(g, s, t, 7)} : {t}")
        divisor = g.temporary(s, f"arith.addi {small}, {literal(g, s, t, 1)} : {t}")
        op = g.pick(("divsi", "divui", "remsi", "remui", "ceildivsi", "floordivsi", "ceildivui"))
        return g.define(s, t, f"arith.{op} {a}, {divisor} : {t}")
    if kind == "extended" and t != "index":
        low, high = g.fresh(), g.fresh()
        g.op(s, f"{low}, {high} = arith.{g.pick(('mulsi_extended', 'mului_extended'))} {a}, {b} : {t}")
        s.add(low, t)
        return s.add(high, t)
    return g.define(s, t, f"arith.{g.pick(INT_BINARY)} {a}, {b} : {t}")


def _select(g: Generator, s: Scope, t: str) -> str:
    c, a, b = value(g, s, "i1"), value(g, s, t), value(g, s, t)
    return g.define(s, t, f"arith.select {c}, {a}, {b} : {t}")


def _float(g: Generator, s: Scope, t: str) -> str:
    kind = g.weighted(((8, "binary"), (3, "cast"), (2, "unary"), (2, "select"), (1, "fma"), (1, "number")))
    if kind == "cast":
        return cast(g, s, t)
    if kind == "select":
        return _select(g, s, t)
    a = value(g, s, t)
    if kind == "unary":
        op = g.pick(("arith.negf", "math.absf", "math.sqrt", "math.floor", "math.ceil", "math.trunc"))
        return g.define(s, t, f"{op} {a} : {t}")
    b = value(g, s, t)
    if kind == "fma":
        return g.define(s, t, f"math.fma {a}, {b}, {value(g, s, t)} : {t}")
    op = g.pick(("minnumf", "maxnumf") if kind == "number" else FLOAT_BINARY)
    if op in ("minnumf", "maxnumf") or (op in ("minimumf", "maximumf") and not g.profile.ours):
        # Which zero comes out is not specified, or mlir-opt's arith-expand does not care: adding +0.0 makes it +0.0.
        least = g.temporary(s, f"arith.{op} {a}, {b} : {t}")
        return g.define(s, t, f"arith.addf {least}, {literal(g, s, t, 0.0)} : {t}")
    return g.define(s, t, f"arith.{op} {a}, {b} : {t}")


def cast(g: Generator, s: Scope, to: str) -> str:
    """A value of type `to`, made from one of another type."""
    sources = [t for t in SCALARS if t != to and s.values.get(t)]
    if not sources:
        return constant(g, s, to)
    source = g.pick(sources)
    name = convert(g, s, value(g, s, source), source, to)
    return name if name in s.values.get(to, []) else s.add(name, to)


def convert(g: Generator, s: Scope, a: str, source: str, to: str) -> str:
    """Convert a value between any two scalar types, without undefined behaviour."""
    if source == to:
        return a
    if source in FLOATS and to in FLOATS:
        return g.define(s, to, f"arith.{'extf' if to == 'f64' else 'truncf'} {a} : {source} to {to}")
    if source in FLOATS:
        return _float_to_int(g, s, a, source, to)
    if to in FLOATS:
        return _int_to_float(g, s, a, source, to)
    if "index" in (source, to):
        unsigned = source == "i1" or g.chance(30)
        return g.define(s, to, f"arith.{'index_castui' if unsigned else 'index_cast'} {a} : {source} to {to}")
    if WIDTH[source] > WIDTH[to]:
        return g.define(s, to, f"arith.trunci {a} : {source} to {to}")
    return g.define(s, to, f"arith.{g.pick(('extsi', 'extui'))} {a} : {source} to {to}")


def bits(g: Generator, s: Scope, a: str, t: str) -> str:
    """A float's bits, every NaN counting as one."""
    nan = g.temporary(s, f"arith.cmpf uno, {a}, {a} : {t}")
    some = literal(g, s, t, 12345.0)
    safe = g.temporary(s, f"arith.select {nan}, {some}, {a} : {t}")
    return g.temporary(s, f"arith.bitcast {safe} : {t} to i{WIDTH[t]}")


def _float_to_int(g: Generator, s: Scope, a: str, source: str, to: str) -> str:
    if to in ("i1", "index") or (WIDTH[to] == WIDTH[source] and g.chance(30)):
        raw = bits(g, s, a, source)
        return convert(g, s, raw, f"i{WIDTH[source]}", to)
    unsigned = g.chance(30)
    limit = 100.0 if to == "i8" else 1000000.0
    size = g.temporary(s, f"math.absf {a} : {source}")
    inside = g.temporary(s, f"arith.cmpf olt, {size}, {literal(g, s, source, limit)} : {source}")
    safe = g.temporary(
        s, f"arith.select {inside}, {size if unsigned else a}, {literal(g, s, source, 0.0)} : {source}"
    )
    return g.define(s, to, f"arith.{'fptoui' if unsigned else 'fptosi'} {safe} : {source} to {to}")


def _int_to_float(g: Generator, s: Scope, a: str, source: str, to: str) -> str:
    if source == "index":
        a, source = g.temporary(s, f"arith.index_cast {a} : index to i64"), "i64"
    if WIDTH[source] == WIDTH[to] and g.chance(20):
        return g.define(s, to, f"arith.bitcast {a} : {source} to {to}")
    return g.define(s, to, f"arith.{g.pick(('sitofp', 'uitofp'))} {a} : {source} to {to}")
