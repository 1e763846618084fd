"""Memory of programs with tasks: who uses which buffer when, and where each may lie.

`lives` reads a function, `problem` is what it comes to, as numbers. `packing` finds places, `ordering` adds dependencies
where memory is short, `optimum` proves what is best.
"""
