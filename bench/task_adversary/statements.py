"""What a random program does, one statement after the other."""

from functools import wraps

from . import callees
from .places import condition, element, place, scalar
from .writer import ARRAY, GROUP, TOKEN, VALUE, Access


def store(w, s):
    array, kind, index, access = place(w, s, True)
    value = scalar(w, s)
    w.touch(s, access)
    w.line(f"memref.store {value}, {array}[{index}] : {kind}")


def load(w, s):
    array, kind, index, access = place(w, s, False)
    w.touch(s, access)
    s.values.append(w.define(f"memref.load {array}[{index}] : {kind}"))


def access(w, s):
    (store if w.chance(60) else load)(w, s)


def atomic(w, s):
    array, kind, index, access = place(w, s, True, atomic=True)
    value = scalar(w, s)
    w.touch(s, access)
    how = w.rng.choice(("addi", "maxs", "ori"))
    old = w.define(f"memref.atomic_rmw {how} {value}, {array}[{index}] : (i64, {kind}) -> i64")
    if w.chance(20) or w.has("noticed"):
        s.values.append(old)


def say(w, s):
    """What is printed shows the order of those who print."""
    if s.repeat > 1 or s.depth > 1:
        access(w, s)
        return
    w.line(f"func.call {w.function('printI64', callees.printing)}({scalar(w, s)}) : (i64) -> ()")


def asks(w, s):
    """Whether a task has failed by now."""
    tokens = [f for f in s.flights if f.kind == TOKEN]
    if not tokens:
        launch(w, s, payload=False, first=wrong)
        return
    failed = w.define(f"async.runtime.is_error {w.rng.choice(tokens).name} : {TOKEN}", "b")
    s.values.append(w.define(f"arith.extui {failed} : i1 to i64"))
    say(w, s)


def ranks(w, s):
    """Tasks that are not ordered add to one group; what each gets as its rank is stored, or says where."""
    if not w.can_launch(s, 2):
        access(w, s)
        return
    w.spend(s, 2)
    name = w.define(f"async.create_group {w.constant(2)} : {GROUP}", "g")
    array, members = w.rng.choice(("%A", "%B")), w.rng.choice(((0, 1), (0, 1), (0, None)))
    ready = w.define(f"async.ready : {TOKEN}", "t")
    by_rank = not w.obeys()
    w.touch(s, *(Access(array, ("", at), True) for at in (0, 1)))
    for at in members:
        if at is None:
            _add(w, s, name, ready)
        else:
            token, accesses = w.fresh("t"), [Access(array, None if by_rank else ("", at), True)]
            w.block(
                f"{token} = async.execute {{", lambda at=at: _ranked(w, s, name, ready, array, at, by_rank)
            )
            w.launched(s, token, TOKEN, accesses)
    w.launched(s, name, GROUP, [])


def _add(w, s, name, ready):
    """Adds something that is complete, or a task: the rank."""
    member = ready
    if w.chance(30) and w.can_launch(s):
        w.spend(s)
        member = w.fresh("t")
        w.block(f"{member} = async.execute {{", lambda: w.line("async.yield"))
    return w.define(f"async.add_to_group {member}, {name} : {TOKEN}", "r")


def _ranked(w, s, name, ready, array, at, by_rank):
    rank = _add(w, s, name, ready)
    number = w.define(f"arith.index_cast {rank} : index to i64")
    w.line(f"memref.store {number}, {array}[{rank if by_rank else w.constant(at)}] : {ARRAY}")
    w.line("async.yield")


def shows(w, s):
    """A task that does what shows when it ran, and where."""
    launch(w, s, first=w.rng.choice((say, atomic, told)))


def told(w, s):
    """Prints what an atomic access has found."""
    atomic(w, s)
    if s.values:
        say(w, s)


def wrong(w, s):
    """An assertion that may fail, mostly in a task."""
    if s.depth == 0 and w.can_launch(s) and w.chance(85):
        launch(w, s, first=wrong)
        return
    w.line(f'cf.assert {condition(w, s)}, "no"')


def wait(w, s):
    if s.flights:
        w.order(s, w.rng.choice(s.flights))
    else:
        access(w, s)


# ---- tasks ----


