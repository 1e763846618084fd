"""Control flow: branches and loops, as scf or, where several blocks are allowed, as cf, that carry scalars and tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.differential import gen_memory as memory, gen_scalars as scalars, gen_tasks as tasks
from tests.differential.gen_core import SCALARS, TOKEN, Generator, Perm, Scope, Token

Body = Callable[[Scope], None]


@dataclass
class Carried:
    """What a region yields: types; a token among them, if any, is last."""

    types: list[str]

    @property
    def token(self) -> str | None:
        return self.types[-1] if self.types and self.types[-1].startswith("!") else None

    @property
    def scalars(self) -> list[str]:
        return self.types[:-1] if self.token else self.types

    def listed(self) -> str:
        return ", ".join(self.types)

    def arrow(self) -> str:
        if not self.types:
            return ""
        return f" -> {self.types[0]}" if len(self.types) == 1 else f" -> ({self.listed()})"


def _carried(g: Generator, s: Scope, *, percent: int = 45) -> Carried:
    types = [g.pick(SCALARS) for _ in range(g.integer(0, 2))]
    if g.profile.ours and tasks.may_launch(g, s) and g.chance(percent):
        types.append(
            g.pick((TOKEN, TOKEN, "!async.value<i64>", "!async.value<f32>", "!async.value<vector<4xf32>>"))
        )
    return Carried(types)


def _enter(g: Generator, s: Scope, *, blocks: bool, times: int = 1) -> Scope:
    inner = s.child(g.number(), blocks=blocks, times=times)
    if not g.profile.ours and s.context.kind != "func":
        inner.async_ok = inner.asserts = False  # MLIR does not lower these in regions of coroutines
    return inner


def _yields(
    g: Generator, s: Scope, carried: Carried, before: dict[int, Perm]
) -> tuple[list[str], dict[int, Perm]]:
    """Names to yield at the end of a region; and what of the outer roots stays lent to the yielded token."""
    names = [scalars.value(g, s, t) for t in carried.scalars]
    kept: frozenset[int] = frozenset()
    if carried.token:
        token = _newest(g, s, carried.token)
        names.append(token.name)
        kept = token.releases
    tasks.settle(g, s, before, kept)
    left = {
        root: Perm(
            p.own,
            (s.context.perms[root].writers - p.writers) & kept,
            (s.context.perms[root].readers - p.readers) & kept,
        )
        for root, p in before.items()
    }
    return names, left


def _newest(g: Generator, s: Scope, type_: str) -> Token:
    options = [t for t in s.tokens if t.type == type_ and t.region == s.region]
    if options and g.chance(80):
        return options[-1]
    return tasks.supply(g, s, type_)


def _leave(
    g: Generator,
    s: Scope,
    carried: Carried,
    names: list[str],
    before: dict[int, Perm],
    left: list[dict[int, Perm]],
) -> None:
    """Restore the outer permissions, the yielded token being the new borrower of what the regions left in flight."""
    for root in [r for r in s.context.perms if r not in before]:
        del s.context.perms[root]
    id_ = g.number()
    for root, perm in before.items():
        written = any(p[root].writers for p in left)
        read = any(p[root].readers for p in left)
        writers = perm.writers | {id_} if written else perm.writers
        readers = perm.readers | {id_} if read else perm.readers
        s.context.perms[root] = replace(perm, writers=writers, readers=readers)
    for name, type_ in zip(names, carried.types, strict=True):
        if type_.startswith("!"):
            g.token(s, name, type_, id_)
        else:
            s.add(name, type_)


def _statements(g: Generator, s: Scope, most: int = 3) -> None:
    tasks.body_statements[0](g, s, g.integer(0, most))


def _assign(names: list[str]) -> str:
    return f"{', '.join(names)} = " if names else ""


def _typed(names: list[str], carried: Carried) -> str:
    return f"{', '.join(names)} : {carried.listed()}" if names else ""


def _arguments(names: list[str], carried: Carried) -> str:
    """Block arguments, in parentheses."""
    return f"({', '.join(f'{n}: {t}' for n, t in zip(names, carried.types, strict=True))})" if names else ""


def _successor(label: str, names: list[str], carried: Carried) -> str:
    return f"{label}({_typed(names, carried)})" if names else label


def _enough(g: Generator, s: Scope) -> bool:
    if g.fuel > 0 and s.depth < 6 and g.cost < g.profile.limit:
        return True
    scalars.compute(g, s)
    return False


# branches


def branch(g: Generator, s: Scope) -> None:
    """`if` or `switch`, in one of their forms."""
    if not _enough(g, s):
        return
    before = dict(s.context.perms)
    carried = _carried(g, s)
    names = [g.fresh("tok" if t.startswith("!") else "") for t in carried.types]
    forms = [_scf_if, _scf_if, _index_switch]
    if s.blocks:
        forms += [_cf_if, _cf_if, _cf_switch]
    left = g.pick(forms)(g, s, carried, names, before)
    if carried.token:
        g.features["token from a branch"] += 1
    _leave(g, s, carried, names, before, left)


def _one(
    g: Generator,
    s: Scope,
    carried: Carried,
    before: dict[int, Perm],
    blocks: bool,
    end: Callable[[Scope, list[str]], None],
) -> dict[int, Perm]:
    """One region of a branch, from the same permissions as the others."""
    s.context.perms = {**{r: p for r, p in s.context.perms.items() if r not in before}, **before}
    g.indent += 1
    inner = _enter(g, s, blocks=blocks)
    _statements(g, inner)
    names, left = _yields(g, inner, carried, before)
    end(inner, names)
    g.indent -= 1
    return left


def _scf_yield(g: Generator, carried: Carried) -> Callable[[Scope, list[str]], None]:
    def end(s: Scope, names: list[str]) -> None:
        if names:
            g.line(f"scf.yield {_typed(names, carried)}")

    return end


def _scf_if(
    g: Generator, s: Scope, carried: Carried, names: list[str], before: dict[int, Perm]
) -> list[dict[int, Perm]]:
    g.features["scf.if"] += 1
    c = scalars.condition(g, s)
    g.op(
        s,
        f"{_assign(names)}scf.if {c}{carried.arrow() if len(names) != 1 else f' -> ({carried.listed()})'} {{",
    )
    end = _scf_yield(g, carried)
    left = [_one(g, s, carried, before, False, end)]
    if names or g.chance(50):
        g.line("} else {")
        left.append(_one(g, s, carried, before, False, end))
    else:
        left.append(_same(before))
    g.line("}")
    return left


def _same(before: dict[int, Perm]) -> dict[int, Perm]:
    return {root: Perm(p.own) for root, p in before.items()}


def _index_switch(
    g: Generator, s: Scope, carried: Carried, names: list[str], before: dict[int, Perm]
) -> list[dict[int, Perm]]:
    g.features["scf.index_switch"] += 1
    flag = scalars.below(g, s, 3)
    g.op(s, f"{_assign(names)}scf.index_switch {flag}{f' -> {carried.listed()}' if names else ''}")
    left: list[dict[int, Perm]] = []

    def end(inner: Scope, yielded: list[str]) -> None:
        g.line(f"scf.yield {_typed(yielded, carried)}".rstrip())

    for head in ("case 0", "case 2", "default"):
        g.line(f"{head} {{")
        left.append(_one(g, s, carried, before, False, end))
        g.line("}")
    return left


def _labels(g: Generator, count: int) -> list[str]:
    return [f"^bb{g.number()}" for _ in range(count)]


def _cf_end(g: Generator, join: str, carried: Carried) -> Callable[[Scope, list[str]], None]:
    def end(s: Scope, names: list[str]) -> None:
        g.op(s, f"cf.br {_successor(join, names, carried)}")

    return end


def _cf_if(
    g: Generator, s: Scope, carried: Carried, names: list[str], before: dict[int, Perm]
) -> list[dict[int, Perm]]:
    g.features["cf.cond_br"] += 1
    yes, no, join = _labels(g, 3)
    g.op(s, f"cf.cond_br {scalars.condition(g, s)}, {yes}, {no}")
    end = _cf_end(g, join, carried)
    left: list[dict[int, Perm]] = []
    for label in (yes, no):
        g.label(f"{label}:")
        left.append(_one(g, s, carried, before, True, end))
    g.label(f"{join}{_arguments(names, carried)}:")
    return left


def _cf_switch(
    g: Generator, s: Scope, carried: Carried, names: list[str], before: dict[int, Perm]
) -> list[dict[int, Perm]]:
    g.features["cf.switch"] += 1
    cases = _labels(g, 3)
    (join,) = _labels(g, 1)
    flag = g.temporary(s, f"arith.andi {scalars.value(g, s, 'i32')}, {scalars.literal(g, s, 'i32', 3)} : i32")
    g.op(s, f"cf.switch {flag} : i32, [default: {cases[0]}, 1: {cases[1]}, 3: {cases[2]}]")
    end = _cf_end(g, join, carried)
    left: list[dict[int, Perm]] = []
    for label in cases:
        g.label(f"{label}:")
        left.append(_one(g, s, carried, before, True, end))
    g.label(f"{join}{_arguments(names, carried)}:")
    return left


def execute_region(g: Generator, s: Scope) -> None:
    """`scf.execute_region`, which may hold several blocks."""
    if not _enough(g, s):
        return
    before = dict(s.context.perms)
    carried = _carried(g, s)
    names = [g.fresh("tok" if t.startswith("!") else "") for t in carried.types]
    g.features["scf.execute_region"] += 1
    g.op(s, f"{_assign(names)}scf.execute_region{carried.arrow()} {{")

    def end(inner: Scope, yielded: list[str]) -> None:
        g.line(f"scf.yield {_typed(yielded, carried)}".rstrip())

    left = [_one(g, s, carried, before, True, end)]
    g.line("}")
    _leave(g, s, carried, names, before, left)


# loops


@dataclass
class Loop:
    """A loop being written: what it carries, its initial values, results, and the names in its body."""

    carried: Carried
    initial: list[str]
    results: list[str]
    inside: list[str]
    chain: list[int]
    """Roots that the carried token has on loan throughout."""
    before: dict[int, Perm]


def loop(g: Generator, s: Scope) -> None:
    """`for` or `while`, as scf or cf."""
    if not _enough(g, s) or s.repeat > 60:
        return
    carried = _carried(g, s, percent=60)
    initial = [scalars.value(g, s, t) for t in carried.scalars]
    if carried.token:
        initial.append(tasks.supply(g, s, carried.token).name)
        g.features["token carried by a loop"] += 1
    before = dict(s.context.perms)
    chain = [r.id for r, left in tasks.free_roots(s) if carried.token and left == "rw" and g.chance(60)]
    stems = ["tok" if t.startswith("!") else "" for t in carried.types]
    written = Loop(carried, initial, [g.fresh(x) for x in stems], [g.fresh(x) for x in stems], chain, before)
    forms = [_scf_for, _scf_for, _scf_while]
    if s.blocks:
        forms += [_cf_while, _cf_while]
    left = g.pick(forms)(g, s, written)
    _leave(g, s, carried, written.results, before, [left])


def _loop_body(
    g: Generator, s: Scope, loop_: Loop, *, blocks: bool, times: int, at: str
) -> tuple[Scope, list[str], dict[int, Perm]]:
    """The statements of a loop's body and what it yields."""
    inner = _enter(g, s, blocks=blocks, times=times)
    inner.add(at, "index")
    if loop_.carried.token:
        token = g.token(inner, loop_.inside[-1], loop_.carried.token, g.number())
        tasks.lend(inner, dict.fromkeys(loop_.chain, "rw"), token.id)
        for name, type_ in zip(loop_.inside, loop_.carried.scalars, strict=False):
            inner.add(name, type_)
        _statements(g, inner, 2)
        if tasks.may_launch(g, inner) and g.chance(75):
            payload = token.payload
            tasks.launch(g, inner, payload=payload, after=token, need=frozenset(loop_.chain))
    else:
        for name, type_ in zip(loop_.inside, loop_.carried.types, strict=True):
            inner.add(name, type_)
        _statements(g, inner)
    names, left = _yields(g, inner, loop_.carried, loop_.before)
    return inner, names, left


