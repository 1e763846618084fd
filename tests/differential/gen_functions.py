"""Functions and calls: plain, indirect, recursive, async, with tokens and memory as arguments and results."""

from __future__ import annotations

from tests.differential import gen_memory as memory, gen_scalars as scalars, gen_tasks as tasks
from tests.differential.gen_core import (
    ELEMENTS,
    SCALARS,
    TOKEN,
    Context,
    Function,
    Generator,
    Param,
    Perm,
    Result,
    Scope,
    Token,
    View,
)

DEPTH = 3
"""Recursion is at most this deep, with at most two calls each."""
CALLS = 2 ** (DEPTH + 1) - 1


def memref_type(element: str) -> str:
    """The type of every memref parameter."""
    return f"memref<?x{element}, {memory.DYNAMIC}>"


def types_of(f: Function) -> str:
    """The function's type."""
    results = [r.type for r in f.results]
    shown = results[0] if len(results) == 1 else f"({', '.join(results)})"
    return f"({', '.join(p.type for p in f.params)}) -> {shown}"


# calls


def call(g: Generator, s: Scope) -> None:
    """Call one of the functions above, if one may be called here."""
    options = [f for f in g.functions if _callable(g, s, f)]
    if not options:
        scalars.compute(g, s)
        return
    f = g.pick(options)
    twins = [
        x for x in options if x.kind == "func" == f.kind and (x.params, x.results) == (f.params, f.results)
    ]
    bound = None
    if f.bounded:
        bound = g.temporary(
            s, f"arith.andi {scalars.value(g, s, 'i32')}, {scalars.literal(g, s, 'i32', DEPTH)} : i32"
        )
    has_tokens = any("!" in x.type for x in (*f.params, *f.results))  # then MLIR does not lower func.constant
    indirect = g.pick(twins) if twins and (g.profile.ours or not has_tokens) and g.chance(40) else None
    emit_call(g, s, f, bound=bound, indirect=indirect)


def _callable(g: Generator, s: Scope, f: Function) -> bool:
    if g.cost + s.repeat * f.cost > g.profile.limit or (f.fails and not s.asserts):
        return False
    if f.kind == "async.func":
        return tasks.may_launch(g, s)
    has_tokens = any(r.type.startswith("!") for r in f.results) or any(
        p.type.startswith("!") for p in f.params
    )
    if has_tokens and not s.async_ok:
        return False
    return g.profile.ours or not f.awaits or s.context.kind == "func"


def emit_call(
    g: Generator, s: Scope, f: Function, *, bound: str | None, indirect: Function | None = None
) -> list[str]:
    """Write the call; the names of its scalar results."""
    arguments: list[str] = []
    roots: dict[int, View] = {}
    for i, p in enumerate(f.params):
        if i == 0 and bound:
            arguments.append(bound)
        elif p.element:
            view = _argument_memory(g, s, p, [v.root.id for v in roots.values()])
            roots[i] = view
            arguments.append(memory.as_dynamic(g, s, view) or "")
        elif p.type.startswith("!"):
            arguments.append(_argument_token(g, s, p, roots).name)
        else:
            arguments.append(scalars.value(g, s, p.type))
    names = [g.fresh("tok" if r.type.startswith("!") else "") for r in f.results]
    shown = f"{', '.join(names)} = " if names else ""
    _write_call(g, s, f, shown, arguments, indirect)
    g.use(f)
    if indirect:
        g.use(indirect)
    g.cost += s.repeat * max(f.cost, indirect.cost if indirect else 0)
    g.awaits |= f.awaits and f.kind == "func"
    g.fails |= f.fails and f.kind == "func"
    return _take_results(g, s, f, names, roots)


def _write_call(
    g: Generator, s: Scope, f: Function, shown: str, arguments: list[str], indirect: Function | None
) -> None:
    listed = ", ".join(arguments)
    if f.kind == "async.func":
        g.features["async.call"] += 1
        g.op(s, f"{shown}async.call @{f.name}({listed}) : {types_of(f)}")
    elif indirect is None:
        g.features["call"] += 1
        g.op(s, f"{shown}func.call @{f.name}({listed}) : {types_of(f)}")
    else:
        g.features["call_indirect"] += 1
        a = g.temporary(s, f"func.constant @{f.name} : {types_of(f)}")
        b = g.temporary(s, f"func.constant @{indirect.name} : {types_of(f)}")
        c = g.temporary(s, f"arith.select {scalars.condition(g, s)}, {a}, {b} : {types_of(f)}")
        g.op(s, f"{shown}func.call_indirect {c}({listed}) : {types_of(f)}")
    if f.awaits and f.kind == "func" and s.context.kind != "func":
        g.features["awaiting function called from a task"] += 1


