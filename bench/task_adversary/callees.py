"""Functions beside `@main`: ones that launch, that wait, that go on in the background, and that call themselves on halves."""

from .places import element, scalar
from .writer import ARRAY, TOKEN, Access


def printing():
    return "func.func private @printI64(i64)\n"


def call(w, s):
    w.rng.choice((put, begin, begin, both, work, work))(w, s)


def _target(w, s):
    index, key = element(w, s)
    return w.rng.choice(("%A", "%B")), index, key


PUT = f"""func.func private @put(%X: {ARRAY}, %i: index, %x: i64) {{
  memref.store %x, %X[%i] : {ARRAY}
  return
}}
"""


def put(w, s):
    """A plain store."""
    array, index, key = _target(w, s)
    w.touch(s, Access(array, key, True))
    arguments = f"({array}, {index}, {scalar(w, s)}) : ({ARRAY}, index, i64) -> ()"
    w.line(f"func.call {w.function('put', lambda: PUT)}{arguments}")


BEGIN = f"""func.func private @begin(%X: {ARRAY}, %i: index, %x: i64) -> {TOKEN} {{
  %t = async.execute {{
    memref.store %x, %X[%i] : {ARRAY}
    async.yield
  }}
  return %t : {TOKEN}
}}
"""


def begin(w, s):
    """Launches a task and hands over its token."""
    if not w.can_launch(s):
        return
    w.spend(s)
    array, index, key = _target(w, s)
    accesses = [Access(array, key, True)]
    w.touch(s, *accesses)
    arguments = f"({array}, {index}, {scalar(w, s)}) : ({ARRAY}, index, i64) -> {TOKEN}"
    name = w.define(f"func.call {w.function('begin', lambda: BEGIN)}{arguments}", "t")
    w.launched(s, name, TOKEN, accesses)


def _both(waits):
    return f"""func.func private @both(%X: {ARRAY}, %i: index, %x: i64) {{
  %t = async.execute {{
    memref.store %x, %X[%i] : {ARRAY}
    async.yield
  }}
{f"  async.await %t : {TOKEN}" if waits else ""}
  return
}}
"""


def both(w, s):
    """Launches a task and waits for it; of a careless writer, perhaps it does not."""
    if not w.can_launch(s):
        return
    w.spend(s)
    array, index, key = _target(w, s)
    w.touch(s, Access(array, key, True))
    arguments = f"({array}, {index}, {scalar(w, s)}) : ({ARRAY}, index, i64) -> ()"
    waits = w.obeys()
    w.line(f"func.call {w.function('both', lambda: _both(waits).replace(chr(10) * 2, chr(10)))}{arguments}")


def _own(scope, waits):
    lines = f"""%c0 = arith.constant 0 : index
%m = memref.alloca() : memref<1xi64>
memref.store %x, %m[%c0] : memref<1xi64>
%u = async.execute {{
  %y = memref.load %m[%c0] : memref<1xi64>
  memref.store %y, %X[%i] : {ARRAY}
  async.yield
}}
async.await {"%u" if waits else "%t"} : {TOKEN}""".split("\n")
    if scope:
        lines = ["memref.alloca_scope {", *(f"  {line}" for line in lines), "}"]
    body = "\n".join(f"  {line}" for line in lines)
    return f"""func.func private @own(%X: {ARRAY}, %i: index, %x: i64, %t: {TOKEN}) {{
{body}
  return
}}
"""


def own(w, s):
    """Lends memory of its own to a task and waits for it; of a careless writer, perhaps for something else."""
    if not w.can_launch(s):
        return
    w.spend(s)
    array, index, key = _target(w, s)
    w.touch(s, Access(array, key, True))
    tokens = [f.name for f in s.flights if f.kind == TOKEN]
    token = w.rng.choice(tokens) if tokens else w.define(f"async.ready : {TOKEN}", "t")
    scope, waits = w.chance(50), w.obeys()
    called = w.function("own", lambda: _own(scope, waits))
    arguments = f"({array}, {index}, {scalar(w, s)}, {token}) : ({ARRAY}, index, i64, {TOKEN}) -> ()"
    w.line(f"func.call {called}{arguments}")