def launch(w, s, payload=None, first=None):
    """A task: the names of what completes with it are in flight."""
    if not w.can_launch(s):
        access(w, s)
        return None
    w.spend(s)
    payload = w.has("values") and w.chance(60) if payload is None else payload
    token, value = w.fresh("t"), w.fresh("v") if payload else None
    inner = s.body()
    operand = _operand(w, s, inner)

    def write():
        if first:
            first(w, inner)
        count = w.rng.choice((1, 2, 2) if inner.depth < 2 or not w.has("nested") else (1, 2))
        statements(w, inner, count, BODY)
        w.settle(inner, s.flights)
        w.line(f"async.yield {scalar(w, inner)} : i64" if payload else "async.yield")

    def head():
        names = f"{token}, {value}" if payload else token
        depends = f" [{', '.join(f.name for f in inner.dependencies)}]" if inner.dependencies else ""
        return f"{names} = async.execute{depends}{operand}{f' -> {VALUE}' if payload else ''} {{"

    _extra_dependency(w, s, inner)
    w.block(head, write)
    names = {name for name, _ in s.indices}
    accesses = [a.outside(names) for a in inner.log]
    if payload and w.chance(70):
        return w.launched(s, value, VALUE, accesses, inner.waited)
    return w.launched(s, token, TOKEN, accesses, inner.waited)


def _operand(w, s, inner):
    """A value that is an operand of the task: it is known in the body, by the text that this returns."""
    values = [f for f in s.flights if f.kind == VALUE]
    if not values or not w.chance(60):
        return ""
    flight, name = w.rng.choice(values), w.fresh("a")
    inner.values.append(name)
    inner.complete(flight)
    return f" ({flight.name} as {name}: {VALUE})"


def _extra_dependency(w, s, inner):
    tokens = [f for f in inner.flights if f.kind == TOKEN]
    if tokens and w.chance(25):
        flight = w.rng.choice(tokens)
        inner.dependencies.append(flight)
        inner.complete(flight)


def _element_task(w, s, index, dependencies, from_array, to_array):
    """A task that reads one element and writes one; its token."""
    token = w.fresh("t")
    how = "atomic" if w.has("atomics") and w.chance(60) else "plain"

    def write():
        if how == "atomic":
            one = w.constant(1, "i64")
            w.define(f"memref.atomic_rmw addi {one}, {to_array}[{index}] : (i64, {ARRAY}) -> i64")
        else:
            x = w.define(f"memref.load {from_array}[{index}] : {ARRAY}")
            y = w.define(f"arith.addi {x}, {w.constant(1, 'i64')} : i64")
            w.line(f"memref.store {y}, {to_array}[{index}] : {ARRAY}")
        if w.has("errors") and w.chance(30):
            w.line(f'cf.assert {condition(w, s)}, "no"')
        w.line("async.yield")

    listed = f" [{', '.join(dependencies)}]" if dependencies else ""
    w.block(f"{token} = async.execute{listed} {{", write)
    return token


# ---- regions ----


def branch(w, s):
    test = condition(w, s)
    logs, before = [], list(s.flights)
    waited = []
    others = w.chance(40)
    for k in range(1 + others):
        inner = s.inner()

        def write(inner=inner):
            statements(w, inner, w.rng.choice((1, 2)), REGION)
            w.settle(inner, before)

        w.block(f"scf.if {test} {{" if k == 0 else "} else {", write, tail="}" if k == others else "")
        if w.lines[-1].strip() == "":
            w.lines.pop()
        logs += inner.log
        waited.append(inner.waited)
    names = {name for name, _ in s.indices}
    s.log += [a.outside(names) for a in logs]
    both = waited[0] & waited[1] if others else set()
    s.flights = [f for f in s.flights if f.number not in both]
    s.waited |= both


def trips(w):
    """How often a loop goes round: (the name of its end, the most that it may be)."""
    if w.chance(50):
        count = w.rng.choice((0, 1, 2, 2, 3))
        return w.constant(count), max(count, 1)
    return w.define(f"arith.maxsi {w.rng.choice(('%n', '%k'))}, {w.constant(0)} : index"), 3


def loop(w, s):
    end, most = trips(w)
    low, step = w.constant(0), w.constant(1)
    counter = w.fresh("i")
    inner = s.inner(most)
    inner.indices.append((counter, counter))

    def write():
        statements(w, inner, w.rng.choice((1, 2, 2)), LOOP)
        w.settle(inner, s.flights)

    w.block(f"scf.for {counter} = {low} to {end} step {step} {{", write)
    names = {name for name, _ in s.indices}
    s.log += [a.outside(names) for a in inner.log]


# ---- loops with a condition of their own ----


