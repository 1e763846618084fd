"""The tests tell a right check from wrong ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asyncir.analyses.in_flight import integers
from tests.analyses.in_flight.faults import FAULTS, Fault


@pytest.fixture
def nothing_remembered() -> Iterator[None]:
    """What a wrong engine has answered is for no other."""
    integers.decided.cache_clear()
    yield
    integers.decided.cache_clear()


@pytest.mark.usefixtures("nothing_remembered")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says.replace(" ", "-"))
def test_a_wrong_check_is_found_out(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault.owner, fault.function, fault.planted())
    with pytest.raises(AssertionError):
        fault.test()