def _work(hot, waits):
    first = f"  memref.store %x, %X[%i] : {ARRAY}\n" if hot else ""
    wait = f"  async.await %t : {TOKEN}\n" if waits else ""
    return f"""async.func @work(%X: {ARRAY}, %i: index, %x: i64, %t: {TOKEN}) -> {TOKEN} {{
{first}{wait}  %y = memref.load %X[%i] : {ARRAY}
  %z = arith.addi %x, %y : i64
  memref.store %z, %X[%i] : {ARRAY}
  return
}}
"""


def work(w, s):
    """An `async.func`, which may do something before it waits."""
    if not w.can_launch(s):
        return
    w.spend(s)
    tokens = [f for f in s.flights if f.kind == TOKEN]
    array, index, key = _target(w, s)
    accesses = [Access(array, key, True)]
    w.touch(s, *accesses)
    tokens = [f for f in tokens if f in s.flights]
    if tokens:
        after, covers = w.rng.choice(tokens), ()
        token = after.name
    else:
        token, covers = w.define(f"async.ready : {TOKEN}", "t"), ()
    hot, waits = w.chance(50), w.obeys()
    kinds = f"({ARRAY}, index, i64, {TOKEN}) -> {TOKEN}"
    called = w.function("work", lambda: _work(hot, waits))
    name = w.define(f"async.call {called}({array}, {index}, {scalar(w, s)}, {token}) : {kinds}", "t")
    w.launched(s, name, TOKEN, accesses, covers)


def _halves(tasks, beside, waits):
    second = f"""    %u = async.execute {{
      func.call @halves(%X, %mid, %high) : ({ARRAY}, index, index) -> ()
      async.yield
    }}
    async.await %u : {TOKEN}
"""
    if tasks == 1:
        second = f"    func.call @halves(%X, %mid, %high) : ({ARRAY}, index, index) -> ()\n"
    return f"""func.func private @halves(%X: {ARRAY}, %low: index, %high: index) {{
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %beside = arith.constant {beside} : index
  %one = arith.constant 1 : i64
  %size = arith.subi %high, %low : index
  %last = arith.cmpi sle, %size, %c1 : index
  scf.if %last {{
    %some = arith.cmpi eq, %size, %c1 : index
    scf.if %some {{
      %near = arith.addi %low, %beside : index
      %x = memref.load %X[%near] : {ARRAY}
      %y = arith.addi %x, %one : i64
      memref.store %y, %X[%low] : {ARRAY}
    }}
  }} else {{
    %half = arith.divui %size, %c2 : index
    %mid = arith.addi %low, %half : index
    %t = async.execute {{
      func.call @halves(%X, %low, %mid) : ({ARRAY}, index, index) -> ()
      async.yield
    }}
{second}{f"    async.await %t : {TOKEN}" if waits else ""}
  }}
  return
}}
""".replace("\n\n", "\n")


def halves(w, s):
    """Recursion on halves, with a task for one of them or for both."""
    if s.repeat > 1 or not w.can_launch(s, 3):
        w.line(f"memref.store {_touched(w, s)}, %A[{w.constant(0)}] : {ARRAY}")
        return
    tasks, beside, waits = w.rng.choice((1, 2)), 0 if w.obeys() else 1, w.obeys()
    called = w.function("halves", lambda: _halves(tasks, beside, waits))
    low, array = w.constant(w.rng.choice((0, 0, 1))), w.rng.choice(("%A", "%B"))
    high = w.constant(w.rng.choice((2, 3, 4))) if w.chance(60) else "%n"
    w.spend(s, 3)
    w.touch(s, Access(array, None, True))
    w.line(f"func.call {called}({array}, {low}, {high}) : ({ARRAY}, index, index) -> ()")


def _touched(w, s):
    value = scalar(w, s)
    w.touch(s, Access("%A", ("", 0), True))
    return value
