"""The engine for programs with queues and blocks of threads. `docs/semantics.md`, second part, is what it executes.

It shares the compiler into segments, the arithmetic and the memory with the engine for tasks; `docs/decisions/0010` says
why it is another one.
"""
