"""Programs with many orders under `exhaustive`: how many orders are tried, and for how many they stand.

python -m bench.orders
"""

import time

from asyncir.semantics import Exhaustive, interpret
from asyncir.source.text import parse_module
from tests.examples.task_programs import N_QUEENS, PRODUCER_CONSUMER, numbers, zeros
from tests.semantics.order_programs import (
    completed_by_its_consumer,
    independent_and_dependent,
    produced,
    through_a_ring,
)

PROGRAMS = (
    ("a producer and a consumer, 6 items", produced(6), ()),
    ("the same, 10 items", produced(10), ()),
    ("through a ring of two slots, 6 items", through_a_ring(6), ()),
    ("the same, 10 items", through_a_ring(10), ()),
    ("`examples/tasks/producer_consumer.mlir`, 6 items", PRODUCER_CONSUMER.text, (numbers(6), zeros(6))),
    ("the same, 10 items", PRODUCER_CONSUMER.text, (numbers(10), zeros(10))),
    ("12 tasks, and 3 that depend on four of them each", independent_and_dependent(), ()),
    ("a token that its own consumer completes", completed_by_its_consumer(), ()),
    ("`examples/tasks/n_queens.mlir`, 4 queens", N_QUEENS.text, (4,)),
)


def row(name, text, arguments):
    """A line of the table."""
    module = parse_module(text)
    before = time.process_time()
    outcome = interpret(module, "main", arguments, Exhaustive())
    seconds = time.process_time() - before
    comes_to = ", ".join(d.code for d in outcome.diagnostics) or f"{1 + len(outcome.others)} outcome"
    orders = "not counted" if outcome.orders is None else f"{outcome.orders:,}"
    if outcome.orders is not None and outcome.orders >= 10**21:
        orders = f"{outcome.orders:.1e}"
    return f"| {name} | {comes_to} | {outcome.runs} | {orders} | {seconds:.2f} |"


def main():
    print("| program | comes to | orders tried | that they stand for | CPU seconds |")
    print("| --- | --- | --- | --- | --- |")
    for each in PROGRAMS:
        print(row(*each), flush=True)


if __name__ == "__main__":
    main()
