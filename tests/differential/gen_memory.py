"""Memory: allocations, views of all sorts, loads and stores within bounds and permissions."""

from __future__ import annotations

from tests.differential import gen_scalars as scalars
from tests.differential.gen_core import ELEMENTS, Generator, Perm, Root, Scope, View

DYNAMIC = "strided<[?], offset: ?>"


def fresh_root(g: Generator, s: Scope, element: str, own: str = "rw") -> Root:
    """A new allocation that the context owns."""
    root = Root(g.number(), element)
    s.context.perms[root.id] = Perm(own)
    return root


SHAPES = ((4,), (2,), (8,), (5,), (1,), (2, 3), (4, 2))


def allocate(g: Generator, s: Scope, element: str | None = None, *, argument: bool = False) -> View:
    """Allocate and fill a memref; as an argument it has rank one and is on the heap."""
    element = element or g.pick(ELEMENTS)
    shape = g.pick(SHAPES[:5] if argument else SHAPES)
    type_ = f"memref<{'x'.join(map(str, shape))}x{element}>"
    name = g.fresh("m")
    # mlir-opt does not accept memref.alloca right in an async.func.
    local = not argument and s.context.kind != "async.func" and g.chance(30)
    g.op(s, f"{name} = memref.{'alloca' if local else 'alloc'}() : {type_}")
    g.features["alloca" if local else "alloc"] += 1
    root = fresh_root(g, s, element, "rw" if not local else "local")
    view = View(name, type_, root, shape)
    _fill(g, s, view)
    s.views.append(view)
    return view


def _fill(g: Generator, s: Scope, view: View) -> None:
    element = view.root.element
    if len(view.shape) == 1 and g.chance(25):
        _fill_from_global(g, s, view)
        return
    if len(view.shape) == 1 and ((view.shape[0] or 0) > 2 or g.chance(40)):
        _fill_by_loop(g, s, view)
        return
    first = scalars.value(g, s, element)
    total = 1
    for size in view.shape:
        total *= size or 1
    for at in range(total):
        where, rest = [], at
        for size in reversed(view.shape):
            where.append(rest % (size or 1))
            rest //= size or 1
        names = [scalars.literal(g, s, "index", i) for i in reversed(where)]
        g.op(s, f"memref.store {first}, {view.name}[{', '.join(names)}] : {view.type}")


def _fill_by_loop(g: Generator, s: Scope, view: View) -> None:
    zero, one = scalars.literal(g, s, "index", 0), scalars.literal(g, s, "index", 1)
    size = scalars.literal(g, s, "index", view.shape[0] or 1)
    at = g.fresh("i")
    g.line(f"scf.for {at} = {zero} to {size} step {one} {{")
    g.indent += 1
    inner = s.child(g.number(), blocks=False, times=view.shape[0] or 1)
    inner.add(at, "index")
    item = scalars.convert(g, inner, at, "index", view.root.element)
    g.op(inner, f"memref.store {item}, {view.name}[{at}] : {view.type}")
    g.indent -= 1
    g.line("}")


def _fill_from_global(g: Generator, s: Scope, view: View) -> None:
    g.features["global"] += 1
    name = f"@g{g.number()}"
    is_float = view.root.element.startswith("f")
    items = [g.integer(0, 99) for _ in range(view.shape[0] or 1)]
    text = ", ".join(f"{i}.5" if is_float else str(i) for i in items)
    g.globals.append(f'memref.global "private" constant {name} : {view.type} = dense<[{text}]>')
    source = g.fresh("m")
    g.op(s, f"{source} = memref.get_global {name} : {view.type}")
    g.op(s, f"memref.copy {source}, {view.name} : {view.type} to {view.type}")


def views(s: Scope, access: str, element: str | None = None) -> list[View]:
    """The visible memrefs that may be read ("ro") or written ("rw") now."""
    allowed = ("rw", "ro", "local") if access == "ro" else ("rw", "local")
    return [
        v for v in s.views if s.access(v.root) in allowed and (element is None or v.root.element == element)
    ]


def place(g: Generator, s: Scope, view: View) -> str:
    """Indices within bounds, in brackets."""
    names: list[str] = []
    for axis, size in enumerate(view.shape):
        if size is not None:
            names.append(scalars.below(g, s, size))
            continue
        dim = g.temporary(s, f"memref.dim {view.name}, {scalars.literal(g, s, 'index', axis)} : {view.type}")
        at = scalars.value(g, s, "index")
        names.append(g.temporary(s, f"arith.remui {at}, {dim} : index"))
    return f"[{', '.join(names)}]"


def load(g: Generator, s: Scope) -> None:
    """Read an element."""
    options = views(s, "ro")
    if not options:
        scalars.compute(g, s)
        return
    view = g.pick(options)
    at = place(g, s, view)
    g.features["load"] += 1
    g.define(s, view.root.element, f"memref.load {view.name}{at} : {view.type}")


def store(g: Generator, s: Scope) -> None:
    """Write an element."""
    options = views(s, "rw")
    if not options:
        allocate(g, s)
        return
    view = g.pick(options)
    item = scalars.value(g, s, view.root.element)
    at = place(g, s, view)
    g.features["store"] += 1
    g.op(s, f"memref.store {item}, {view.name}{at} : {view.type}")


