"""Random loops over the tiles of a tensor, tasks that look at tensors, and a choice between two."""

from __future__ import annotations

from math import prod

from bench.tensor_programs.control import MOST_DEPTH, carried_by, inside, limit_of, trips
from bench.tensor_programs.numbers import GIVEN, WHOLE, Skip, is_float
from bench.tensor_programs.shapes import extracted
from bench.tensor_programs.writer import Value, Writer


def tiles(writer: Writer) -> None:
    """`scf.for` that changes a tensor tile by tile; tiles may overlap, and be put elsewhere than they were."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    rng = writer.random
    (value,) = carried_by(writer, 1)
    shape = value.shape
    assert shape is not None
    if not shape or 0 in shape:
        raise Skip
    axis = rng.randrange(len(shape))
    tile = rng.randint(1, shape[axis])
    zero, step = writer.constant("index", 0), writer.constant("index", rng.choice([1, tile, tile, 2]))
    last = shape[axis] - tile
    end = writer.index(last + 1)
    name, carried, iv = writer.new("r"), writer.new("c"), writer.new("i")
    shared = Value(carried, value.element, shape, value.open, limit_of(value))
    part = tuple(tile if d == axis else n for d, n in enumerate(shape))
    kept = (
        tuple(n for d, n in enumerate(part) if d != axis)
        if tile == 1 and 1 not in part[:axis] + part[axis + 1 :]
        else part
    )
    closed = (False,) * len(kept)

    def text(at: str) -> str:
        lists = ([at if d == axis else "0" for d in range(len(part))], map(str, part), ["1"] * len(part))
        return " ".join(f"[{', '.join(each)}]" for each in lists)

    with writer.block(
        f"{name} = scf.for {iv} = {zero} to {end} step {step} iter_args({carried} = {value.name}) -> ({value.type}) {{"
    ):
        places = [iv]
        if rng.random() < 0.3:
            back = writer.new("i")
            writer.say(f"{back} = arith.subi {writer.constant('index', last)}, {iv} : index")
            places.append(back)
        for _ in range(rng.choice([0, 1, 1, 2])):
            whole = rng.choice([shared, shared, value])
            slice_ = Value(writer.new(), value.element, kept, closed, whole.range)
            at = text(rng.choice(places))
            writer.say(
                f"{slice_.name} = tensor.extract_slice {whole.name}{at} : {whole.type} to {slice_.type}"
            )
            writer.keep(slice_)
        if rng.random() < 0.3:
            writer.values.append(shared)
        inside(writer, 3)
        given = writer.cast(
            writer.need(kept, value.element, GIVEN if is_float(value.element) else None), closed
        )
        put = writer.new()
        at = text(rng.choice(places))
        types = f"{given.type} into {value.type}"
        writer.say(f"{put} = tensor.insert_slice {given.name} into {carried}{at} : {types}")
        writer.say(f"scf.yield {put} : {value.type}")
    writer.keep(Value(name, value.element, shape, value.open, limit_of(value)))


def task(writer: Writer) -> None:
    """`async.execute` that computes a number of tensors; what it computes them of is computed before it."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    writer.ours_only = True
    token, handle, number = writer.new("t"), writer.new("h"), writer.new("x")
    lines = len(writer.lines)
    with writer.block("", "}"):
        inside(writer, 3)
        x = writer.any(lambda v: v.shape is not None and prod(v.shape) > 0)
        writer.say(f"async.yield {extracted(writer, x)} : {x.element}")
    indent = "  " * (writer.depth + 1)
    writer.lines[lines] = f"{indent}{token}, {handle} = async.execute -> !async.value<{x.element}> {{"
    if writer.chance(0.4):
        inside(writer, 2)
    writer.say(f"{number} = async.await {handle} : !async.value<{x.element}>")
    _spread(writer, Value(number, x.element, range=x.range))


def _spread(writer: Writer, number: Value) -> None:
    """The number as a tensor."""
    shape = writer.shape(most=2)
    opened = writer.opened(shape)
    made = Value(writer.new(), number.element, shape, opened, number.range)
    free = writer.free(shape, opened)
    writer.say(f"{made.name} = tensor.splat {number.name}{f'[{free}]' if free else ''} : {made.type}")
    writer.keep(made)


def counted(writer: Writer) -> None:
    """`scf.for` that carries a number beside a tensor."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    (value,) = carried_by(writer, 1)
    source = writer.any(lambda v: not is_float(v.element) and v.shape is not None and prod(v.shape) > 0)
    element = source.element
    start, _ = writer.number(element)
    often = trips(writer, "%often")
    zero, one = writer.constant("index", 0), writer.constant("index", 1)
    name, total, carried = writer.new("r"), writer.new("x"), writer.new("c")
    types = f"{element}, {value.type}"
    shared = Value(carried, value.element, value.shape, value.open, limit_of(value))
    inits = f"{total} = {start}, {carried} = {value.name}"
    with writer.block(
        f"{name}:2 = scf.for {writer.new('i')} = {zero} to {often} step {one} iter_args({inits}) -> ({types}) {{"
    ):
        writer.values.append(shared)
        inside(writer, 3)
        x = source
        if writer.chance(0.5):
            x = writer.any(lambda v: v.element == element and v.shape is not None and prod(v.shape) > 0)
        found, after = extracted(writer, x), writer.new("x")
        writer.say(
            f"{after} = arith.{writer.random.choice(['addi', 'xori', 'muli'])} {total}, {found} : {element}"
        )
        limit = shared.range if is_float(shared.element) else None
        assert value.shape is not None
        given = writer.cast(writer.need(value.shape, value.element, limit), value.open)
        writer.say(f"scf.yield {after}, {given.name} : {types}")
    writer.keep(Value(f"{name}#1", value.element, value.shape, value.open, limit_of(value)))
    _spread(writer, Value(f"{name}#0", element, range=WHOLE))


def chosen(writer: Writer) -> None:
    """`arith.select` of two whole tensors."""
    x = writer.any()
    assert x.shape is not None
    y = writer.cast(writer.need(x.shape, x.element), x.open)
    truth, made = (
        trips(writer, "%truth"),
        Value(writer.new(), x.element, x.shape, x.open, x.range.join(y.range)),
    )
    writer.say(f"{made.name} = arith.select {truth}, {x.name}, {y.name} : {x.type}")
    writer.keep(made)


def allocated(writer: Writer) -> None:
    """`bufferization.alloc_tensor`, empty or a copy, and now and then `bufferization.materialize_in_destination`."""
    x = writer.any()
    assert x.shape is not None
    made = Value(writer.new(), x.element, x.shape, x.open, x.range)
    if writer.chance(0.5):
        writer.say(f"{made.name} = bufferization.alloc_tensor() copy({x.name}) : {x.type}")
        writer.keep(made)
        return
    into = writer.cast(writer.destination(x.shape, x.element), x.open)
    if into.name == x.name:
        raise Skip
    types = f"({x.type}, {into.type}) -> {made.type}"
    writer.say(f"{made.name} = bufferization.materialize_in_destination {x.name} in {into.name} : {types}")
    writer.keep(made)
