"""Random loops, branches and calls that hand tensors on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from bench.tensor_programs.numbers import GIVEN, WHOLE, Range, Skip, is_float
from bench.tensor_programs.writer import Argument, Value, Writer

MOST_DEPTH = 2


def carried_by(writer: Writer, count: int) -> list[Value]:
    """Tensors that a loop carries: exact, so that nothing grows less and less sure."""
    return [writer.any(lambda v: not is_float(v.element) or v.range.fits(GIVEN)) for _ in range(count)]


def inside(writer: Writer, most: int) -> None:
    """Some statements."""
    for _ in range(writer.random.randint(1, most)):
        writer.statement(writer)


def _given(writer: Writer, like: Value) -> Value:
    """A tensor of exactly this type that is no larger and no less sure, new ones first."""
    assert like.shape is not None
    found = writer.need(like.shape, like.element, like.range if is_float(like.element) else None)
    return writer.cast(found, like.open)


def _results(writer: Writer, name: str, values: Sequence[Value]) -> None:
    for number, value in enumerate(values):
        made = name if len(values) == 1 else f"{name}#{number}"
        writer.keep(Value(made, value.element, value.shape, value.open, value.range))


def _named(writer: Writer, count: int) -> tuple[str, str]:
    name = writer.new("r")
    return name, name if count == 1 else f"{name}:{count}"


def _types(values: Sequence[Value]) -> str:
    return ", ".join(value.type for value in values)


def trips(writer: Writer, name: str) -> str:
    """An argument that says how often, or whether; it differs from call to call."""
    element = "index" if name == "%often" else "i1"
    if all(argument.value.name != name for argument in writer.arguments):
        writer.arguments.append(Argument(Value(name, element)))
    return name


def for_(writer: Writer) -> None:
    """`scf.for` that carries tensors."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    values = carried_by(writer, writer.random.choice([1, 1, 2]))
    often = trips(writer, "%often") if writer.chance(0.6) else writer.index(writer.random.randint(0, 3))
    zero, one = writer.constant("index", 0), writer.constant("index", 1)
    name, left = _named(writer, len(values))
    carried = [Value(writer.new("c"), v.element, v.shape, v.open, limit_of(v)) for v in values]
    inits = ", ".join(f"{c.name} = {v.name}" for c, v in zip(carried, values, strict=True))
    first = f"{left} = scf.for {writer.new('i')} = {zero} to {often} step {one} iter_args({inits}) -> ({_types(values)}) {{"
    with writer.block(first):
        writer.values += carried
        inside(writer, 4)
        given = [_given(writer, value) for value in carried]
        if writer.chance(0.2):
            given = _exchanged(carried, given)
        writer.say(f"scf.yield {', '.join(v.name for v in given)} : {_types(given)}")
    _results(writer, name, carried)


def limit_of(value: Value) -> Range:
    """What an element of a carried tensor may be."""
    return GIVEN if is_float(value.element) else WHOLE


def _exchanged(carried: list[Value], given: list[Value]) -> list[Value]:
    """Carried tensors that change places, where their types and their sizes are the same."""
    if len(carried) == 2 and carried[0].type == carried[1].type and carried[0].shape == carried[1].shape:
        return [carried[1], carried[0]]
    return given


