"""Regions on the workers of a Dask cluster: how long that takes, and what it survives."""
