"""How long `asyncir check` takes for the tasks of examples/cholesky, written out, and for one dependency less.

    python bench/cholesky_check.py [--tiles 5,9,17] [--dropped 3] [--seed 1]

Printed is the processor time of a check, with what is said of the program and of its dependencies.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import asyncir

GENERATE = Path(__file__).parents[1] / "examples" / "cholesky" / "generate.py"


def written(tiles):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "cholesky.mlir"
        subprocess.run([sys.executable, GENERATE, "--tiles", str(tiles), "-o", path], check=True)
        return path.read_text()


def without_one(text, rng):
    """The program without one of its dependencies, and which."""
    lines = text.split("\n")
    at = rng.choice([n for n, line in enumerate(lines) if "async.execute [" in line])
    tokens = re.search(r"\[(.*)\]", lines[at])[1].split(", ")
    dropped = rng.choice(tokens)
    name = lines[at].split()[0]
    rest = ", ".join(t for t in tokens if t != dropped)
    lines[at] = re.sub(r" \[.*\]", f" [{rest}]" if rest else "", lines[at])
    return "\n".join(lines), f"{name} without {dropped}"


def tell(what, text):
    before = time.process_time()
    checked = asyncir.check(text)
    took = time.process_time() - before
    tasks = text.count("async.execute")
    verdicts = ", ".join(f"{n} {verdict}" for verdict, n in Counter(w.verdict for w in checked.waits).items())
    print(f"{what:36} {tasks:5} tasks {took:7.1f} s {checked.standing}; {verdicts}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tiles", default="5,9,17")
    parser.add_argument("--dropped", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sizes, rng = [int(n) for n in options.tiles.split(",")], random.Random(options.seed)
    for tiles in sizes:
        tell(f"{tiles} x {tiles} tiles", written(tiles))
    for _ in range(options.dropped):
        text, what = without_one(written(sizes[-1]), rng)
        tell(what, text)


if __name__ == "__main__":
    main()
