"""Random ops of the `tensor` dialect: elements, slices, padding, concatenation, other shapes of the same elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from bench.tensor_programs.bodies import Body
from bench.tensor_programs.generics import look_up
from bench.tensor_programs.numbers import GIVEN, WHOLE, Range, Skip, is_float
from bench.tensor_programs.writer import MOST_ELEMENTS, Shape, Value, Writer, type_text


def _new(
    writer: Writer, like: Value, shape: Shape, opened: Sequence[bool], range_: Range | None = None
) -> Value:
    """A tensor that is going to be written."""
    range_ = like.range if range_ is None else range_
    return Value(writer.new(), like.element, shape, tuple(opened), range_, like.defined)


def _some(writer: Writer, least: int = 0, most: int = 4) -> Value:
    """A tensor, now and then one without elements that are defined."""
    return writer.any(least=least, most=most)


def element_out(writer: Writer) -> None:
    """`tensor.extract`, whose number becomes a tensor again or is put into one."""
    x = writer.any(lambda v: v.shape is not None and prod(v.shape) > 0)
    number = extracted(writer, x)
    how = writer.random.random()
    if how < 0.4:
        made = Value(writer.new(), x.element, (1,), (False,), x.range)
        writer.say(f"{made.name} = tensor.from_elements {number} : {made.type}")
    elif how < 0.7:
        shape = writer.shape(most=3)
        opened = writer.opened(shape)
        made = Value(writer.new(), x.element, shape, opened, x.range)
        free = writer.free(shape, opened)
        writer.say(f"{made.name} = tensor.splat {number}{f'[{free}]' if free else ''} : {made.type}")
    else:
        element_in(writer, Value(number, x.element, range=x.range))
        return
    writer.keep(made)


def extracted(writer: Writer, x: Value) -> str:
    """The name of an element of a tensor."""
    assert x.shape is not None
    places = ", ".join(writer.index(writer.random.randrange(n)) for n in x.shape)
    name = writer.new("x")
    writer.say(f"{name} = tensor.extract {x.name}[{places}] : {x.type}")
    return name


def element_in(writer: Writer, number: Value | None = None) -> None:
    """`tensor.insert`."""
    if number is None:
        into = writer.any(lambda v: v.shape is not None and prod(v.shape) > 0)
        name, range_ = writer.number(into.element)
    else:
        name, range_, element = number.name, number.range, number.element
        into = writer.any(lambda v: v.element == element and v.shape is not None and prod(v.shape) > 0)
    assert into.shape is not None
    places = ", ".join(writer.index(writer.random.randrange(n)) for n in into.shape)
    made = _new(
        writer, into, into.shape, into.open, into.range.join(range_) if is_float(into.element) else WHOLE
    )
    writer.say(f"{made.name} = tensor.insert {name} into {into.name}[{places}] : {into.type}")
    writer.keep(made)


def elements(writer: Writer) -> None:
    """`tensor.from_elements` of several numbers."""
    element = writer.element()
    shape = writer.shape(most=2)
    if not 0 < prod(shape) <= 8:
        raise Skip
    names = [writer.number(element)[0] for _ in range(prod(shape))]
    x = writer.fitting(
        lambda v: v.defined and v.element == element and v.shape is not None and prod(v.shape) > 0
    )
    range_ = GIVEN if is_float(element) else WHOLE
    if x is not None:
        names[-1] = extracted(writer, x)
        range_ = range_.join(x.range)
    made = Value(writer.new(), element, shape, (False,) * len(shape), range_)
    writer.say(f"{made.name} = tensor.from_elements {', '.join(names)} : {made.type}")
    writer.keep(made)


# ---- slices ----


def places_in(writer: Writer, shape: Shape) -> tuple[list[int], list[int], list[int]]:
    """Offsets, sizes and strides of some slice."""
    offsets, sizes, strides = [], [], []
    for n in shape:
        stride = writer.random.choice([1, 1, 1, 2, 3])
        size = writer.random.randint(0 if writer.chance(0.05) else 1, max(1, n))
        if n == 0:  # No offset is inside of it, and verifiers say so.
            raise Skip
        while size > 1 and (size - 1) * stride >= n:
            stride, size = (1, size) if stride > 1 else (1, n)
        reach = (size - 1) * stride + 1 if size else 0
        offsets.append(writer.random.randint(0, max(0, n - reach)) if size else 0)
        sizes.append(size)
        strides.append(stride)
    return offsets, sizes, strides


def slice_text(writer: Writer, places: tuple[list[int], list[int], list[int]]) -> tuple[str, list[bool]]:
    """How the slice is written, and which of its sizes are open."""
    dynamic = writer.random.choice([0.0, 0.0, 0.4])
    offsets = [writer.static_or_index(n, dynamic) for n in places[0]]
    sizes = [writer.static_or_index(n, dynamic) for n in places[1]]
    strides = [writer.static_or_index(n, dynamic / 4) for n in places[2]]
    text = " ".join(f"[{', '.join(each)}]" for each in (offsets, sizes, strides))
    return text, [size.startswith("%") for size in sizes]


def reduced(writer: Writer, sizes: Sequence[int], opened: Sequence[bool]) -> tuple[Shape, tuple[bool, ...]]:
    """The shape of the slice, without some of the dimensions of one element."""
    kept = [d for d, n in enumerate(sizes) if not (n == 1 and not opened[d] and writer.chance(0.5))]
    if sum(n == 1 and not free for n, free in zip(sizes, opened, strict=True)) != len(sizes) - len(kept):
        # Which of several ones is gone has to be clear from the sizes: all, or none.
        kept = list(range(len(sizes)))
    return tuple(sizes[d] for d in kept), tuple(opened[d] for d in kept)


def slice_out(writer: Writer) -> None:
    """`tensor.extract_slice`."""
    x = _some(writer, least=1)
    assert x.shape is not None
    places = places_in(writer, x.shape)
    text, opened = slice_text(writer, places)
    shape, free = reduced(writer, places[1], opened)
    made = _new(writer, x, shape, free)
    writer.say(f"{made.name} = tensor.extract_slice {x.name}{text} : {x.type} to {made.type}")
    writer.keep(made)


def slice_in(writer: Writer) -> None:
    """`tensor.insert_slice`."""
    into = _some(writer, least=1)
    assert into.shape is not None
    places = places_in(writer, into.shape)
    text, opened = slice_text(writer, places)
    shape, free = reduced(writer, places[1], opened)
    source = writer.need(shape, into.element)
    if source.open != free:
        source = writer.cast(source, free)
    made = _new(writer, into, into.shape, into.open, into.range.join(source.range))
    writer.say(
        f"{made.name} = tensor.insert_slice {source.name} into {into.name}{text} : {source.type} into {into.type}"
    )
    writer.keep(made)


# ---- larger ones ----


def pad(writer: Writer) -> None:
    """`tensor.pad`, with a number or with what depends on the place."""
    rng = writer.random
    x = writer.any(least=1, most=3)
    assert x.shape is not None
    low, high = ([rng.choice([0, 0, 1, 2, 3]) for _ in x.shape] for _ in range(2))
    shape = tuple(a + n + b for a, n, b in zip(low, x.shape, high, strict=True))
    if prod(shape) > 2 * MOST_ELEMENTS:
        raise Skip
    texts = [[writer.static_or_index(n, 0.2) for n in each] for each in (low, high)]
    opened = tuple(
        free or texts[0][d].startswith("%") or texts[1][d].startswith("%") for d, free in enumerate(x.open)
    )
    name, of = writer.new(), type_text(x.element, shape, opened)
    first = f"{name} = tensor.pad {x.name} low[{', '.join(texts[0])}] high[{', '.join(texts[1])}] {{"
    with writer.block(first, f"}} : {x.type} to {of}"):
        found = _yielded(writer, x.element, len(shape), rng.random() < 0.4)
    writer.keep(Value(name, x.element, shape, opened, x.range.join(found.range)))


def _yielded(writer: Writer, element: str, rank: int, by_place: bool) -> Value:
    """The end of a body whose arguments are a place."""
    names = [writer.new("i") for _ in range(rank)]
    writer.say(f"^bb0({', '.join(f'{name}: index' for name in names)}):")
    if by_place:
        body = Body(writer, [Value(name, "index") for name in names])
        if writer.chance(0.3):
            look_up(writer, body)
        found = body.compute(element, writer.random.choice([1, 2, 3]))
    else:
        number, range_ = writer.number(element)
        found = Value(number, element, range=range_)
    writer.say(f"tensor.yield {found.name} : {element}")
    return found


def generate(writer: Writer) -> None:
    """`tensor.generate`."""
    shape, element = writer.shape(), writer.element()
    opened = writer.opened(shape)
    name, of = writer.new(), type_text(element, shape, opened)
    free = writer.free(shape, opened)
    with writer.block(f"{name} = tensor.generate {free}{' ' if free else ''}{{", f"}} : {of}"):
        found = _yielded(writer, element, len(shape), by_place=True)
    writer.keep(Value(name, element, shape, opened, found.range))


def concat(writer: Writer) -> None:
    """`tensor.concat` along any dimension."""
    x = writer.any(least=1)
    assert x.shape is not None
    at = writer.random.randrange(len(x.shape))
    parts = [x]
    for _ in range(writer.random.choice([1, 1, 2])):
        size = writer.random.choice([x.shape[at], writer.size()])
        parts.append(writer.need((*x.shape[:at], size, *x.shape[at + 1 :]), x.element))
    writer.random.shuffle(parts)
    sizes = [part.shape[at] for part in parts if part.shape is not None]
    shape = (*x.shape[:at], sum(sizes), *x.shape[at + 1 :])
    if prod(shape) > 2 * MOST_ELEMENTS:
        raise Skip
    opened = [all(part.open[d] for part in parts) for d in range(len(shape))]
    opened[at] = any(part.open[at] for part in parts)
    range_ = parts[0].range
    for part in parts:
        range_ = range_.join(part.range)
    made = _new(writer, x, shape, opened, range_)
    names, types = ", ".join(p.name for p in parts), ", ".join(p.type for p in parts)
    writer.say(f"{made.name} = tensor.concat dim({at}) {names} : ({types}) -> {made.type}")
    writer.keep(made)


# ---- the same elements ----


def _grouped(writer: Writer, rank: int) -> list[list[int]]:
    """Neighbouring dimensions, in groups."""
    groups: list[list[int]] = []
    for d in range(rank):
        if groups and writer.chance(0.5):
            groups[-1].append(d)
        else:
            groups.append([d])
    return groups


def collapse(writer: Writer) -> None:
    """`tensor.collapse_shape`."""
    x = _some(writer, least=1)
    assert x.shape is not None
    groups = _grouped(writer, len(x.shape))
    if prod(x.shape) == 1 and not any(x.open) and writer.chance(0.5):
        groups = []
    shape = tuple(prod(x.shape[d] for d in group) for group in groups)
    made = _new(writer, x, shape, [any(x.open[d] for d in group) for group in groups])
    writer.say(f"{made.name} = tensor.collapse_shape {x.name} {groups} : {x.type} into {made.type}")
    writer.keep(made)


def expand(writer: Writer) -> None:
    """`tensor.expand_shape`."""
    x = _some(writer, most=3)
    assert x.shape is not None
    groups: list[list[int]] = []
    sizes: list[int] = []
    opened: list[bool] = []
    for d, n in enumerate(x.shape):
        divisors = [k for k in range(1, n + 1) if n % k == 0] or [1]
        parts = [n] if writer.chance(0.4) else [k := writer.random.choice(divisors), n // k]
        writer.random.shuffle(parts)
        groups.append(list(range(len(sizes), len(sizes) + len(parts))))
        sizes += parts
        # One open size may be left, and is, where the whole is open.
        free = writer.random.randrange(len(parts)) if x.open[d] else -1
        opened += [place == free for place in range(len(parts))]
    if not x.shape:
        sizes = [1] * writer.random.choice([1, 2])
        opened = [False] * len(sizes)
    if len(sizes) > 5:
        raise Skip
    output = ", ".join(writer.index(n) if free else str(n) for n, free in zip(sizes, opened, strict=True))
    made = _new(writer, x, tuple(sizes), opened)
    writer.say(
        f"{made.name} = tensor.expand_shape {x.name} {groups} output_shape [{output}] : {x.type} into {made.type}"
    )
    writer.keep(made)


def reshape(writer: Writer) -> None:
    """`tensor.reshape`, by a tensor of sizes."""
    x = _some(writer)
    assert x.shape is not None
    n = prod(x.shape)
    shapes: list[Shape] = [(n,), (1, n), (n, 1), (n, 1, 1)]
    shapes += (
        [(n // k, k) for k in (2, 3, 4) if n % k == 0] + [(n // 4, 2, 2)] * (n % 4 == 0) + [()] * (n == 1)
    )
    shape = writer.random.choice(shapes)
    sizes, of = writer.new(), writer.random.choice(["index", "i32", "i64"])
    writer.ours_only |= of == "i32"  # mlir-opt 22 reads other sizes.
    if of == "index" and shape and writer.chance(0.6):
        names = ", ".join(writer.index(size) for size in shape)
        writer.say(f"{sizes} = tensor.from_elements {names} : tensor<{len(shape)}xindex>")
    else:
        text = f"dense<{list(shape)}>" if shape else "dense<>"
        writer.say(f"{sizes} = arith.constant {text} : tensor<{len(shape)}x{of}>")
    opened = tuple(any(x.open) or writer.chance(0.3) for _ in shape)
    if not shape and any(x.open):
        raise Skip
    made = _new(writer, x, shape, opened)
    writer.say(
        f"{made.name} = tensor.reshape {x.name}({sizes}) : ({x.type}, tensor<{len(shape)}x{of}>) -> {made.type}"
    )
    writer.keep(made)


def cast(writer: Writer) -> None:
    """`tensor.cast`, to other open sizes."""
    x = _some(writer, least=1)
    assert x.shape is not None
    writer.cast(x, tuple(writer.chance(0.5) for _ in x.shape))


def bitcast(writer: Writer) -> None:
    """`tensor.bitcast` of floats to integers of their width."""
    widths = {"f32": "i32", "f64": "i64", "f16": "i16", "bf16": "i16"}
    x = writer.any(lambda v: v.element in widths and v.range.exact and v.range.unit >= 0.25)
    assert x.shape is not None
    writer.interpreted_only = True
    made = Value(writer.new(), widths[x.element], x.shape, x.open, WHOLE)
    writer.say(f"{made.name} = tensor.bitcast {x.name} : {x.type} to {made.type}")
    writer.keep(made)


def gather(writer: Writer) -> None:
    """`tensor.gather` along one dimension, and `tensor.scatter` of what it gives to where it was."""
    x = writer.any(lambda v: v.shape is not None and prod(v.shape) > 0, least=1, most=3)
    assert x.shape is not None
    at = writer.random.randrange(len(x.shape))
    count = min(x.shape[at], writer.random.randint(1, 3))
    places = writer.random.sample(range(x.shape[at]), count)
    indices, of = writer.new(), f"tensor<{count}x1xindex>"
    writer.say(f"{indices} = arith.constant dense<[{', '.join(f'[{p}]' for p in places)}]> : {of}")
    shape = (count, *(1 if d == at else n for d, n in enumerate(x.shape)))
    opened = (False, *(free and d != at for d, free in enumerate(x.open)))
    made = _new(writer, x, shape, opened)
    writer.say(
        f"{made.name} = tensor.gather {x.name}[{indices}] gather_dims([{at}]) unique : ({x.type}, {of}) -> {made.type}"
    )
    writer.keep(made)
    writer.ours_only = True
    into = writer.need(x.shape, x.element)
    into = writer.cast(into, x.open)
    back = _new(writer, into, x.shape, x.open, into.range.join(x.range))
    operands = f"{made.name} into {into.name}[{indices}] scatter_dims([{at}]) unique"
    writer.say(f"{back.name} = tensor.scatter {operands} : ({made.type}, {into.type}, {of}) -> {back.type}")
    writer.keep(back)