def while_(writer: Writer) -> None:
    """`scf.while` that counts, and carries a tensor."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    (value,) = carried_by(writer, 1)
    often = trips(writer, "%often")
    zero, one = writer.constant("index", 0), writer.constant("index", 1)
    name = writer.new("r")
    carried = Value(writer.new("c"), value.element, value.shape, value.open, limit_of(value))
    n, m, c, d = (writer.new(stem) for stem in "nmcd")
    of = carried.type
    with writer.block(
        f"{name}:2 = scf.while ({n} = {zero}, {carried.name} = {value.name}) : (index, {of}) -> (index, {of}) {{",
        "} do {",
    ):
        writer.values.append(carried)
        writer.say(f"{c} = arith.cmpi slt, {n}, {often} : index")
        if writer.chance(0.3):
            inside(writer, 1)
        handed = _given(writer, carried)
        writer.say(f"scf.condition({c}) {n}, {handed.name} : index, {of}")
    writer.lines[-1:] = [writer.lines[-1]]
    known = len(writer.values)
    writer.depth += 1
    inner = Value(d, value.element, value.shape, value.open, limit_of(value))
    writer.say(f"^bb0({m}: index, {d}: {of}):")
    writer.values.append(inner)
    inside(writer, 2)
    given = _given(writer, inner)
    after = writer.new("n")
    writer.say(f"{after} = arith.addi {m}, {one} : index")
    writer.say(f"scf.yield {after}, {given.name} : index, {of}")
    writer.depth -= 1
    del writer.values[known:]
    writer.say("}")
    writer.keep(Value(f"{name}#1", value.element, value.shape, value.open, limit_of(value)))


def if_(writer: Writer) -> None:
    """`scf.if` that gives tensors."""
    truth = trips(writer, "%truth")
    _branch(writer, lambda types: [(f"scf.if {truth} -> ({types}) {{", "} else {"), ("", "}")])


def switch(writer: Writer) -> None:
    """`scf.index_switch` that gives tensors."""
    which = trips(writer, "%often")
    numbers = writer.random.sample(range(4), writer.random.randint(1, 3))

    def parts(types: str) -> list[tuple[str, str]]:
        first, *others = numbers
        cases = [(f"scf.index_switch {which} -> {types}\ncase {first} {{", "}")]
        cases += [(f"case {number} {{", "}") for number in others]
        return [*cases, ("default {", "}")]

    _branch(writer, parts)


def execute_region(writer: Writer) -> None:
    """`scf.execute_region` of one block that gives tensors."""
    _branch(writer, lambda types: [(f"scf.execute_region -> ({types}) {{", "}")])


def _branch(writer: Writer, parts: Callable[[str], Sequence[tuple[str, str]]]) -> None:
    """An op that gives tensors which one of its regions made: what stands before each of them, and behind it."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    values = carried_by(writer, writer.random.choice([1, 1, 2]))
    name, left = _named(writer, len(values))
    made = [Value("", v.element, v.shape, v.open, limit_of(v)) for v in values]
    for number, (first, last) in enumerate(parts(_types(values))):
        first = f"{left} = {first}" if number == 0 else first
        known = len(writer.values)
        if first:
            writer.say(first)
        writer.depth += 1
        if writer.chance(0.8):
            inside(writer, 3)
        given = [_given(writer, value) for value in made]
        writer.say(f"scf.yield {', '.join(v.name for v in given)} : {_types(given)}")
        writer.depth -= 1
        del writer.values[known:]
        writer.say(last)
    _results(writer, name, made)


def forall(writer: Writer) -> None:
    """`scf.forall` whose iterations put slices of what is shared."""
    if writer.depth >= MOST_DEPTH:
        raise Skip
    rng = writer.random
    value = writer.any(lambda v: v.shape is not None and prod(v.shape) <= 150, least=1, most=3)
    assert value.shape is not None
    if 0 in value.shape:  # Verifiers know that no place is inside of it.
        raise Skip
    outs = [value]
    if rng.random() < 0.4:
        outs.append(writer.need(value.shape, writer.element()))
    axes = rng.sample(range(len(value.shape)), rng.choice([1, 1, min(2, len(value.shape))]))
    tiles = [rng.choice([t for t in (1, 1, 2, 3) if value.shape[a] % t == 0]) for a in axes]
    ivs = [writer.new("i") for _ in axes]
    name, left = _named(writer, len(outs))
    shared = [Value(writer.new("o"), v.element, v.shape, v.open, v.range) for v in outs]
    inits = ", ".join(f"{o.name} = {v.name}" for o, v in zip(shared, outs, strict=True))
    limits = [value.shape[a] for a in axes]
    if any(tile > 1 for tile in tiles):
        ends = ", ".join(writer.static_or_index(n) for n in limits)
        bounds = f"({', '.join(ivs)}) = ({', '.join('0' for _ in ivs)}) to ({ends})"
        bounds += f" step ({', '.join(map(str, tiles))})"
    else:
        bounds = f"({', '.join(ivs)}) in ({', '.join(writer.static_or_index(n) for n in limits)})"
    with writer.block(f"{left} = scf.forall {bounds} shared_outs({inits}) -> ({_types(outs)}) {{"):
        made = _iteration(writer, outs, shared, dict(zip(axes, zip(ivs, tiles, strict=True), strict=True)))
    _results(writer, name, made)


