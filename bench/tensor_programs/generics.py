"""Random `linalg.generic` ops: broadcast, permuted, strided and windowed maps, reductions, indices, several results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from bench.tensor_programs.bodies import Body
from bench.tensor_programs.numbers import WHOLE, Skip, is_float, multiplied, summed
from bench.tensor_programs.writer import Value, Writer

MOST_POINTS = 500


@dataclass
class Access:
    """How an operand is looked at: an expression of the loops for each dimension."""

    value: Value
    indices: list[str]


def loops_of(writer: Writer, count: int) -> list[int]:
    """How often each loop runs."""
    found = [writer.size() for _ in range(count)]
    while prod(found) > MOST_POINTS:
        found[found.index(max(found))] = writer.random.choice([1, 2, 3])
    return found


def index_for(writer: Writer, loops: Sequence[int], plain: bool) -> tuple[str, int]:
    """An expression of the loops, and how large a dimension it needs."""
    rng = writer.random
    loop = rng.randrange(len(loops))
    size, kind = loops[loop], rng.random()
    if plain or kind < 0.65 or 0 in loops:
        return f"d{loop}", size
    if kind < 0.72:
        at = rng.randint(0, 2)
        return str(at), at + 1
    if kind < 0.78:
        step, start = rng.randint(1, 2), rng.randint(0, 1)
        return f"d{loop} * {step} + {start}", (size - 1) * step + start + 1
    if kind < 0.83:
        return f"{size - 1} - d{loop}", size
    if kind < 0.87:
        return (
            (f"d{loop} floordiv 2", (size - 1) // 2 + 1)
            if rng.random() < 0.5
            else (f"d{loop} mod 2", min(size, 2))
        )
    other = rng.randrange(len(loops))
    step, dilation = rng.randint(1, 2), rng.randint(1, 2)
    needed = (size - 1) * step + (loops[other] - 1) * dilation + 1
    return f"d{loop} * {step} + d{other} * {dilation}", needed


def _in_scope(writer: Writer, loops: Sequence[int]) -> Access | None:
    """A tensor in scope that fits the loops, and how."""
    found: list[Access] = []
    for value in writer.values:
        if value.shape is None or not value.defined:
            continue
        indices: list[str] = []
        for size in value.shape:
            same = [f"d{d}" for d, n in enumerate(loops) if n == size]
            fresh = [d for d in same if d not in indices]
            if not same:
                break
            indices.append(writer.random.choice(fresh or same))
        else:
            found.append(Access(value, indices))
    if not found:
        return None
    return writer.random.choice(found[-4:] if writer.chance(0.6) else found)


def input_for(
    writer: Writer, loops: Sequence[int], element: str | None = None, *, plain: bool = False
) -> Access:
    """An input for these loops, in scope or new."""
    if element is None and writer.chance(0.6):
        found = _in_scope(writer, loops)
        if found is not None:
            return found
    rank = writer.random.randint(0, min(3, len(loops)) if loops else 0)
    pairs = [index_for(writer, loops, plain) for _ in range(rank)]
    value = writer.need(tuple(size for _, size in pairs), element or writer.element())
    return Access(value, [text for text, _ in pairs])


def access_of(
    writer: Writer, loops: Sequence[int], dims: Sequence[int], element: str | None = None
) -> Access:
    """An input that is looked at through just these loops, in any order."""
    order = writer.random.sample(dims, len(dims))
    value = writer.need(tuple(loops[d] for d in order), element or writer.element())
    return Access(value, [f"d{d}" for d in order])


def map_text(count: int, indices: Sequence[str]) -> str:
    """A map."""
    return f"affine_map<({', '.join(f'd{n}' for n in range(count))}) -> ({', '.join(indices)})>"


def write_generic(
    writer: Writer,
    loops: Sequence[int],
    reduced: set[int],
    inputs: list[Access],
    outputs: list[Access],
    reads: bool,
) -> None:
    """The op, with a body; its results are in scope behind."""
    accesses = [*inputs, *outputs]
    maps = ", ".join(map_text(len(loops), access.indices) for access in accesses)
    kinds = ", ".join('"reduction"' if d in reduced else '"parallel"' for d in range(len(loops)))
    ins = _operands("ins", [access.value for access in inputs])
    outs = _operands("outs", [access.value for access in outputs])
    name = writer.new()
    types = ", ".join(access.value.type for access in outputs)
    numbers = [Value(writer.new("p"), a.value.element, range=a.value.range) for a in accesses]
    head = ", ".join(f"{number.name}: {number.element}" for number in numbers)
    several = len(outputs) > 1
    first = f"{name}{f':{len(outputs)}' if several else ''} = linalg.generic {{indexing_maps = [{maps}], "
    last = f"}} -> {f'({types})' if several else types}"
    count = prod(loops[d] for d in reduced)
    with writer.block(f"{first}iterator_types = [{kinds}]}} {ins}{outs} {{", last):
        writer.say(f"^bb0({head}):")
        given = numbers if reads or reduced else numbers[: len(inputs)]
        found = _results(writer, loops, given, numbers[len(inputs) :], bool(reduced), count)
        results = ", ".join(value.name for value in found)
        writer.say(f"linalg.yield {results} : {', '.join(value.element for value in found)}")
    for number, (access, result) in enumerate(zip(outputs, found, strict=True)):
        made = f"{name}#{number}" if several else name
        writer.keep(Value(made, access.value.element, access.value.shape, access.value.open, result.range))


def _operands(word: str, values: Sequence[Value]) -> str:
    if not values:
        return ""
    names, types = ", ".join(v.name for v in values), ", ".join(v.type for v in values)
    return f"{word}({names} : {types}) "


def _results(
    writer: Writer, loops: Sequence[int], given: list[Value], outputs: list[Value], reduces: bool, count: int
) -> list[Value]:
    """What the body yields: one number for each output."""
    plain = [value for value in given if not (reduces and value in outputs)]
    body = Body(writer, plain)
    if loops and writer.chance(0.3):
        name = writer.new("i")
        writer.say(f"{name} = linalg.index {writer.random.randrange(len(loops))} : index")
        body.numbers.append(Value(name, "index"))
    if writer.chance(0.08):
        look_up(writer, body)
    found: list[Value] = []
    for output in outputs:
        value = body.compute(output.element, writer.random.choice([0, 1, 1, 2, 3]))
        if value.element != output.element:
            raise Skip
        found.append(_accumulated(writer, body, output, value, count) if reduces else value)
    return found


def look_up(writer: Writer, body: Body) -> None:
    """An element of a tensor, at a place that the body computes."""
    source = writer.fitting(lambda v: v.defined and v.shape is not None and prod(v.shape) > 0)
    if source is None or source.shape is None:
        return
    places: list[str] = []
    for size in source.shape:
        place = body.pick("index")
        limit = body.constant("index", size)
        places.append(body.binary("remui", place, limit).name)
    name = writer.new("x")
    writer.say(f"{name} = tensor.extract {source.name}[{', '.join(places)}] : {source.type}")
    body.numbers.append(Value(name, source.element, range=source.range))


def _accumulated(writer: Writer, body: Body, output: Value, term: Value, count: int) -> Value:
    """The term with what there was; the order of operands is any."""
    rng, element = writer.random, output.element
    if is_float(element):
        op = rng.choice(["addf", "addf", "addf", "subf", "maximumf", "minimumf", "mulf"])
        if op == "mulf":
            op = "addf"
        range_ = (
            summed(element, output.range, term.range, count)
            if op in ("addf", "subf")
            else output.range.join(term.range)
        )
    else:
        op, range_ = (
            rng.choice(["addi", "addi", "muli", "maxsi", "minui", "xori", "ori", "andi", "subi"]),
            WHOLE,
        )
    operands = [output.name, term.name]
    if op != "subf" and rng.random() < 0.5:
        operands.reverse()
    return body.say(element, f"arith.{op} {', '.join(operands)} : {element}", range_)


def generic(writer: Writer) -> None:
    """An op whose loops are all parallel."""
    loops = loops_of(writer, writer.random.choice([0, 1, 1, 2, 2, 3, 4]))
    inputs = [input_for(writer, loops) for _ in range(writer.random.choice([0, 1, 1, 2, 2, 3]))]
    outputs: list[Access] = []
    reads = writer.chance(0.25)
    for _ in range(writer.random.choice([1, 1, 1, 2, 3])):
        order = writer.random.sample(range(len(loops)), len(loops))
        shape = tuple(loops[d] for d in order)
        outputs.append(
            Access(writer.destination(shape, writer.element(), read=reads), [f"d{d}" for d in order])
        )
    write_generic(writer, loops, set(), inputs, outputs, reads)


def reduction(writer: Writer) -> None:
    """An op some of whose loops are summed over."""
    loops = loops_of(writer, writer.random.choice([1, 2, 2, 3, 3, 4]))
    dims = range(len(loops))
    reduced = set(writer.random.sample(dims, writer.random.randint(1, min(2, len(loops)))))
    inputs = [access_of(writer, loops, sorted(reduced))]
    if writer.chance(0.6):
        inputs = [access_of(writer, loops, list(dims))]
    inputs += [input_for(writer, loops) for _ in range(writer.random.choice([0, 0, 1, 2]))]
    parallel = [d for d in dims if d not in reduced]
    outputs: list[Access] = []
    for _ in range(writer.random.choice([1, 1, 1, 2])):
        order = writer.random.sample(parallel, len(parallel))
        value = writer.destination(tuple(loops[d] for d in order), writer.element(), read=True)
        outputs.append(Access(value, [f"d{d}" for d in order]))
    write_generic(writer, loops, reduced, inputs, outputs, reads=True)


def contraction(writer: Writer) -> None:
    """A sum of products, as `linalg.generic` or as `linalg.contract`; now and then with a window."""
    rng = writer.random
    groups = [
        rng.choice([0, 0, 1]),
        rng.choice([0, 1, 1, 2]),
        rng.choice([0, 1, 1, 2]),
        rng.choice([1, 1, 2]),
    ]
    loops = loops_of(writer, sum(groups))
    starts = [sum(groups[:n]) for n in range(5)]
    batch, left, right, sums = (list(range(starts[n], starts[n + 1])) for n in range(4))
    element = writer.element()
    if element == "index":
        raise Skip
    x = _contracted(writer, loops, [*batch, *left, *sums], element, rng.random() < 0.3 and 0 not in loops)
    y = access_of(writer, loops, [*batch, *right, *sums], element)
    order = rng.sample([*batch, *left, *right], starts[3])
    shape = tuple(loops[d] for d in order)
    z = Access(writer.destination(shape, element, read=True), [f"d{d}" for d in order])
    if rng.random() < 0.35 and not any("+" in index for index in x.indices):
        _contract(writer, loops, x, y, z, prod(loops[d] for d in sums))
    else:
        _products(writer, loops, set(sums), x, y, z)


def _contracted(
    writer: Writer, loops: Sequence[int], dims: Sequence[int], element: str, window: bool
) -> Access:
    """An operand that is looked at through these loops; with a window, through two of them at once."""
    order = writer.random.sample(dims, len(dims))
    pairs: list[tuple[str, int]] = [(f"d{d}", loops[d]) for d in order]
    if window and len(pairs) >= 2:
        (one, n), (two, m) = pairs.pop(), pairs.pop()
        step, dilation = writer.random.randint(1, 3), writer.random.randint(1, 2)
        pairs.append((f"{one} * {step} + {two} * {dilation}", (n - 1) * step + (m - 1) * dilation + 1))
    value = writer.need(tuple(size for _, size in pairs), element)
    return Access(value, [text for text, _ in pairs])


def _contract(writer: Writer, loops: Sequence[int], x: Access, y: Access, z: Access, count: int) -> None:
    element = z.value.element
    range_ = WHOLE
    if is_float(element):
        range_ = summed(element, z.value.range, multiplied(element, x.value.range, y.value.range), count)
    maps = ", ".join(map_text(len(loops), access.indices) for access in (x, y, z))
    name = writer.new()
    ins, outs = _operands("ins", [x.value, y.value]), _operands("outs", [z.value])
    writer.say(f"{name} = linalg.contract indexing_maps = [{maps}] {ins}{outs}-> {z.value.type}")
    writer.keep(Value(name, element, z.value.shape, z.value.open, range_))


def _products(writer: Writer, loops: Sequence[int], sums: set[int], x: Access, y: Access, z: Access) -> None:
    element = z.value.element
    letter = "f" if is_float(element) else "i"
    range_ = WHOLE
    if letter == "f":
        product = multiplied(element, x.value.range, y.value.range)
        range_ = summed(element, z.value.range, product, prod(loops[d] for d in sums))
    maps = ", ".join(map_text(len(loops), access.indices) for access in (x, y, z))
    kinds = ", ".join('"reduction"' if d in sums else '"parallel"' for d in range(len(loops)))
    name, a, b, c, p, s = (writer.new(stem) for stem in "vpppxx")
    ins, outs = _operands("ins", [x.value, y.value]), _operands("outs", [z.value])
    first = f"{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {ins}{outs}{{"
    with writer.block(first, f"}} -> {z.value.type}"):
        writer.say(f"^bb0({a}: {element}, {b}: {element}, {c}: {element}):")
        writer.say(f"{p} = arith.mul{letter} {a}, {b} : {element}")
        operands = writer.random.sample([c, p], 2)
        writer.say(f"{s} = arith.add{letter} {', '.join(operands)} : {element}")
        writer.say(f"linalg.yield {s} : {element}")
    writer.keep(Value(name, element, z.value.shape, z.value.open, range_))
