# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a PTX kernel's waits, barriers and fences do: execution of the slice that decides, happens-before, verdicts."""
