"""Tasks: launches that lend memory, dependencies and values, awaits, groups, ready tokens, and settling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.differential import gen_memory as memory, gen_scalars as scalars
from tests.differential.gen_core import GROUP, TOKEN, Context, Generator, Perm, Root, Scope, Token, View

Statements = Callable[[Generator, Scope, int], None]
PAYLOADS = ("i64", "f64", "i32", "f32", "i1", "i8", "index")
OURS_PAYLOADS = (*PAYLOADS, "vector<4xf32>", "vector<16xf32>")


def may_launch(g: Generator, s: Scope) -> bool:
    """Whether async ops may be written here."""
    return s.async_ok and s.depth < 7 and g.fuel > 0


def free_roots(s: Scope, released: frozenset[int] = frozenset()) -> list[tuple[Root, str]]:
    """The roots with a view in scope that could be lent, and the access left, once `released` is complete."""
    found: dict[int, tuple[Root, str]] = {}
    for view in s.views:
        perm = s.context.perms.get(view.root.id)
        if perm and perm.own != "local":
            left = perm.after(released).now
            if left:
                found[view.root.id] = (view.root, left)
    return list(found.values())


def lend(s: Scope, lent: dict[int, str], token_id: int) -> None:
    """Record that the roots are in use by `token_id`."""
    for root, access in lent.items():
        perm = s.context.perms[root]
        if access == "rw":
            s.context.perms[root] = replace(perm, writers=perm.writers | {token_id})
        else:
            s.context.perms[root] = replace(perm, readers=perm.readers | {token_id})


def tokens(s: Scope, type_: str | None = None, *, groups: bool = False) -> list[Token]:
    """The visible tokens and values, or groups."""
    return [t for t in s.tokens if t.is_group == groups and (type_ is None or t.type == type_)]


def await_token(g: Generator, s: Scope, token: Token) -> str | None:
    """Await; the payload's name, if there is one and it is a scalar."""
    g.awaits = True
    s.context.release(token)
    if token.is_group:
        g.op(s, f"async.await_all {token.name}")
        return None
    if not g.profile.ours and token in s.tokens:
        s.tokens.remove(token)  # MLIR may deadlock when a token is awaited twice
    if token.payload is None:
        g.op(s, f"async.await {token.name} : {token.type}")
        return None
    if token.payload.startswith("vector"):
        vector = g.temporary(s, f"async.await {token.name} : {token.type}")
        return g.define(s, "f32", f"vector.extract {vector}[{g.integer(0, 3)}] : f32 from {token.payload}")
    if token.payload.startswith("memref"):
        return _await_memref(g, s, token)
    return g.define(s, token.payload, f"async.await {token.name} : {token.type}")


def _await_memref(g: Generator, s: Scope, token: Token) -> str:
    """A value may be awaited more than once, so that its memory is only read."""
    name = g.temporary(s, f"async.await {token.name} : {token.type}")
    element = (token.payload or "")[len("memref<4x") : -1]
    root = memory.fresh_root(g, s, element, "ro")
    s.views.append(View(name, token.payload or "", root, (4,)))
    return name


def wait(g: Generator, s: Scope) -> None:
    """Await something in flight."""
    options = [t for t in s.tokens if s.async_ok and (g.profile.ours or t.region == s.region)]
    if not options:
        launch_statement(g, s)
        return
    token = g.pick(options)
    if token.region != s.region:
        g.features["await from outside"] += 1
    await_token(g, s, token)


def settle(g: Generator, s: Scope, before: dict[int, Perm], kept: frozenset[int]) -> None:
    """Await what has been lent since `before`, except what completes with `kept`."""
    for root, start in before.items():
        for lender in sorted(s.context.perms[root].lenders - start.lenders - kept):
            if lender not in s.context.perms[root].lenders:
                continue
            token = next(t for t in reversed(s.tokens) if lender in t.releases)
            await_token(g, s, token)


