"""Entries of the corpus's manifest, from PTX text. Used by the scripts of all producers, each in its own environment."""

import json
import re
from pathlib import Path


def parameters_of(ptx, entry):
    """(name, type) of each parameter of an entry; an array's type is `b8[128]`."""
    head = ptx[re.search(rf"\.entry\s+{re.escape(entry)}\s*\(", ptx).end() :]
    head = head[: head.index(")")]
    pattern = r".*?\.param\s+(?:\.align\s+\d+\s+)?\.(\w+).*?([\w$]+)(\[\d+\])?"
    found = [re.fullmatch(pattern, part.strip(), re.S) for part in head.split(",") if part.strip()]
    return [(match[2], match[1] + (match[3] or "")) for match in found]


def numbers(ptx, directive, default=(1, 1, 1)):
    """The three numbers behind `.reqntid`, `.maxntid`, `.reqnctapercluster`."""
    found = re.search(rf"\.{directive}\s+([\d, ]+)", ptx)
    if found is None:
        return list(default)
    return ([int(n) for n in found[1].split(",")] + [1, 1])[:3]


def block_of(ptx):
    """The size of a block, as the PTX requires or bounds it."""
    return numbers(ptx, "reqntid" if ".reqntid" in ptx else "maxntid")


def described(ptx, entry, arguments, trip, maps=()):
    """Entries of the parameters: `arguments` has (name in the source, value) in order; a pointer's value may be None.

    `trip` is (name in the source, step, add): its parameter's value is that of six trips. `maps` are tensor maps:
    name in the source to (box, bytes of an element), the box innermost first.
    """
    listed, boxes, decides = [], {}, None
    for at, ((name, kind), (argument, value)) in enumerate(
        zip(parameters_of(ptx, entry), arguments, strict=True)
    ):
        one = {"name": name, "argument": argument, "type": kind}
        if argument in dict(maps):
            box, size = dict(maps)[argument]
            boxes[name] = {"box": list(box), "element_bytes": size}
            one["kind"] = "tensor map"
        elif isinstance(value, bytes):
            one |= {"kind": "struct", "value": value.hex()}
        elif value is None:
            one |= {"kind": "pointer", "value": (at + 1) << 32}
        else:
            one |= {"kind": "value", "value": value}
        if argument == trip[0]:
            decides = name
            one["value"] = 6 * trip[1] + trip[2]
        listed.append(one)
    return {
        "parameters": listed,
        "trip": {"parameter": decides, "step": trip[1], "add": trip[2]},
        "tensor_maps": boxes,
    }


def write_entry(folder, name, ptx, **entry):
    """Write NAME.ptx and NAME.json."""
    folder = Path(folder)
    (folder / f"{name}.ptx").write_text(ptx)
    entry = {"name": name, "file": f"{name}.ptx", **entry}
    entry.setdefault("target", re.search(r"\.target\s+(\w+)", ptx)[1])
    entry.setdefault("block", block_of(ptx))
    if ".reqnctapercluster" in ptx:
        entry.setdefault("cluster", numbers(ptx, "reqnctapercluster"))
    (folder / f"{name}.json").write_text(json.dumps(entry, indent=1))
