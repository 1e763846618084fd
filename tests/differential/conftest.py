"""The process in which programs run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.differential.worker import Worker


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """Runs programs natively and in the interpreter; survives their crashes."""
    process = Worker()
    yield process
    process.close()