def _trips(g: Generator, s: Scope) -> tuple[str, int]:
    """A trip count of at most 4: constant or computed."""
    if g.chance(60):
        count = g.integer(0, 4)
        return scalars.literal(g, s, "index", count), max(count, 1)
    return g.temporary(
        s, f"arith.andi {scalars.value(g, s, 'index')}, {scalars.literal(g, s, 'index', 3)} : index"
    ), 3


def _scf_for(g: Generator, s: Scope, loop_: Loop) -> dict[int, Perm]:
    g.features["scf.for"] += 1
    upper, times = _trips(g, s)
    lower, step = (
        scalars.literal(g, s, "index", g.integer(0, 1)),
        scalars.literal(g, s, "index", g.integer(1, 2)),
    )
    at = g.fresh("i")
    head = f"{_assign(loop_.results)}scf.for {at} = {lower} to {upper} step {step}"
    if loop_.initial:
        pairs = ", ".join(f"{a} = {b}" for a, b in zip(loop_.inside, loop_.initial, strict=True))
        head += f" iter_args({pairs}) -> ({loop_.carried.listed()})"
    g.op(s, head + " {")
    g.indent += 1
    inner, names, left = _loop_body(g, s, loop_, blocks=False, times=times, at=at)
    _scf_yield(g, loop_.carried)(inner, names)
    g.indent -= 1
    g.line("}")
    return left


