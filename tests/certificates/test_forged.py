"""None of a sample of forged certificates is believed; bench/forged_certificates.py tries thousands."""

from __future__ import annotations

import pytest

from tests.certificates.forging import forged


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_false_certificate_is_accepted(seed: int) -> None:
    found = list(forged(seed, 4))
    assert [one for one in found if one.accepted] == []
