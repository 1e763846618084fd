"""Seeing a run: the page of `--timeline`, the trace of `--trace`, the counters of `--stats`."""
