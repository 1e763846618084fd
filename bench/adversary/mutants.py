"""Small changes of a program's text, such as people make by mistake."""

import re

from .workers import mutate_by

OPPOSITE = {
    "slt": "sge",
    "sge": "slt",
    "sgt": "sle",
    "sle": "sgt",
    "eq": "ne",
    "ne": "eq",
    "ult": "uge",
    "uge": "ult",
    "ugt": "ule",
    "ule": "ugt",
}


def _lines(text, pattern):
    return [k for k, line in enumerate(text.split("\n")) if re.search(pattern, line)]


def _with(text, k, new):
    lines = text.split("\n")
    if new is None:
        del lines[k]
    else:
        lines[k] = new
    return "\n".join(lines)


def count(text, rng):
    places = _lines(text, r"queue\.wait\w*\([^,]*, \d+\)|numGroups = \d+")
    if not places:
        return None
    k = rng.choice(places)
    by = rng.choice((-1, 1))
    line = text.split("\n")[k]
    return _with(
        text,
        k,
        re.sub(r"(\(([^,]*), |numGroups = )(\d+)", lambda m: m[1] + str(max(int(m[3]) + by, 0)), line),
    )


def drop_wait(text, rng):
    places = _lines(text, r"^\s*(queue\.(wait|await)|nvgpu\.device_async_wait)")
    return _with(text, rng.choice(places), None) if places else None


def drop_barrier(text, rng):
    places = _lines(text, r"gpu\.barrier")
    return _with(text, rng.choice(places), None) if places else None


def slot_less(text, rng):
    """A constant of a remainder, or of a comparison, is one less or one more."""
    used = re.findall(r"(?:remui|remsi|cmpi \w+,) %[\w#]+, (%c\w+)", text)
    return _constant(text, rng, used)


def constant(text, rng):
    return _constant(text, rng, re.findall(r"(%c\w+) = arith.constant -?\d+ : index", text))


def _constant(text, rng, names):
    if not names:
        return None
    name = rng.choice(sorted(set(names)))
    by = rng.choice((-1, -1, 1))
    pattern = re.compile(rf"({re.escape(name)} = arith.constant )(-?\d+)( : \w+)")
    if (
        not (found := pattern.search(text))
        or (found[3] != " : index" and abs(int(found[2])) > 100)
        or found[3] in (" : i1", " : i2")
    ):
        return None
    return pattern.sub(lambda m: f"{m[1]}{int(m[2]) + by}{m[3]}", text)


def guard(text, rng):
    places = _lines(text, r"arith\.cmpi \w+,")
    if not places:
        return None
    k = rng.choice(places)
    return _with(text, k, re.sub(r"cmpi (\w+),", lambda m: f"cmpi {OPPOSITE[m[1]]},", text.split("\n")[k]))


def split(text, rng):
    """A group becomes two."""
    lines = text.split("\n")
    places = [
        k
        for k in range(1, len(lines) - 1)
        if re.match(r"\s*}$", lines[k]) and re.match(r"\s*queue\.async", lines[k + 1])
    ]
    places = [k for k in places if (c := _commit_of(lines, k)) is not None and "=" not in lines[c]]
    if not places:
        return None
    k = rng.choice(places)
    commit = lines[_commit_of(lines, k)]
    return "\n".join([*lines[: k + 1], re.match(r"\s*", commit)[0] + "}", commit, *lines[k + 1 :]])


def _commit_of(lines, k):
    depth = len(re.match(r"\s*", lines[k])[0])
    for j in range(k, -1, -1):
        if "queue.commit" in lines[j]:
            return j if len(re.match(r"\s*", lines[j])[0]) == depth - 2 else None
    return None


def merge(text, rng):
    """Two groups become one."""
    lines = text.split("\n")
    places = [
        k
        for k in range(len(lines) - 1)
        if re.match(r"\s*}$", lines[k])
        and re.match(r"\s*queue\.commit\(", lines[k + 1])
        and (c := _opened(lines, k)) is not None
        and lines[c].strip() == lines[k + 1].strip()
    ]
    if not places:
        return None
    k = rng.choice(places)
    return "\n".join([*lines[:k], *lines[k + 2 :]])


def _opened(lines, k):
    depth = len(re.match(r"\s*", lines[k])[0])
    for j in range(k - 1, -1, -1):
        if len(re.match(r"\s*", lines[j])[0]) == depth:
            return j if "queue.commit" in lines[j] else None
    return None


ALL = (
    count,
    count,
    count,
    drop_wait,
    drop_wait,
    drop_barrier,
    drop_barrier,
    slot_less,
    slot_less,
    constant,
    guard,
    split,
    merge,
)


def mutate(text, rng):
    """A changed text, and what was changed; None if nothing could be."""
    return mutate_by(ALL, text, rng)
