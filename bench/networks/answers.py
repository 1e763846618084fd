"""Whether a network says what onnxruntime says, on every input of a folder that bench.networks.prepare wrote.

    python -m bench.networks.answers FOLDER...

The program is compiled as `asyncir run` would. For each input the largest difference is counted relative to the largest
number of the answer, and the class is the index of that. Exit status 1 where a class differs, or a difference is over 1e-4.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

import asyncir

MOST = 1e-4


def rows(place: Path) -> tuple[Any, Any]:
    """All inputs and all answers, each with a first dimension of its own."""
    given, expected = np.load(place / "input.npy"), np.load(place / "expected.npy")
    return (given, expected) if place.name.startswith("magika") else (given[None], expected[None])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    failed = False
    for place in parser.parse_args().folders:
        program = asyncir.compile((place / "model.mlir").read_text())
        function = program[next(iter(program))]
        given, expected = rows(place)
        worst, same = 0.0, 0
        for x, answer in zip(given, expected, strict=True):
            found = function(x)
            worst = max(worst, float(np.abs(found - answer).max() / np.abs(answer).max()))
            same += int(found.argmax() == answer.argmax())
        print(
            f"{place.name}: {same} of {len(given)} answers are the same, the largest difference is {worst:.2g}"
        )
        failed |= same != len(given) or worst > MOST
    sys.exit(failed)


if __name__ == "__main__":
    main()