def ready(g: Generator, s: Scope, type_: str | None = None) -> Token:
    """A token or value that is complete."""
    g.features["ready token"] += 1
    type_ = type_ or g.pick((TOKEN, *(f"!async.value<{p}>" for p in PAYLOADS)))
    name = g.fresh("tok")
    if type_ == TOKEN:
        g.op(s, f"{name} = async.ready : {TOKEN}")
    else:
        payload = type_[len("!async.value<") : -1]
        g.op(s, f"{name} = async.ready {scalars.value(g, s, payload)} : {type_}")
    return g.token(s, name, type_, g.number())


def ready_statement(g: Generator, s: Scope) -> None:
    """A ready token, where ours may occur."""
    if g.profile.ours and s.async_ok:
        ready(g, s)
    else:
        scalars.compute(g, s)


def choose(g: Generator, s: Scope) -> None:
    """Select one of two tokens."""
    if not g.profile.ours or not may_launch(g, s):
        scalars.compute(g, s)
        return
    options = tokens(s)
    first = g.pick(options) if options else launch(g, s)
    others = [t for t in tokens(s, first.type) if t is not first]
    second = g.pick(others) if others else _same_type(g, s, first.type)
    name = g.fresh("tok")
    g.features["token selected"] += 1
    g.op(s, f"{name} = arith.select {scalars.condition(g, s)}, {first.name}, {second.name} : {first.type}")
    g.token(s, name, first.type, g.number(), first.releases & second.releases)


def _same_type(g: Generator, s: Scope, type_: str) -> Token:
    payload = type_[len("!async.value<") : -1] if type_ != TOKEN else None
    if g.profile.ours and (payload is None or payload in PAYLOADS) and (g.chance(40) or not may_launch(g, s)):
        return ready(g, s, type_)
    return launch(g, s, payload=payload)


def supply(g: Generator, s: Scope, type_: str) -> Token:
    """A token of the given type: one that is there, or a new one."""
    options = tokens(s, type_)
    if options and g.chance(60):
        return g.pick(options)
    return _same_type(g, s, type_)


# Which statements fill a task's body; set by the module that knows them all.
body_statements: list[Statements] = []


def launch(
    g: Generator,
    s: Scope,
    *,
    payload: str | None = None,
    after: Token | None = None,
    need: frozenset[int] = frozenset(),
    group: Token | None = None,
    slot: tuple[View, str] | None = None,
) -> Token:
    """`async.execute`: with `payload` among its values, after `after`, with the roots `need` lent to it.

    `group`: the members of a group that is filled by a loop borrow nothing new, what they may read being lent to
    the group.
    `slot`: the task may write this one element of a memref that is lent to the group.
    """
    dependencies, operands, captured = _inputs(g, s, after, group)
    released: frozenset[int] = frozenset().union(*(t.releases for t in (*dependencies, *operands, *captured)))
    id_ = g.number()
    task = Context("execute")
    inner = s.child(id_, blocks=g.profile.ours, context=task)
    inner.async_ok = s.async_ok
    inner.tokens = [t for t in s.tokens if not t.is_group] if g.profile.ours else []
    _borrow(g, s, inner, released, need, id_ if group is None else None)
    if group is not None:
        lend_readers = {r for r, p in s.context.perms.items() if group.id in p.readers}
        for root in lend_readers:
            task.perms[root] = Perm("ro")
    return _write_task(g, s, inner, (dependencies, operands, captured), payload, slot, id_, released)


