"""Random programs with queues, natively: what is in the memory at the end is what the interpreter says (S0-31)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext

import numpy as np
import pytest

from asyncir.driver.compile import lower
from asyncir.launch import jit, serial
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from tests.differential import native
from tests.queues.count_programs import CELLS, INPUTS, generate_counts
from tests.queues.generator import Options, generate
from tests.queues.inputs import random_inputs
from tests.queues.printer import arguments, text_of
from tests.queues.running import module_of, run, with_counts

pytestmark = pytest.mark.feature("S0-31")

ORDERS = (1, 2, None)
"""Numbers of threads; None is one task at a time, in an order of the seed."""


def of_one_thread(text: str) -> str:
    """The program with what it asks of blocks of threads answered: it is thread 0, and alone."""
    text = re.sub(r"gpu\.thread_id\s+x", "arith.constant 0 : index", text)
    text = re.sub(r"^ *gpu\.barrier.*\n", "", text, flags=re.MULTILINE)
    return text.replace("#gpu.address_space<workgroup>", "3")


def memory(values: Sequence[object]) -> tuple[bytes, ...]:
    return tuple(value.tobytes() for value in values if isinstance(value, np.ndarray))


@pytest.mark.feature("N8")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("counts", [False, True])
def test_right_programs(seed: int, counts: bool) -> None:
    program = generate(seed, Options(threads=1, nvgpu=False))
    text = print_module(with_counts(module_of(program))) if counts else text_of(program)
    lowered = lower(of_one_thread(text))
    code = jit.emit_object(lowered.text, opt_level=1)
    for inputs in random_inputs(program, 2, seed):
        wanted = run(module_of(program), program, inputs)
        assert wanted.outcome.ok
        for threads in ORDERS:
            loaded, given = native.load(lowered, code, threads), arguments(program, inputs)
            with nullcontext() if threads else serial.order(seed=seed):
                loaded["main"].call(given)
            assert memory(given) == wanted.memory, f"{threads} threads"


QUEUE_OF_THE_CALLER = """
func.func @main(%a: memref<4xi64>, %q: index) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i64
  queue.commit(%q) { queue.async {
    memref.store %v, %a[%c0] : memref<4xi64>
  } }
  queue.wait(%q, 0)
  return
}
"""


@pytest.mark.parametrize("wait", ["  queue.wait(%q, 0)\n", ""])
def test_no_queue_has_a_number_that_is_written(wait: str) -> None:
    lowered = lower(QUEUE_OF_THE_CALLER.replace("  queue.wait(%q, 0)\n", wait))
    code, given = jit.emit_object(lowered.text, opt_level=1), np.zeros(4, np.int64)
    native.load(lowered, code, 2)["main"].call([given, 3])
    assert given.tolist() == [7, 0, 0, 0]


def test_programs_that_wait_by_any_counts() -> None:
    """They end, without an error; those without races as the interpreter says."""
    same = tasks = 0
    for seed in range(12):
        program = generate_counts(seed, finished=True)
        lowered = lower(program.text)
        tasks += "_execute_" in lowered.text
        code = jit.emit_object(lowered.text, opt_level=0)
        for n, p, s in INPUTS[:2]:
            wanted = [np.arange(CELLS, dtype=np.float32), np.zeros(CELLS, np.float32), n, p, s]
            outcome = interpret(parse_module(program.text), "main", wanted, parse_schedule("latest"))
            for threads in ORDERS:
                given = [np.arange(CELLS, dtype=np.float32), np.zeros(CELLS, np.float32), n, p, s]
                with nullcontext() if threads else serial.order(seed=seed):
                    native.load(lowered, code, threads)["main"].call(given)
                if outcome.ok and not outcome.races:
                    assert memory(given) == memory(wanted), f"seed {seed}, {threads} threads"
                    same += 1
    assert tasks > 8
    assert same > 20
