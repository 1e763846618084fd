"""One cluster for all tests that do it no harm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from asyncir.launch.dask.clusters import local_cluster, silence_log


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two workers on this machine."""
    silence_log()
    with local_cluster(2) as made:
        yield made


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    """A client of it."""
    from distributed import Client

    with Client(cluster, set_as_default=False) as made:
        yield made
