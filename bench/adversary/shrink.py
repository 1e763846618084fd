"""Makes the program of a fault small: leaves out lines and regions while the fault stays.

python -m bench.adversary.shrink FILE --kind "false proof" > SMALL
"""

import argparse
import re
import sys
from pathlib import Path

from .compare import examine


def _closing(lines, k):
    """The line that closes what line k opens, by its margin."""
    margin = re.match(r"\s*", lines[k])[0]
    for j in range(k + 1, len(lines)):
        if lines[j].startswith(margin + "}"):
            return j
    return None


def _candidates(lines):
    """Smaller texts: without a region, without its braces, without a line; the last ones first."""
    for k in reversed(range(len(lines))):
        if lines[k].rstrip().endswith("{"):
            end = _closing(lines, k)
            if end is not None:
                yield lines[:k] + lines[end + 1 :]
                if not lines[k].startswith("func"):
                    yield lines[:k] + lines[k + 1 : end] + lines[end + 1 :]
        elif lines[k].strip() not in ("}", "") and not lines[k].strip().startswith("return"):
            yield lines[:k] + lines[k + 1 :]


def shrink(text, holds, tries=400):
    """The smallest text found for which `holds` is still so."""
    lines = [line for line in text.split("\n") if not line.startswith("//")]
    smaller = True
    while smaller and tries > 0:
        smaller = False
        for candidate in _candidates(lines):
            tries -= 1
            if tries <= 0:
                break
            if holds("\n".join(candidate)):
                lines, smaller = candidate, True
                break
    return "\n".join(lines)


def has(kind):
    """Whether a text still has a fault of a kind (or, with `unknown: REASON`, is unknown for it)."""

    def holds(text):
        try:
            record = examine(text)
        except Exception:
            return False
        if kind.startswith("unknown"):
            return record["standing"] == "unknown" and any(kind[9:] in r for r in record["unknown"])
        if kind.startswith("slower"):
            return record["seconds"] > float(kind.split()[1])
        return any(k == kind for k, _ in record["faults"])

    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--kind", required=True)
    parser.add_argument("--tries", type=int, default=400)
    options = parser.parse_args()
    small = shrink(Path(options.file).read_text(), has(options.kind), options.tries)
    record = examine(small)
    said = "; ".join(f"{k}: {d}" for k, d in record["faults"]) or f"{record['standing']}: {record['unknown']}"
    sys.stdout.write(f"// {said}\n{small}\n")


if __name__ == "__main__":
    main()