def repeat(w, s):
    """A number falls as long as it is positive; each time something is done, and perhaps a task is behind the one before."""
    end, most = trips(w)
    low, one = w.constant(0), w.constant(1)
    carries = w.can_launch(s, most) and w.chance(50)
    if carries:
        w.spend(s, most)
    array = w.rng.choice(("%A", "%B"))
    everything = [Access(array, None, True)] if carries else []
    w.touch(s, *everything)
    start = w.define(f"async.ready : {TOKEN}", "t") if carries else ""
    test, turn, last = w.fresh("q"), w.fresh("q"), w.fresh("q")
    before, after, token_of = w.fresh("u"), w.fresh("u"), w.fresh("t")
    inner = s.inner(most)
    inner.indices.append((turn, turn))

    def head():
        more = w.define(f"arith.cmpi sgt, {test}, {low} : index", "b")
        w.line(f"scf.condition({more}) {test}" + (f", {before} : index, {TOKEN}" if carries else " : index"))

    def body():
        w.line(f"^bb0({turn}: index" + (f", {after}: {TOKEN}):" if carries else "):"))
        if carries:
            index = w.define(f"arith.remui {turn}, {w.constant(w.rng.choice((1, 2)))} : index")
            token = _element_task(w, inner, index, (after,) if w.obeys() else (), array, array)
        else:
            statements(w, inner, w.rng.choice((1, 2)), LOOP)
            w.settle(inner, s.flights)
        less = w.define(f"arith.{w.rng.choice(('subi', 'shrsi', 'subi'))} {turn}, {one} : index")
        w.line(f"scf.yield {less}" + (f", {token} : index, {TOKEN}" if carries else " : index"))

    types = f"(index, {TOKEN})" if carries else "(index)"
    given = f"{test} = {end}" + (f", {before} = {start}" if carries else "")
    results = f"{last}, {token_of}" if carries else last
    w.block(f"{results} = scf.while ({given}) : {types} -> {types} {{", head, tail="} do {")
    w.block("// else", body)
    w.lines = [line for line in w.lines if line.strip() != "// else"]
    names = {name for name, _ in s.indices}
    s.log += [a.outside(names) for a in inner.log]
    if carries:
        w.launched(s, token_of, TOKEN, everything)


# ---- groups ----


def group(w, s):
    (group_of_loop if w.chance(50) else group_of_tokens)(w, s)


def group_of_tokens(w, s):
    """Some of what is in flight, in one group; where that is little, something more."""
    while len([f for f in s.flights if f.kind != GROUP]) < 2 and w.can_launch(s):
        launch(w, s)
    members = [f for f in s.flights if f.kind != GROUP]
    members = w.rng.sample(members, min(len(members), w.rng.randrange(1, 4)))
    size = len(members) + (0 if w.obeys() else w.rng.choice((-1, 0, 0, 0, 1)))
    name = w.define(f"async.create_group {w.constant(max(size, 0))} : {GROUP}", "g")
    for member in members:
        w.define(f"async.add_to_group {member.name}, {name} : {member.kind}", "r")
    covers = frozenset().union(*(m.covers | {m.number} for m in members))
    flight = w.launched(s, name, GROUP, [a for m in members for a in m.accesses], covers)
    if w.chance(40):
        w.order(s, flight)


def _own_element(w, counter):
    """An index that differs between the iterations; of a careless writer, perhaps not."""
    if w.obeys():
        how = w.rng.randrange(4)
        if how == 0:
            return w.define(f"arith.addi {counter}, {w.constant(w.rng.randrange(1, 4))} : index")
        if how == 1:
            return w.define(f"arith.muli {counter}, {w.constant(2)} : index")
        if how == 2:
            return w.define(f"arith.subi {w.constant(7)}, {counter} : index")
        return counter
    return w.define(f"arith.remui {counter}, {w.constant(w.rng.choice((1, 2, 3)))} : index")


def _launching(build):
    """A loop of which each turn launches a task: `build` gets its end. An access where there is no room for so many."""

    @wraps(build)
    def statement(w, s):
        end, most = trips(w)
        if not w.can_launch(s, most):
            access(w, s)
            return
        w.spend(s, most)
        build(w, s, end)

    return statement


@_launching
def group_of_loop(w, s, end):
    arrays = w.rng.choice((("%A", "%A"), ("%B", "%A"), ("%A", "%B")))
    everything = [Access(arrays[1], None, True), Access(arrays[0], None, False)]
    w.touch(s, *everything)
    name = w.define(f"async.create_group {end} : {GROUP}", "g")
    counter, (low, step) = w.fresh("i"), (w.constant(0), w.constant(1))

    def write():
        index = _own_element(w, counter)
        token = _element_task(w, s, index, (), *arrays)
        w.define(f"async.add_to_group {token}, {name} : {TOKEN}", "r")

    w.block(f"scf.for {counter} = {low} to {end} step {step} {{", write)
    flight = w.launched(s, name, GROUP, everything)
    if w.chance(50):
        w.order(s, flight)


# ---- tokens that are carried and chosen ----


def carried(w, s):
    w.rng.choice((chain, chain, pair, chosen, either))(w, s)


def _first(w, s):
    tokens = [f for f in s.flights if f.kind == TOKEN]
    if tokens and w.chance(50):
        return w.rng.choice(tokens)
    return None


