# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes of matrices that descriptors name (wgmma, tcgen05), and of tensor memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.analyses.kernels.trace import TouchedBytes
from asyncir.analyses.kernels.values import Value
from asyncir.ptx.effects import PtxAccess

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute_effects import At


class UnknownBytes(Exception):
    """Which bytes are touched is not known; why is in its text."""


def described_bytes(at: At, access: PtxAccess, descriptor: Value) -> list[TouchedBytes]:
    """The matrix that a descriptor names."""
    raise UnknownBytes("descriptors are not read yet")


def tensor_bytes(at: At, access: PtxAccess, address: Value) -> list[TouchedBytes]:
    """Columns and lanes of tensor memory."""
    raise UnknownBytes("tensor memory is not read yet")
