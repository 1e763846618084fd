"""MLIR text taken apart: tokens, types of memory, and arithmetic in every width."""

import re
from dataclasses import dataclass

from .rules import POISON, Cut, Undefined, View

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<arrow>->)|(?P<name>%[\w$.]+(?:\#\d+)?)|(?P<block>\^\w+)
    |(?P<symbol>@[\w$.]+)|(?P<special>[!\#][\w.]+)|(?P<number>-?\d+\.\d*(?:[eE][-+]?\d+)?|0x[0-9A-Fa-f]+|-?\d+)|(?P<word>[A-Za-z_][\w.$]*)|(?P<mark>.)""",
    re.X,
)
BRACKETED = {"memref", "strided", "array", "dense", "vector", "affine_map"}


class Refused(Exception):
    """The text is not among what the simulator reads."""


def tokens_of(text):
    """(text, line:column) of each token; what stands in <...> behind a type is one token with it."""
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    found, at, line = [], 0, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        end = match.end()
        if match.lastgroup != "space":
            if (match.lastgroup == "special" or match.group() in BRACKETED) and text[end : end + 1] == "<":
                depth = 0
                while True:
                    depth += {"<": 1, ">": -1 if text[end - 1] != "-" else 0}.get(text[end], 0)
                    end += 1
                    if depth == 0:
                        break
            while line + 1 < len(starts) and starts[line + 1] <= at:
                line += 1
            found.append((text[at:end], f"{line + 1}:{at - starts[line] + 1}"))
        at = end
    return [*found, ("", "")]


def width_of(text):
    if text == "index":
        return 64
    return int(text[1:]) if re.fullmatch(r"i\d+", text) else None


@dataclass
class Shape:
    sizes: list
    strides: list | None
    offset: int | None
    element: str
    space: str


def shape_of(text):
    """A memref type: None stands for what is dynamic."""
    inner = text[text.index("<") + 1 : -1]
    head, _, rest = inner.partition(",")
    *sizes, element = (
        head.strip().split("x")
        if "index" not in head
        else [*head.strip()[: -len("index")].rstrip("x").split("x"), "index"]
    )
    sizes = [None if s == "?" else int(s) for s in sizes if s]
    strides = offset = None
    if layout := re.search(r"strided<\[(.*?)\](?:, offset: ([-\d?]+))?>", rest):
        strides = [None if s.strip() == "?" else int(s) for s in layout[1].split(",") if s.strip()]
        offset = 0 if layout[2] is None else None if layout[2] == "?" else int(layout[2])
    return Shape(sizes, strides, offset, element, "workgroup" if "workgroup" in rest else "")


# Arithmetic, on signed numbers of a width


def signed(value, width):
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def _divide(how, a, b, width):
    a, b = (a & (1 << width) - 1, b & (1 << width) - 1) if "u" in how else (a, b)
    if b == 0 or ("s" in how and a == -(1 << width - 1) and b == -1):
        raise Undefined("S005")
    if a is POISON:
        return POISON
    down = a // b
    toward_zero = down if (a < 0) == (b < 0) or a % b == 0 else down + 1
    result = {
        "divu": down,
        "remu": a % b,
        "divs": toward_zero,
        "rems": a - b * toward_zero,
        "floordivs": down,
        "ceildivs": -(-a // b),
        "ceildivu": -(-a // b),
    }[how]
    return signed(result, width)


def _shift(how, a, b, width):
    if a is POISON or b is POISON or not 0 <= b & (1 << width) - 1 < width:
        return POISON
    if how == "shl":
        return signed(a << b, width)
    return signed((a & (1 << width) - 1) >> b, width) if how == "shru" else a >> b


def _extreme(how, a, b, width):
    if a is POISON or b is POISON:
        return POISON
    pick = max if how.startswith("max") else min
    return pick(a, b, key=(lambda v: v & (1 << width) - 1) if how.endswith("u") else None)


def _choose(c, a, b):
    return POISON if c is POISON else a if c else b


def _minimum(pick):
    return lambda a, b: POISON if a is POISON or b is POISON else pick(a, b)


UNSIGNED = {"ult": "<", "ule": "<=", "ugt": ">", "uge": ">="}
PREDICATES = {"eq": "==", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">=", **UNSIGNED}
PLAIN = {"addi": "+", "subi": "-", "muli": "*", "andi": "&", "ori": "|", "xori": "^"}
DIVISIONS = ("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui")
ATOMICS = {
    "addi": lambda a, b: a + b,
    "assign": lambda a, b: b,
    "ori": lambda a, b: a | b,
    "andi": lambda a, b: a & b,
    "maxs": _minimum(max),
    "mins": _minimum(min),
    "muli": lambda a, b: a * b,
}


def _trips(low, high, step, width, unsigned):
    if unsigned:
        mask = (1 << width) - 1
        low, high, step = low & mask, high & mask, step & mask
    if step <= 0:
        raise Undefined("S005")
    trips = max(0, -((low - high) // step))
    if unsigned and trips and low + trips * step > mask:
        return 1 << width  # It wraps around past the bound and goes on, which the caller's fuel ends.
    return trips


def _subview(view, offsets, sizes, strides, keep):
    inside = View(
        view.memory, view.offset, sizes, [s * t for s, t in zip(view.strides, strides, strict=True)]
    )
    for at, size, stride, whole, step in zip(offsets, sizes, strides, view.sizes, view.strides, strict=True):
        if size < 0 or (size and not (0 <= at < whole and 0 <= at + (size - 1) * stride < whole)):
            raise Undefined("S004")
        inside.offset += at * step
    return View(view.memory, inside.offset, [sizes[k] for k in keep], [inside.strides[k] for k in keep])


def _reinterpret(view, offset, sizes, strides):
    inside = View(view.memory, offset, sizes, strides)
    inside.places()
    return inside


NAMESPACE = {
    "signed": signed,
    "divide": _divide,
    "shift": _shift,
    "extreme": _extreme,
    "choose": _choose,
    "trips": _trips,
    "subview": _subview,
    "reinterpret": _reinterpret,
    "View": View,
    "Undefined": Undefined,
    "Cut": Cut,
    "POISON": POISON,
    "ATOMICS": ATOMICS,
}
