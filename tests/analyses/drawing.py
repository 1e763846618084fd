"""How many random programs a test draws: the same ones each time, or, with `ASYNCIR_FUZZ=N`, N others."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FUZZ = int(os.environ.get("ASYNCIR_FUZZ", "0"))


def some(count: int) -> settings:
    """That many examples, beside those that the test names."""
    return settings(
        max_examples=FUZZ or count,
        derandomize=not FUZZ,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
