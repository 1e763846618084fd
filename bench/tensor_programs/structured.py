"""Random structured ops with names of their own, but for those of the table; and arithmetic on whole tensors."""

from __future__ import annotations

from math import prod

from bench.tensor_programs.bodies import FLOAT_OPS, INTEGER_OPS, Body
from bench.tensor_programs.generics import map_text
from bench.tensor_programs.numbers import (
    WHOLE,
    Range,
    Skip,
    added,
    is_float,
    multiplied,
    smooth,
    summed,
    ulp,
)
from bench.tensor_programs.writer import Shape, Value, Writer


def result(writer: Writer, into: Value, range_: Range, text: str, *, arrow: bool = True) -> Value:
    """An op that gives a tensor like its destination."""
    name = writer.new()
    ending = f" -> {into.type}" if arrow else ""
    writer.say(f"{name} = {text}{ending}")
    return writer.keep(Value(name, into.element, into.shape, into.open, range_))


def map_(writer: Writer) -> None:
    """`linalg.map`, in its short form or with a body."""
    rng = writer.random
    x = writer.any()
    assert x.shape is not None
    if rng.random() < 0.5:
        y = writer.cast(writer.need(x.shape, x.element), x.open)
        op, range_ = _binary(writer, x, y)
        into = writer.cast(writer.destination(x.shape, x.element), x.open)
        ins = f"ins({x.name}, {y.name} : {x.type}, {y.type})"
        result(
            writer,
            into,
            range_,
            f"linalg.map {{ arith.{op} }} {ins} outs({into.name} : {into.type})",
            arrow=False,
        )
        return
    inputs = [
        x,
        *(writer.cast(writer.need(x.shape, writer.element()), x.open) for _ in range(rng.choice([0, 1, 2]))),
    ]
    into = writer.cast(writer.destination(x.shape, writer.element()), x.open)
    numbers = [Value(writer.new("p"), value.element, range=value.range) for value in inputs]
    unused = writer.new("p")
    name = writer.new()
    ins = f"ins({', '.join(v.name for v in inputs)} : {', '.join(v.type for v in inputs)})"
    writer.say(f"{name} = linalg.map {ins} outs({into.name} : {into.type})")
    head = ", ".join(f"{n.name}: {n.element}" for n in numbers)
    with writer.block(f"  ({head}, {unused}: {into.element}) {{"):
        found = Body(writer, numbers).compute(into.element, rng.choice([0, 1, 2, 3]))
        writer.say(f"linalg.yield {found.name} : {found.element}")
    writer.keep(Value(name, into.element, into.shape, into.open, found.range))


def _binary(writer: Writer, x: Value, y: Value) -> tuple[str, Range]:
    if not is_float(x.element):
        return writer.random.choice(INTEGER_OPS), WHOLE
    op = writer.random.choice(FLOAT_OPS)
    if op == "mulf":
        return op, multiplied(x.element, x.range, y.range)
    if op in ("addf", "subf"):
        return op, added(x.element, x.range, y.range)
    return op, x.range.join(y.range)


def reduce(writer: Writer) -> None:
    """`linalg.reduce` over some dimensions, of one tensor or two."""
    rng = writer.random
    x = writer.any(least=1)
    assert x.shape is not None
    dims = sorted(rng.sample(range(len(x.shape)), rng.randint(1, len(x.shape))))
    left = tuple(n for d, n in enumerate(x.shape) if d not in dims)
    free = tuple(is_open for d, is_open in enumerate(x.open) if d not in dims)
    count = prod(x.shape[d] for d in dims)
    if rng.random() < 0.6:
        into = writer.cast(writer.destination(left, x.element, read=True), free)
        op, range_ = _reducer(writer, x, into, count)
        text = f"linalg.reduce {{ arith.{op} }} ins({x.name} : {x.type}) outs({into.name} : {into.type})"
        result(writer, into, range_, f"{text} dimensions = {dims}", arrow=False)
        return
    xs = [x, writer.cast(writer.need(x.shape, writer.element()), x.open)]
    intos = [writer.cast(writer.destination(left, value.element, read=True), free) for value in xs]
    pairs = list(zip(xs, intos, strict=True))
    found = [_reducer(writer, value, into, count) for value, into in pairs]
    numbers = [Value(writer.new("p"), value.element) for value in (*xs, *intos)]
    name = writer.new()
    ins = f"ins({', '.join(v.name for v in xs)} : {', '.join(v.type for v in xs)})"
    outs = f"outs({', '.join(v.name for v in intos)} : {', '.join(v.type for v in intos)})"
    writer.say(f"{name}:2 = linalg.reduce {ins} {outs} dimensions = {dims}")
    with writer.block(f"  ({', '.join(f'{n.name}: {n.element}' for n in numbers)}) {{"):
        sums = [writer.new("x") for _ in xs]
        for n, (op, _) in enumerate(found):
            writer.say(
                f"{sums[n]} = arith.{op} {numbers[2 + n].name}, {numbers[n].name} : {numbers[n].element}"
            )
        writer.say(f"linalg.yield {', '.join(sums)} : {', '.join(v.element for v in xs)}")
    for n, (value, (_, range_)) in enumerate(zip(intos, found, strict=True)):
        writer.keep(Value(f"{name}#{n}", value.element, value.shape, value.open, range_))


