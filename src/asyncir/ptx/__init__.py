# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PTX is: its instructions as data, and what each of them does to memory and to work in flight.

The reader is in `source/ptx`; what a kernel does is asked in `analyses/kernels`; `semantics/kernels` runs it, and shares with
the analyses the instructions only, not what they do.
"""