def _argument_memory(g: Generator, s: Scope, p: Param, taken: list[int]) -> View:
    options = [
        v
        for v in memory.views(s, p.access, p.element)
        if len(v.shape) == 1 and v.root.id not in taken and s.access(v.root) != "local"
    ]
    if options:
        return g.pick(options)
    return memory.allocate(g, s, p.element, argument=True)


def _argument_token(g: Generator, s: Scope, p: Param, roots: dict[int, View]) -> Token:
    """A token that completes after all that has borrowed what it covers; nothing borrows the other arguments."""
    g.features["token argument"] += 1
    need = frozenset(roots[i].root.id for i in p.covers)
    outer, g.reserved = g.reserved, g.reserved | frozenset(v.root.id for v in roots.values()) - need
    token = tasks.launch(g, s, need=need) if need and g.chance(60) else tasks.supply(g, s, p.type)
    g.reserved = outer
    for root in need:
        for lender in sorted(s.context.perms[root].lenders - token.releases):
            if lender in s.context.perms[root].lenders:
                tasks.await_token(g, s, next(t for t in reversed(s.tokens) if lender in t.releases))
    return token


def _take_results(g: Generator, s: Scope, f: Function, names: list[str], roots: dict[int, View]) -> list[str]:
    shared = g.number()
    made: list[str] = []
    if f.kind == "async.func":
        tasks.lend(s, {v.root.id: f.params[i].access for i, v in roots.items()}, shared)
    for name, result in zip(names, f.results, strict=True):
        if not result.type.startswith("!"):
            made.append(s.add(name, result.type))
            continue
        g.features["token result"] += 1
        id_ = shared if f.kind == "async.func" else g.number()
        g.token(s, name, result.type, id_)
        tasks.lend(s, {roots[i].root.id: access for i, access in result.covers}, id_)
    return made


# functions


def define(g: Generator) -> None:
    """Write one function and make it known."""
    kind = g.pick(("func", "async.func"))
    twins = [
        f for f in g.functions if f.kind == "func" and not f.bounded and not any(r.covers for r in f.results)
    ]
    recursive = g.chance(50)
    twin = g.pick(twins) if twins and kind == "func" and not recursive and g.chance(50) else None
    params = twin.params if twin else _params(g, kind, recursive)
    if twin:
        results = [r.type for r in twin.results]
    elif kind == "func":
        results = [g.pick(SCALARS) for _ in range(g.integer(0 if not recursive else 1, 2))]
        if g.chance(30):
            results.append(g.pick((TOKEN, "!async.value<i64>", "!async.value<f64>")))
    else:
        results = [TOKEN] if g.chance(50) else []
        results += [
            f"!async.value<{g.pick(tasks.PAYLOADS)}>" for _ in range(g.integer(0 if results else 1, 2))
        ]
    name = f"f{len(g.functions)}"
    g.functions.append(_write(g, name, kind, params, results, recursive))


def _params(g: Generator, kind: str, recursive: bool) -> tuple[Param, ...]:
    params = [Param("i32")] if recursive else []
    params += [Param(g.pick(SCALARS)) for _ in range(g.integer(0, 2))]
    for _ in range(g.integer(0, 2)):
        element = g.pick(ELEMENTS)
        params.append(Param(memref_type(element), g.pick(("rw", "ro")), element))
    # Tokens of an async.func's memory would be awaited by the callee: as good as for a plain function.
    if g.profile.ours and g.chance(30):
        covered = [i for i, p in enumerate(params) if p.element]
        covers = (g.pick(covered),) if covered and g.chance(70) else ()
        params.append(Param(g.pick((TOKEN, "!async.value<i64>")) if not covers else TOKEN, covers=covers))
    return tuple(params)


