"""`asyncir verify-certificate FILE.ptx CERTIFICATE`: what is verified, refused, and no certificate at all."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N14")


def test_a_proof_is_verified_and_that_of_another_text_is_not(asyncir: Shell) -> None:
    asyncir.write("k.ptx", kernels.ring())
    assert asyncir("check", "k.ptx", "--certificate", "proof.json").status == 0
    done = asyncir("verify-certificate", "k.ptx", "proof.json")
    assert (done.status, done.out) == (0, "k.ptx: verified: k\n")
    assert asyncir("verify-certificate", "k.ptx", "proof.json", "--json").out == '{"verified": ["k"]}\n'
    asyncir.write("other.ptx", kernels.ring() + "\n")
    done = asyncir("verify-certificate", "other.ptx", "proof.json")
    assert (done.status, done.codes) == (1, ["Q010"])
    assert "the file is of another text" in done.err


def test_what_was_given_is_said(asyncir: Shell) -> None:
    """A proof is of what it was made for."""
    asyncir.write("k.ptx", kernels.ring())
    given = ("--param", "n=3", "--param", "a=16*n", "--block", "64")
    assert asyncir("check", "k.ptx", *given, "--certificate", "proof.json").status == 0
    done = asyncir("verify-certificate", "k.ptx", "proof.json")
    assert (done.status, done.out) == (0, "k.ptx: verified (given n = 3, a = 16*n, block = 64, 1, 1): k\n")
    found = json.loads(asyncir("verify-certificate", "k.ptx", "proof.json", "--json").out)
    assert found == {"verified": ["k"], "given": {"n": "3", "a": "16*n", "block": "64, 1, 1"}}


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 2}', '{"version": 2, "options": 3, "kernels": {}}'])
def test_what_is_no_certificate_is_said_to_be_none(asyncir: Shell, text: str) -> None:
    asyncir.write("k.ptx", kernels.ring())
    asyncir.write("proof.json", text)
    done = asyncir("verify-certificate", "k.ptx", "proof.json")
    assert (done.status, done.codes) == (2, ["C018"])
    assert "Traceback" not in done.err


def test_a_kernel_that_is_not_there_and_a_machine(asyncir: Shell) -> None:
    asyncir.write("k.ptx", kernels.ring())
    assert asyncir("check", "k.ptx", "--certificate", "proof.json").status == 0
    done = asyncir("verify-certificate", "k.ptx", "proof.json", "--entry", "kk")
    assert (done.status, done.codes) == (2, ["C018"])
    assert "did you mean" in done.err
    done = asyncir("verify-certificate", "k.ptx", "proof.json", "--machine", "ascend-c220")
    assert (done.status, done.codes) == (2, ["C004"])