def _next(g: Generator, s: Scope, at: str) -> str:
    return g.temporary(s, f"arith.addi {at}, {scalars.literal(g, s, 'index', 1)} : index")


def _scf_while(g: Generator, s: Scope, loop_: Loop) -> dict[int, Perm]:
    g.features["scf.while"] += 1
    upper, times = _trips(g, s)
    all_types = Carried(["index", *loop_.carried.types])
    outside = [g.fresh() for _ in all_types.types]
    start, at = scalars.literal(g, s, "index", 0), g.fresh("i")
    pairs = ", ".join(f"{a} = {b}" for a, b in zip(outside, [start, *loop_.initial], strict=True))
    count = g.fresh()
    listed = all_types.listed()
    g.op(s, f"{_assign([count, *loop_.results])}scf.while ({pairs}) : ({listed}) -> ({listed}) {{")
    g.indent += 1
    head = _enter(g, s, blocks=False, times=times + 1)
    head.async_ok = False
    for name, type_ in zip(outside, ["index", *loop_.carried.scalars], strict=False):
        head.add(name, type_)
    more = g.temporary(head, f"arith.cmpi ult, {outside[0]}, {upper} : index")
    if g.chance(40):
        more = g.temporary(head, f"arith.andi {more}, {scalars.condition(g, head)} : i1")
    g.op(head, f"scf.condition({more}) {', '.join(outside)} : {listed}")
    g.indent -= 1
    g.line("} do {")
    g.label(f"^bb{g.number()}{_arguments([at, *loop_.inside], all_types)}:")
    g.indent += 1
    inner, names, left = _loop_body(g, s, loop_, blocks=False, times=times, at=at)
    _scf_yield(g, all_types)(inner, [_next(g, inner, at), *names])
    g.indent -= 1
    g.line("}")
    s.add(count, "index")
    return left


