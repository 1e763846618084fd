"""Graphs of calls on the workers of a Dask cluster; needs the extra `dask`."""