def _reducer(writer: Writer, x: Value, into: Value, count: int) -> tuple[str, Range]:
    if not is_float(x.element):
        return writer.random.choice(["addi", "addi", "muli", "maxsi", "minsi", "xori", "minui"]), WHOLE
    if writer.chance(0.6):
        return "addf", summed(x.element, into.range, x.range, count)
    return writer.random.choice(["maximumf", "minimumf"]), x.range.join(into.range)


def broadcast(writer: Writer) -> None:
    """`linalg.broadcast` along some new dimensions."""
    x = writer.any(most=3)
    assert x.shape is not None
    rank = writer.random.randint(len(x.shape), 4)
    dims = sorted(writer.random.sample(range(rank), rank - len(x.shape)))
    sizes = iter(x.shape)
    shape = tuple(writer.size() if d in dims else next(sizes) for d in range(rank))
    if prod(shape) > 600:
        raise Skip
    into = writer.destination(shape, x.element)
    opened = iter(x.open)
    into = writer.cast(into, tuple(into.open[d] if d in dims else next(opened) for d in range(rank)))
    operands = f"ins({x.name} : {x.type}) outs({into.name} : {into.type})"
    result(writer, into, x.range, f"linalg.broadcast {operands} dimensions = {dims}", arrow=False)


def transpose(writer: Writer) -> None:
    """`linalg.transpose` in any order; with no dimensions mlir-opt 22 crashes."""
    x = writer.any(least=1)
    assert x.shape is not None
    order = writer.random.sample(range(len(x.shape)), len(x.shape))
    into = writer.destination(tuple(x.shape[d] for d in order), x.element)
    into = writer.cast(into, tuple(x.open[d] for d in order))
    operands = f"ins({x.name} : {x.type}) outs({into.name} : {into.type})"
    result(writer, into, x.range, f"linalg.transpose {operands} permutation = {order}", arrow=False)


def fill(writer: Writer) -> None:
    """`linalg.fill`."""
    element = writer.element()
    if element == "index":
        raise Skip
    into = writer.destination(writer.shape(), element)
    number, range_ = writer.number(element)
    result(writer, into, range_, f"linalg.fill ins({number} : {element}) outs({into.name} : {into.type})")


BINARY_KINDS = ("add", "sub", "mul", "max_signed", "min_signed")