def copy(g: Generator, s: Scope) -> None:
    """Copy between distinct allocations of one shape, the second one new unless there is one."""
    sources = [v for v in views(s, "ro") if None not in v.shape]
    if not sources:
        allocate(g, s)
        return
    source = g.pick(sources)
    targets = [
        v
        for v in views(s, "rw", source.root.element)
        if v.root is not source.root and v.shape == source.shape
    ]
    target = g.pick(targets) if targets and not g.chance(30) else _uninitialised(g, s, source)
    g.features["copy"] += 1
    g.op(s, f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}")


def _uninitialised(g: Generator, s: Scope, like: View) -> View:
    type_ = f"memref<{'x'.join(map(str, like.shape))}x{like.root.element}>"
    name = g.fresh("m")
    g.op(s, f"{name} = memref.alloc() : {type_}")
    view = View(name, type_, fresh_root(g, s, like.root.element), like.shape)
    s.views.append(view)
    return view


def view(g: Generator, s: Scope) -> None:
    """Another view of a memref: cast, subview, reinterpret_cast, a row of a matrix."""
    options = views(s, "ro")
    if not options:
        allocate(g, s)
        return
    base = g.pick(options)
    g.features["view"] += 1
    if len(base.shape) == 2 and base.identity and None not in base.shape:
        _row(g, s, base)
    elif base.identity and base.shape[0] is not None and len(base.shape) == 1:
        g.pick((_cast, _part, _dynamic_part, _reinterpret))(g, s, base)
    else:
        load(g, s)


def _add(
    g: Generator, s: Scope, base: View, type_: str, shape: tuple[int | None, ...], text: str, identity: bool
) -> View:
    name = g.fresh("m")
    g.op(s, f"{name} = {text}")
    view = View(name, type_, base.root, shape, identity)
    s.views.append(view)
    return view


def _row(g: Generator, s: Scope, base: View) -> None:
    rows, columns = base.shape
    row = scalars.below(g, s, rows or 1)
    result = f"memref<{columns}x{base.root.element}, strided<[1], offset: ?>>"
    text = f"memref.subview {base.name}[{row}, 0] [1, {columns}] [1, 1] : {base.type} to {result}"
    _add(g, s, base, result, (columns,), text, False)


def _cast(g: Generator, s: Scope, base: View) -> None:
    result = f"memref<?x{base.root.element}>"
    _add(g, s, base, result, (None,), f"memref.cast {base.name} : {base.type} to {result}", False)


def _part(g: Generator, s: Scope, base: View) -> None:
    size = base.shape[0] or 1
    start = g.integer(0, size - 1)
    stride = g.integer(1, 2)
    count = g.integer(1, (size - start + stride - 1) // stride)
    layout = f"strided<[{stride}]" + (f", offset: {start}>" if start else ">")
    result = f"memref<{count}x{base.root.element}, {layout}>"
    text = f"memref.subview {base.name}[{start}] [{count}] [{stride}] : {base.type} to {result}"
    _add(g, s, base, result, (count,), text, False)


def _dynamic_part(g: Generator, s: Scope, base: View) -> None:
    size = base.shape[0] or 1
    start = scalars.below(g, s, size)
    rest = g.temporary(s, f"arith.subi {scalars.literal(g, s, 'index', size)}, {start} : index")
    stride = scalars.literal(g, s, "index", g.integer(1, 3))
    count = g.temporary(s, f"arith.ceildivui {rest}, {stride} : index")
    result = f"memref<?x{base.root.element}, {DYNAMIC}>"
    text = f"memref.subview {base.name}[{start}] [{count}] [{stride}] : {base.type} to {result}"
    _add(g, s, base, result, (None,), text, False)


def _reinterpret(g: Generator, s: Scope, base: View) -> None:
    size = base.shape[0] or 1
    count = g.integer(1, size)
    start = g.integer(0, size - count)
    result = f"memref<{count}x{base.root.element}, strided<[1], offset: {start}>>"
    if start == 0:
        result = f"memref<{count}x{base.root.element}, strided<[1]>>"
    how = f"offset: [{start}], sizes: [{count}], strides: [1]"
    text = f"memref.reinterpret_cast {base.name} to {how} : {base.type} to {result}"
    _add(g, s, base, result, (count,), text, False)


def as_dynamic(g: Generator, s: Scope, base: View) -> str | None:
    """The name of the memref seen through the most general type of rank one; None for a matrix."""
    if len(base.shape) != 1:
        return None
    result = f"memref<?x{base.root.element}, {DYNAMIC}>"
    if base.type == result:
        return base.name
    return g.temporary(s, f"memref.cast {base.name} : {base.type} to {result}")


def vector(g: Generator, s: Scope) -> None:
    """A short computation on vectors, reduced to a scalar."""
    g.features["vector"] += 1
    t = g.pick(("i32", "f32", "i64", "f64"))
    type_ = f"vector<4x{t}>"
    a = g.temporary(s, f"vector.broadcast {scalars.value(g, s, t)} : {t} to {type_}")
    items = ", ".join(f"{g.integer(0, 9)}" + (".5" if t[0] == "f" else "") for _ in range(4))
    b = g.temporary(s, f"arith.constant dense<[{items}]> : {type_}")
    op = g.pick(("addi", "muli", "xori") if t[0] == "i" else ("addf", "mulf", "subf"))
    c = g.temporary(s, f"arith.{op} {a}, {b} : {type_}")
    if t[0] == "i" and g.chance(50):
        kind = g.pick(("add", "xor", "maxsi", "minui"))
        g.define(s, t, f"vector.reduction <{kind}>, {c} : {type_} into {t}")
    else:
        g.define(s, t, f"vector.extract {c}[{g.integer(0, 3)}] : {t} from {type_}")