def _inputs(
    g: Generator, s: Scope, after: Token | None, group: Token | None
) -> tuple[list[Token], list[Token], list[Token]]:
    """Dependencies, operands, and tokens that the body awaits first."""
    picked = [after] if after else []
    options = [t for t in tokens(s) if t is not after and (g.profile.ours or t.region == s.region)]
    while options and len(picked) < 3 and group is None and g.chance(35):
        token = g.pick(options)
        options.remove(token)
        picked.append(token)
    dependencies: list[Token] = []
    operands: list[Token] = []
    captured: list[Token] = []
    for token in picked:
        # The scalars among the payloads can become block arguments.
        if g.profile.ours and g.chance(20):
            captured.append(token)
            g.features["captured token"] += 1
        elif token.payload is None and not g.chance(15):
            dependencies.append(token)
            g.features["dependency"] += 1
        else:
            operands.append(token)
            g.features["operand"] += 1
        if not g.profile.ours and token in s.tokens:
            s.tokens.remove(token)
    return (
        dependencies,
        [t for t in operands if t.payload in PAYLOADS],
        captured + [t for t in operands if t.payload not in PAYLOADS],
    )


def _borrow(
    g: Generator, s: Scope, inner: Scope, released: frozenset[int], need: frozenset[int], lender: int | None
) -> None:
    """Decide what the task may do with memory, and record that it is lent."""
    lent: dict[int, str] = {}
    for root, left in free_roots(s, released):
        if lender is None or root.id in g.reserved:
            continue
        if root.id in need:
            lent[root.id] = left
        elif left == "rw" and g.chance(35):
            lent[root.id] = "rw"
        elif g.chance(40):
            lent[root.id] = "ro"
    for root_id, access in lent.items():
        inner.context.perms[root_id] = Perm(access)
    if lender is not None:
        lend(s, lent, lender)


def _write_task(
    g: Generator,
    s: Scope,
    inner: Scope,
    inputs: tuple[list[Token], list[Token], list[Token]],
    payload: str | None,
    slot: tuple[View, str] | None,
    id_: int,
    released: frozenset[int],
) -> Token:
    dependencies, operands, captured = inputs
    g.features["execute"] += 1
    if s.context.kind == "execute":
        g.features["nested execute"] += 1
    payloads = [payload] if payload else []
    options = OURS_PAYLOADS if g.profile.ours else PAYLOADS
    while len(payloads) < 2 and g.chance(35):
        payloads.append("memref<4xi64>" if g.profile.ours and g.chance(10) else g.pick(options))
    names = [g.fresh("tok") for _ in range(1 + len(payloads))]
    head = "async.execute"
    if dependencies:
        head += f" [{', '.join(t.name for t in dependencies)}]"
    arguments = [(t, g.fresh()) for t in operands]
    if arguments:
        listed = ", ".join(f"{t.name} as {a}: {t.type}" for t, a in arguments)
        head += f" ({listed})"
    if payloads:
        values = ", ".join(f"!async.value<{p}>" for p in payloads)
        head += f" -> {values}" if len(payloads) == 1 else f" -> ({values})"
        g.features["value result"] += 1
    g.op(s, f"{', '.join(names)} = {head} {{")
    g.indent += 1
    _write_body(g, inner, arguments, captured, payloads, slot)
    g.indent -= 1
    g.line("}")
    g.cost += s.repeat * 3
    made = [
        g.token(s, name, TOKEN if i == 0 else f"!async.value<{payloads[i - 1]}>", id_, released)
        for i, name in enumerate(names)
    ]
    return made[1] if payload else made[0]


def _write_body(
    g: Generator,
    inner: Scope,
    arguments: list[tuple[Token, str]],
    captured: list[Token],
    payloads: list[str],
    slot: tuple[View, str] | None,
) -> None:
    outer_awaits = g.awaits
    before = dict(inner.context.perms)
    for token, name in arguments:
        inner.add(name, token.payload or "i64")
    for token in captured:
        await_token(g, inner, token)
    body_statements[0](g, inner, g.integer(0, 3))
    if slot:
        view, at = slot
        g.op(
            inner,
            f"memref.store {scalars.value(g, inner, view.root.element)}, {view.name}[{at}] : {view.type}",
        )
    settle(g, inner, before, frozenset())
    results = [_payload(g, inner, p) for p in payloads]
    if results:
        g.op(inner, f"async.yield {', '.join(results)} : {', '.join(payloads)}")
    else:
        g.op(inner, "async.yield")
    g.awaits = outer_awaits


