"""Programs before and after a pass."""

import numpy as np

import asyncir
from asyncir.semantics import Exhaustive, interpret


def text_after(text, pipeline):
    """The program behind a pipeline."""
    module = asyncir.parse(text)
    asyncir.run_pipeline(module, pipeline)
    return str(module)


def outcomes(text, numbers=(2, 1)):
    """All that the program's `@main`, with two numbers and two arrays, can come to."""
    module = asyncir.parse(text)
    arrays = [np.arange(4, dtype=np.int64) for _ in range(2)]
    found = interpret(module, "main", [*numbers, *arrays], Exhaustive())
    assert found.ok
    return {(each.output, repr(each.results)) for each in (found, *found.others)}, [
        a.tolist() for a in arrays
    ]
