# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checking kernels in PTX: options, the runs that decide, the answer, what is said of it, edits of the text.

Nothing here needs xDSL, so that a check of a small file takes less than a second.
"""
