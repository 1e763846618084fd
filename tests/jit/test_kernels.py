"""The kernels of `bench/jit` give what they give in CPython."""

from __future__ import annotations

import pytest

from bench.jit.kernels import KERNELS, Kernel
from tests.jit.programs import agrees


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.function.__name__)
@pytest.mark.parametrize("options", [{}, {"bounds": True, "opt_level": 1}], ids=["fast", "checked"])
def test_kernels(kernel: Kernel, options: dict) -> None:
    agrees(kernel.function, *kernel.arguments(0), exact=False, **options)
