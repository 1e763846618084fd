# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pytest plugin: `assert_sync` as a fixture. pytest loads it where asyncir is installed.

def test_gemm(assert_sync):
assert_sync(compiled_kernel, exact=True)
"""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def assert_sync() -> Callable[..., None]:
    """`asyncir.assert_sync`: fails unless the synchronisation of a kernel is proved right."""
    import asyncir  # late: the plugin is loaded for tests that have no kernels, too

    return asyncir.assert_sync