def _cf_while(g: Generator, s: Scope, loop_: Loop) -> dict[int, Perm]:
    g.features["cf loop"] += 1
    upper, times = _trips(g, s)
    all_types = Carried(["index", *loop_.carried.types])
    head, body, done = _labels(g, 3)
    start, at = scalars.literal(g, s, "index", 0), g.fresh("i")
    g.op(s, f"cf.br {_successor(head, [start, *loop_.initial], all_types)}")
    g.label(f"{head}{_arguments([at, *loop_.inside], all_types)}:")
    more = g.temporary(s, f"arith.cmpi ult, {at}, {upper} : index")
    g.op(s, f"cf.cond_br {more}, {body}, {_successor(done, loop_.inside, loop_.carried)}")
    g.label(f"{body}:")
    g.indent += 1
    inner, names, left = _loop_body(g, s, loop_, blocks=True, times=times, at=at)
    g.op(inner, f"cf.br {_successor(head, [_next(g, inner, at), *names], all_types)}")
    g.indent -= 1
    g.label(f"{done}{_arguments(loop_.results, loop_.carried)}:")
    return left


def parallel(g: Generator, s: Scope) -> None:
    """`scf.parallel`, perhaps with a reduction; each iteration may write its own element."""
    if not _enough(g, s):
        return
    targets = [v for v in memory.views(s, "rw") if len(v.shape) == 1 and v.shape[0]]
    target = g.pick(targets) if targets and g.chance(70) else None
    size = target.shape[0] or 1 if target else g.integer(0, 4)
    reduced = g.pick(("i64", "i32")) if not target or g.chance(50) else None
    g.features["scf.parallel"] += 1
    zero, one = scalars.literal(g, s, "index", 0), scalars.literal(g, s, "index", 1)
    upper, at = scalars.literal(g, s, "index", size), g.fresh("i")
    head = f"scf.parallel ({at}) = ({zero}) to ({upper}) step ({one})"
    result = g.fresh()
    if reduced:
        head = f"{result} = {head} init ({scalars.value(g, s, reduced)}) -> {reduced}"
    before = dict(s.context.perms)
    if target:
        s.context.perms[target.root.id] = Perm("")  # nothing else may touch it
    for root, perm in s.context.perms.items():
        if perm.own:
            s.context.perms[root] = replace(perm, own="ro")
    g.op(s, head + " {")
    g.indent += 1
    inner = _enter(g, s, blocks=False, times=max(size, 1))
    inner.async_ok = inner.asserts = False
    inner.add(at, "index")
    _statements(g, inner, 2)
    if target:
        item = scalars.value(g, inner, target.root.element)
        g.op(inner, f"memref.store {item}, {target.name}[{at}] : {target.type}")
    if reduced:
        _reduce(g, inner, reduced)
    g.indent -= 1
    g.line("}")
    s.context.perms = before
    if reduced:
        s.add(result, reduced)


def _reduce(g: Generator, s: Scope, t: str) -> None:
    g.features["scf.reduce"] += 1
    a, b, c = g.fresh(), g.fresh(), g.fresh()
    g.op(s, f"scf.reduce({scalars.value(g, s, t)} : {t}) {{")
    g.line(f"^bb{g.number()}({a}: {t}, {b}: {t}):")
    g.line(f"  {c} = arith.{g.pick(('addi', 'xori', 'maxsi'))} {a}, {b} : {t}")
    g.line(f"  scf.reduce.return {c} : {t}")
    g.line("}")
