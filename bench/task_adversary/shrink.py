"""Makes the program of a fault small: leaves out lines and regions while the fault stays.

python -m bench.task_adversary.shrink FILE --kind "false proof" > SMALL
"""

import argparse
import sys
from pathlib import Path

from bench.adversary.shrink import shrink

from .compare import examine
from .plain import examine_plain


def has(kind, judge=None):
    """Whether a text has a fault of the kind; `difference` is one of the searches."""

    def holds(text):
        try:
            record = (judge or (examine_plain if kind == "difference" else examine))(text)
        except Exception:
            return False
        return any(k == kind for k, _ in record["faults"])

    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--kind", required=True)
    parser.add_argument("--tries", type=int, default=400)
    options = parser.parse_args()
    small = shrink(Path(options.file).read_text(), has(options.kind), options.tries)
    sys.stdout.write(f"// {options.kind}\n{small}\n")


if __name__ == "__main__":
    main()
