"""Small changes of a program's text, such as people make by mistake."""

import re

from bench.adversary.workers import mutate_by


def _lines(text, pattern):
    return [(k, line) for k, line in enumerate(text.split("\n")) if re.search(pattern, line)]


def _with(text, k, *new):
    lines = text.split("\n")
    lines[k : k + 1] = new
    return "\n".join(lines)


def drop_await(text, rng):
    """A wait is left out: one whose payload nobody uses, or that of a function."""
    places = _lines(text, r"^\s*(async\.await(_all)? |func\.call @wait\()")
    for k, line in _lines(text, r"^\s*%\w+ = async\.await "):
        name = line.split()[0]
        if len(re.findall(re.escape(name) + r"\b", text)) == 1:
            places.append((k, line))
    return _with(text, rng.choice(places)[0]) if places else None


def drop_dependency(text, rng):
    places = _lines(text, r"async\.execute \[")
    if not places:
        return None
    k, line = rng.choice(places)
    names = re.search(r"\[(.*?)\]", line)[1].split(", ")
    names.remove(rng.choice(names))
    return _with(text, k, re.sub(r" \[.*?\]", f" [{', '.join(names)}]" if names else "", line, count=1))


def exchange_tokens(text, rng):
    """Where one token is used another is, that is known there."""
    lines = text.split("\n")
    uses = [
        (k, found)
        for k, line in enumerate(lines)
        if re.search(
            r"async\.(execute \[|await |add_to_group|call)|scf\.yield|arith\.select|call @wait", line
        )
        for found in re.finditer(r"%[tu]\d+(#\d)?\b", line)
        if found.start() > line.find(" = ") and not line[found.end() :].startswith(" = ")
    ]
    rng.shuffle(uses)
    for k, found in uses:
        others = sorted(_known(lines, k) - {found[0]})
        if others:
            return _with(text, k, lines[k][: found.start()] + rng.choice(others) + lines[k][found.end() :])
    return None


def _known(lines, k):
    """The tokens that are visible at line k."""
    known, margin, other_side = set(), _margin(lines[k]), False
    for line in reversed(lines[:k]):
        depth, opens = _margin(line), line.rstrip().endswith("{")
        if depth < margin and opens:
            margin, other_side = depth, "} else" in line
            known |= set(re.findall(r"(%u\d+) =", line))
        elif depth == margin and opens and other_side:
            other_side = False
        elif depth == margin and (made := re.match(r"\s*(%t\d+)(, %v\d+)? = ", line)):
            known.add(made[1])
        if line.startswith(("func", "async.func")):
            break
    return known


def _margin(line):
    return len(line) - len(line.lstrip())


def drop_member(text, rng):
    """An addition to a group is left out, or the group is smaller as well."""
    places = [
        (k, line)
        for k, line in _lines(text, r"async\.add_to_group")
        if len(re.findall(re.escape(line.split()[0]) + r"\b", text)) == 1
    ]
    if not places:
        return None
    k, line = rng.choice(places)
    group = re.search(r", (%g\d+) :", line)[1]
    without = _with(text, k)
    made = re.search(rf"{group} = async\.create_group (%c\d+) ", text)
    if made and rng.random() < 0.7:
        size = re.compile(rf"({made[1]} = arith\.constant )(\d+)")
        return size.sub(lambda m: m[1] + str(max(int(m[2]) - 1, 0)), without)
    return without


def index_off(text, rng):
    """An element is one on, or one back, round the array."""
    places = _lines(text, r"memref\.(store|load|atomic_rmw).*memref<\d")
    if not places:
        return None
    k, line = rng.choice(places)
    margin, index = re.match(r"\s*", line)[0], re.search(r"\[(%\w+)\]", line)[1]
    extent = re.search(r"memref<(\d+)x", line)[1]
    by = rng.choice((1, int(extent) - 1))
    return _with(
        text,
        k,
        f"{margin}%off1 = arith.constant {by} : index",
        f"{margin}%off2 = arith.addi {index}, %off1 : index",
        f"{margin}%off3 = arith.constant {extent} : index",
        f"{margin}%off4 = arith.remui %off2, %off3 : index",
        line.replace(f"[{index}]", "[%off4]"),
    )


def constant(text, rng):
    """A constant is one more or less. What is divided by stays positive."""
    places = _lines(text, r"%[cl]\w* = arith\.constant \d+ : index")
    if not places:
        return None
    k, line = rng.choice(places)
    number = int(re.search(r"constant (\d+)", line)[1])
    new = number + rng.choice((-1, 1)) if number > 1 else number + 1
    return _with(text, k, line.replace(f"constant {number} ", f"constant {new} "))


ALL = (
    drop_await,
    drop_await,
    drop_dependency,
    drop_dependency,
    exchange_tokens,
    exchange_tokens,
    drop_member,
    drop_member,
    index_off,
    index_off,
    constant,
    constant,
)


def mutate(text, rng):
    """What was changed, and the changed text; None if nothing could be."""
    return mutate_by(ALL, text, rng)