@_launching
def chain(w, s, end):
    """Each iteration's task depends on the one before."""
    arrays = ("%A", "%A") if w.chance(60) else ("%B", "%A")
    everything = [Access(arrays[1], None, True), Access(arrays[0], None, False)]
    w.touch(s, *everything)
    first = _first(w, s)
    start = first.name if first else w.define(f"async.ready : {TOKEN}", "t")
    last, before, counter = w.fresh("t"), w.fresh("u"), w.fresh("i")
    low, step = w.constant(0), w.constant(1)

    def write():
        index = w.define(f"arith.remui {counter}, {w.constant(w.rng.choice((1, 2)))} : index")
        token = _element_task(w, s, index, (before,) if w.obeys() else (), *arrays)
        w.line(f"scf.yield {token if w.obeys() else before} : {TOKEN}")

    head = f"{last} = scf.for {counter} = {low} to {end} step {step} iter_args({before} = {start}) -> ({TOKEN}) {{"
    w.block(head, write)
    w.launched(s, last, TOKEN, everything, first.covers | {first.number} if first else ())


@_launching
def pair(w, s, end):
    """Two tokens go round: each task depends on the one before the last."""
    array = w.rng.choice(("%A", "%B"))
    everything = [Access(array, None, True)]
    w.touch(s, *everything)
    start, counter = w.define(f"async.ready : {TOKEN}", "t"), w.fresh("i")
    older, newer, last = w.fresh("u"), w.fresh("u"), w.fresh("t")
    low, step = w.constant(0), w.constant(1)

    def write():
        index = w.define(f"arith.remui {counter}, {w.constant(2)} : index")
        waits = older if w.obeys() else newer
        token = _element_task(w, s, index, (waits,) if w.obeys() else (), array, array)
        w.line(f"scf.yield {newer}, {token} : {TOKEN}, {TOKEN}")

    head = f"{last}:2 = scf.for {counter} = {low} to {end} step {step}"
    w.block(f"{head} iter_args({older} = {start}, {newer} = {start}) -> ({TOKEN}, {TOKEN}) {{", write)
    for k in (0, 1):
        w.launched(s, f"{last}#{k}", TOKEN, everything)


def chosen(w, s):
    """One of two tokens, by a select; whoever waits for it knows of the other nothing."""
    tokens = [f for f in s.flights if f.kind == TOKEN]
    if len(tokens) < 2:
        launch(w, s, payload=False)
        return
    one, other = w.rng.sample(tokens, 2)
    name = w.define(f"arith.select {condition(w, s)}, {one.name}, {other.name} : {TOKEN}", "t")
    covers = (one.covers | {one.number}) & (other.covers | {other.number})
    if not w.obeys():
        covers = one.covers | other.covers | {one.number, other.number}
    w.launched(s, name, TOKEN, [], covers)


def either(w, s):
    """A token of either side of a branch."""
    if not w.can_launch(s, 2):
        access(w, s)
        return
    w.spend(s, 2)
    name, test = w.fresh("t"), condition(w, s)

    index, key = element(w, s)
    array = w.rng.choice(("%A", "%B"))
    accesses = [Access(array, key, True)]
    w.touch(s, *accesses)

    def task():
        token = _element_task(w, s, index, (), array, array)
        w.line(f"scf.yield {token} : {TOKEN}")

    def none():
        ready = w.define(f"async.ready : {TOKEN}", "t")
        w.line(f"scf.yield {ready} : {TOKEN}")

    w.block(f"{name} = scf.if {test} -> ({TOKEN}) {{", task, tail="} else {")
    w.block("// else", none if w.chance(60) else task)
    w.lines = [line for line in w.lines if line.strip() != "// else"]
    w.launched(s, name, TOKEN, accesses)


# ---- which ----

BODY = ("access", "access", "special")
REGION = ("access", "launch", "special")
LOOP = ("launch", "access", "special")

SPECIAL = {
    "plain": (launch, wait),
    "values": (launch, wait),
    "groups": (group,),
    "nested": (launch,),
    "loops": (loop,),
    "whiles": (repeat,),
    "branches": (branch,),
    "carried": (carried,),
    "calls": (callees.call,),
    "halves": (callees.halves,),
    "ends": (callees.own,),
    "views": (launch, access),
    "indices": (loop, launch),
    "atomics": (atomic,),
    "errors": (wrong,),
    "waits": (launch, wait),
    "printing": (say,),
    "noticed": (say, asks, ranks, atomic, shows, shows),
}


ANYWHERE = ("nested", "atomics", "errors", "indices", "views", "noticed")
"""What may stand deep inside without growing too large."""


def statements(w, s, count, kinds):
    for _ in range(count):
        kind = w.rng.choice(kinds)
        feature = w.rng.choice(w.features)
        allowed = s.depth < 1 or feature in ANYWHERE or (w.chance(35) and s.depth < 3)
        if kind == "special" and allowed:
            w.rng.choice(SPECIAL[feature])(w, s)
        elif kind == "launch":
            launch(w, s)
        else:
            access(w, s)
