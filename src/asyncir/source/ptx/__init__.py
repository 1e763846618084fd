# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX becomes instructions as data (`asyncir.ptx`), with locations kept, to the line of the program behind it."""

from asyncir.source.ptx.modules import PtxText, read_ptx, read_ptx_parts
from asyncir.source.ptx.refusals import is_ptx

__all__ = ["PtxText", "is_ptx", "read_ptx", "read_ptx_parts"]