def elementwise(writer: Writer) -> None:
    """`linalg.elementwise`, with maps or without."""
    rng = writer.random
    element = writer.element()
    if element in ("index", "i1"):
        raise Skip
    shape = writer.shape()
    order = rng.sample(range(len(shape)), len(shape))
    into = writer.destination(shape, element)
    seen: Shape = tuple(shape[d] for d in order) if rng.random() < 0.6 else shape
    is_seen = seen != shape or rng.random() < 0.3
    indices = (
        [f"d{d}" for d in order]
        if seen == tuple(shape[d] for d in order)
        else [f"d{d}" for d in range(len(shape))]
    )
    x = writer.need(seen, element)
    y = writer.need(shape, element)
    plain = map_text(len(shape), [f"d{d}" for d in range(len(shape))])
    if is_float(element) and rng.random() < 0.4:
        kind, operands = rng.choice(["exp", "tanh", "abs", "negf", "square"]), [x]
        if kind in ("exp", "tanh"):
            range_ = smooth(element, kind, x.range)
        else:
            range_ = multiplied(element, x.range, x.range) if kind == "square" else x.range
    else:
        kind, operands = rng.choice(BINARY_KINDS), [x, y]
        range_ = x.range.join(y.range)
        if kind in ("add", "sub", "mul"):
            range_ = (multiplied if kind == "mul" else added)(element, x.range, y.range)
    maps = [map_text(len(shape), indices), *[plain] * len(operands)]
    with_maps = f"indexing_maps = [{', '.join(maps)}] " if is_seen else ""
    names, types = ", ".join(v.name for v in operands), ", ".join(v.type for v in operands)
    text = f"linalg.elementwise kind=#linalg.elementwise_kind<{kind}> {with_maps}ins({names} : {types})"
    result(writer, into, range_, f"{text} outs({into.name} : {into.type})")


def softmax(writer: Writer) -> None:
    """`linalg.softmax`."""
    x = writer.any(
        lambda v: v.element in ("f32", "f64") and v.shape is not None and prod(v.shape) > 0, least=1
    )
    assert x.shape is not None
    if x.range.most > 20:
        raise Skip
    writer.ours_only = True
    into = writer.destination(x.shape, x.element)
    at = writer.random.randrange(len(x.shape))
    error = 2 * x.range.error + (8 + x.shape[at] + 4 * x.range.most) * ulp(x.element)
    operands = f"ins({x.name} : {x.type}) outs({into.name} : {into.type})"
    result(writer, into, Range(1.0, 0.0, error), f"linalg.softmax dimension({at}) {operands}")


def whole(writer: Writer) -> None:
    """`arith` and `math` on whole tensors, several ops in a row."""
    x = writer.any()
    assert x.shape is not None
    inputs = [x, *(writer.need(x.shape, writer.element()) for _ in range(writer.random.choice([0, 1, 2])))]
    body = Body(writer, [writer.cast(value, x.open) for value in inputs], template=x)
    for _ in range(writer.random.choice([1, 1, 2, 3])):
        found = body.compute(writer.random.choice(body.numbers).element, 1)
        if found.shape is not None and found not in writer.values:
            writer.keep(found)


def pack(writer: Writer) -> None:
    """`linalg.pack`, and `linalg.unpack` of what it gives."""
    rng = writer.random
    x = writer.any(lambda v: v.element != "index", least=1, most=2)
    assert x.shape is not None
    dims = rng.sample(range(len(x.shape)), rng.randint(1, len(x.shape)))
    writer.ours_only = True
    tiles = [rng.choice([1, 2, 3, 4]) for _ in dims]
    outer = [-(-n // tiles[dims.index(d)]) if d in dims else n for d, n in enumerate(x.shape)]
    order = rng.sample(range(len(outer)), len(outer)) if rng.random() < 0.5 else list(range(len(outer)))
    shape = (*(outer[d] for d in order), *tiles)
    padded = any(x.shape[d] % tile for d, tile in zip(dims, tiles, strict=True))
    if 0 in x.shape:
        raise Skip
    name = writer.new("e")
    opened = tuple(writer.chance(0.2) and d < len(outer) for d in range(len(shape)))
    into = Value(name, x.element, shape, opened, defined=False)
    writer.say(f"{name} = tensor.empty({writer.free(shape, opened)}) : {into.type}")
    number, range_ = writer.number(x.element)
    padding = f" padding_value({number} : {x.element})" if padded or any(opened) or any(x.open) else ""
    how = f"outer_dims_perm = {order} inner_dims_pos = {dims} inner_tiles = {tiles}"
    found = Value(writer.new(), x.element, shape, opened, x.range.join(range_))
    writer.say(
        f"{found.name} = linalg.pack {x.name}{padding} {how} into {into.name} : {x.type} -> {into.type}"
    )
    writer.keep(found)
    if rng.random() < 0.7:
        back = writer.destination(x.shape, x.element)
        text = f"linalg.unpack {found.name} {how} into {back.name} : {found.type} -> {back.type}"
        result(writer, back, found.range, text, arrow=False)
