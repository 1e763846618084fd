"""Numeric kernels in plain Python, compiled by `asyncir.jit` and by Numba."""