def _payload(g: Generator, s: Scope, type_: str) -> str:
    if type_.startswith("vector"):
        return g.temporary(s, f"vector.broadcast {scalars.value(g, s, 'f32')} : f32 to {type_}")
    if type_.startswith("memref"):
        name = g.temporary(s, f"memref.alloc() : {type_}")
        item = scalars.value(g, s, "i64")
        for at in range(4):
            g.op(s, f"memref.store {item}, {name}[{scalars.literal(g, s, 'index', at)}] : {type_}")
        return name
    return scalars.value(g, s, type_)


def launch_statement(g: Generator, s: Scope) -> None:
    """A task, if one may be launched here."""
    if may_launch(g, s):
        launch(g, s)
    else:
        scalars.compute(g, s)


# groups


def group(g: Generator, s: Scope) -> None:
    """A group of tokens that are there, or one that a loop fills."""
    if not may_launch(g, s):
        scalars.compute(g, s)
    elif (g.profile.ours or s.context.kind == "func") and g.chance(50):
        _group_of_loop(g, s)
    else:
        _group_of_tokens(g, s)


def _create(g: Generator, s: Scope, size: str) -> str:
    name = g.fresh("grp")
    g.features["group"] += 1
    g.op(s, f"{name} = async.create_group {size} : {GROUP}")
    return name


def _finish(g: Generator, s: Scope, token: Token) -> None:
    if not g.chance(30):
        await_token(g, s, token)


def _group_of_tokens(g: Generator, s: Scope) -> None:
    members = [t for t in tokens(s) if g.profile.ours or (t.payload is None and t.region == s.region)]
    count = g.integer(0, 3)
    picked = [g.pick(members) if members and g.chance(60) else _member(g, s) for _ in range(count)]
    if not g.profile.ours:
        picked = list(dict.fromkeys(picked))
    name = _create(g, s, scalars.literal(g, s, "index", len(picked)))
    for member in picked:
        if member.payload is not None:
            g.features["value in group"] += 1
        g.define(s, "index", f"async.add_to_group {member.name}, {name} : {member.type}")
    releases: frozenset[int] = frozenset().union(*(m.releases for m in picked))
    _finish(g, s, g.token(s, name, GROUP, g.number(), releases))


def _member(g: Generator, s: Scope) -> Token:
    payload = g.pick(PAYLOADS) if g.profile.ours and g.chance(50) else None
    return launch(g, s, payload=payload)


def _group_of_loop(g: Generator, s: Scope) -> None:
    """`scf.for` whose iterations each add a task to one group; each task may write its own element."""
    targets = [
        v for v in memory.views(s, "rw") if len(v.shape) == 1 and v.shape[0] and s.access(v.root) == "rw"
    ]
    target = g.pick(targets) if targets and g.chance(70) else None
    size = min(target.shape[0] or 1, 4) if target else g.integer(0, 4)
    count = scalars.literal(g, s, "index", size)
    token = g.token(s, _create(g, s, count), GROUP, g.number())
    lent = {r.id: "ro" for r, _ in free_roots(s) if g.chance(50)}
    if target:
        lent[target.root.id] = "rw"
    lend(s, lent, token.id)
    zero, one = scalars.literal(g, s, "index", 0), scalars.literal(g, s, "index", 1)
    at = g.fresh("i")
    g.features["group filled by a loop"] += 1
    g.line(f"scf.for {at} = {zero} to {count} step {one} {{")
    g.indent += 1
    inner = s.child(g.number(), blocks=False, times=max(size, 1))
    inner.tokens = [t for t in inner.tokens if not t.is_group]
    inner.add(at, "index")
    member = launch(g, inner, group=token, slot=(target, at) if target else None)
    g.op(inner, f"{g.fresh('t')} = async.add_to_group {member.name}, {token.name} : {member.type}")
    g.indent -= 1
    g.line("}")
    _finish(g, s, token)