def _write(
    g: Generator, name: str, kind: str, params: tuple[Param, ...], results: list[str], recursive: bool
) -> Function:
    g.begin(g.profile.fuel // 2)
    context = Context(kind)
    s = Scope(context, g.number(), {}, [], [], True)
    names, positions = _enter(g, s, params)
    head = ", ".join(f"{n}: {p.type}" for n, p in zip(names, params, strict=True))
    shown = f"({', '.join(results)})"
    g.lines.append(f"  {'func.func' if kind == 'func' else kind} private @{name}({head}) -> {shown} {{")
    g.features[kind] += 1
    own = {r: Perm(p.own) for r, p in context.perms.items()}
    if recursive:
        _recursion(g, s, name, kind, params, results, names)
    tasks.body_statements[0](g, s, g.integer(1, 4))
    covers = _return(g, s, kind, results, own, positions)
    g.lines.append("  }")
    types = tuple(Result(t, c) for t, c in zip(results, covers, strict=True))
    cost = (g.cost + 5) * (CALLS if recursive else 1)
    return Function(name, kind, params, types, cost, g.awaits, g.fails, recursive, g.end())


def _enter(g: Generator, s: Scope, params: tuple[Param, ...]) -> tuple[list[str], dict[int, int]]:
    """The parameters' names, and the position of each root among them."""
    names: list[str] = []
    positions: dict[int, int] = {}
    for i, p in enumerate(params):
        name = g.fresh("m" if p.element else "tok" if p.type.startswith("!") else "")
        names.append(name)
        if p.element:
            root = memory.fresh_root(g, s, p.element, p.access)
            positions[root.id] = i
            s.views.append(View(name, p.type, root, (None,), False))
        elif p.type.startswith("!"):
            token = g.token(s, name, p.type, g.number())
            tasks.lend(s, {root: "rw" for root, at in positions.items() if at in p.covers}, token.id)
        else:
            s.add(name, p.type)
    return names, positions


def _recursion(
    g: Generator,
    s: Scope,
    name: str,
    kind: str,
    params: tuple[Param, ...],
    results: list[str],
    names: list[str],
) -> None:
    """`if depth > 0 { call itself once or twice; await }`, whose results join what follows."""
    g.features["recursion" if kind == "func" else "async recursion"] += 1
    itself = Function(name, kind, params, tuple(Result(t) for t in results), 0, False, False, True)
    more = g.temporary(s, f"arith.cmpi sgt, {names[0]}, {scalars.literal(g, s, 'i32', 0)} : i32")
    less = g.temporary(s, f"arith.subi {names[0]}, {scalars.literal(g, s, 'i32', 1)} : i32")
    out = g.fresh()
    before = dict(s.context.perms)
    as_blocks = not g.profile.ours or g.chance(50)
    yes, join = f"^bb{g.number()}", f"^bb{g.number()}"
    start = scalars.literal(g, s, "i64", g.integer(0, 9))
    if as_blocks:
        g.op(s, f"cf.cond_br {more}, {yes}, {join}({start} : i64)")
        g.label(f"{yes}:")
    else:
        g.op(s, f"{out} = scf.if {more} -> (i64) {{")
    g.indent += 1
    inner = s.child(g.number(), blocks=as_blocks)
    seen = len(inner.tokens)
    for _ in range(g.integer(1, 2)):
        emit_call(g, inner, itself, bound=less)
    for token in list(inner.tokens[seen:]):
        if token in inner.tokens:
            tasks.await_token(g, inner, token)
    tasks.settle(g, inner, {r: Perm(p.own) for r, p in before.items()}, frozenset())
    total = _sum(g, inner, s)
    if as_blocks:
        g.op(inner, f"cf.br {join}({total} : i64)")
        g.label(f"{join}({out}: i64):")
    else:
        g.op(inner, f"scf.yield {total} : i64")
    g.indent -= 1
    if not as_blocks:
        g.line("} else {")
        g.line(f"  scf.yield {start} : i64")
        g.line("}")
    s.context.perms = before
    s.add(out, "i64")


def _sum(g: Generator, inner: Scope, outer: Scope) -> str:
    total = scalars.value(g, inner, "i64")
    for type_, found in inner.values.items():
        for name in found[len(outer.values.get(type_, [])) :][:3]:
            if type_ in ("f32", "f64"):
                continue
            item = scalars.convert(g, inner.child(g.number(), blocks=False), name, type_, "i64")
            total = g.temporary(inner, f"arith.addi {total}, {item} : i64")
    return total


def _return(
    g: Generator, s: Scope, kind: str, results: list[str], own: dict[int, Perm], positions: dict[int, int]
) -> list[tuple[tuple[int, str], ...]]:
    """Write the return; what each result that is a token covers."""
    names: list[str] = []
    kept: list[frozenset[int]] = []
    for t in results:
        if kind == "async.func":
            if t != TOKEN:
                names.append(scalars.value(g, s, t[len("!async.value<") : -1]))
        elif t.startswith("!"):
            token = tasks.supply(g, s, t)
            names.append(token.name)
            kept.append(token.releases)
        else:
            names.append(scalars.value(g, s, t))
            kept.append(frozenset())
    tasks.settle(g, s, own, frozenset().union(*kept))
    payloads = results if kind == "func" else [t[len("!async.value<") : -1] for t in results if t != TOKEN]
    listed = f" {', '.join(names)} : {', '.join(payloads)}" if names else ""
    g.op(s, f"{'func.return' if kind == 'func' else 'async.return'}{listed}")
    if kind == "async.func":
        return [()] * len(results)
    return [_covers(s, released, positions) for released in kept]


def _covers(s: Scope, released: frozenset[int], positions: dict[int, int]) -> tuple[tuple[int, str], ...]:
    perms = {at: s.context.perms[root] for root, at in positions.items()}
    return tuple(
        (at, "rw" if p.writers & released else "ro") for at, p in perms.items() if p.lenders & released
    )
