# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A second opinion on proofs of PTX kernels: replays the runs of a certificate with rules of its own.

It shares with `asyncir check` the reader of PTX, the table of effects and the traces, and nothing that decides: clocks are
one a thread, memory is cut by its own code. What it does not prove is that the traces are those of the kernel: whoever
verifies a file makes them anew and compares. `docs/proofs.md` has the format.
"""

from asyncir.certificates.kernels.kernel_claims import VerifiedKernel, verify_kernel

__all__ = ["VerifiedKernel", "verify_kernel"]