def _iteration(
    writer: Writer, outs: list[Value], shared: list[Value], ivs: dict[int, tuple[str, int]]
) -> list[Value]:
    """What an iteration does; what comes of the outputs."""
    shape = outs[0].shape
    assert shape is not None
    at, sizes = ["0"] * len(shape), [str(n) for n in shape]
    for axis, (iv, tile) in ivs.items():
        at[axis], sizes[axis] = iv, str(tile)
    text = f"[{', '.join(at)}] [{', '.join(sizes)}] [{', '.join('1' for _ in shape)}]"
    part = tuple(ivs[d][1] if d in ivs else n for d, n in enumerate(shape))
    kept = part
    if (
        all(tile == 1 for _, tile in ivs.values())
        and writer.chance(0.5)
        and 1 not in [n for d, n in enumerate(shape) if d not in ivs]
    ):
        kept = tuple(n for d, n in enumerate(part) if d not in ivs)
    closed = (False,) * len(kept)
    # mlir-opt 22 lets an iteration write into what it shares, where it puts something else afterwards or nothing.
    put = [value for value in shared if writer.chance(0.85)]
    for _ in range(writer.random.randint(0, 3)):
        # Slices of what is shared, of what it was made of, and of others, at the place of the iteration.
        other = writer.fitting(lambda v: v.defined and v.shape == shape)
        whole = writer.random.choice([*put, *outs, *([other] if other else [])])
        slice_ = Value(writer.new(), whole.element, kept, closed, whole.range)
        writer.say(f"{slice_.name} = tensor.extract_slice {whole.name}{text} : {whole.type} to {slice_.type}")
        writer.keep(slice_)
    if writer.chance(0.3):
        writer.ours_only = True
        writer.values += [value for value in put if value.defined]
    if writer.chance(0.8):
        inside(writer, 3)
    chosen: list[tuple[Value, Value]] = []
    made: list[Value] = []
    for value in shared:
        range_ = value.range
        if value in put:
            given = writer.cast(writer.need(kept, value.element), closed)
            chosen.append((given, value))
            range_ = range_.join(given.range)
        made.append(Value("", value.element, value.shape, value.open, range_))
    writer.say("scf.forall.in_parallel {")
    for given, value in chosen:
        writer.say(
            f"  tensor.parallel_insert_slice {given.name} into {value.name}{text} : {given.type} into {value.type}"
        )
    writer.say("}")
    return made


def call(writer: Writer) -> None:
    """A call of a private function."""
    if not writer.callees:
        raise Skip
    callee = writer.random.choice(writer.callees)
    operands: list[str] = []
    for argument in callee.arguments:
        value = argument.value
        if value.name in ("%often", "%truth"):
            operands.append(trips(writer, value.name))
        elif argument.number is not None:
            operands.append(writer.index(argument.number))
        else:
            operands.append(_given(writer, value).name)
    name, left = _named(writer, len(callee.results))
    types = ", ".join(argument.value.type for argument in callee.arguments)
    writer.say(
        f"{left} = func.call {callee.name}({', '.join(operands)}) : ({types}) -> ({_types(callee.results)})"
    )
    _results(writer, name, callee.results)
