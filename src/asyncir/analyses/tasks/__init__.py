"""The check of programs with tasks.

An entry is executed symbolically, along all of its paths, each once: which order tasks take does not matter to what
happens before what (`happens_before`), and two conflicting accesses of which neither happens before the other are a
race in every order. So one execution of a path decides it (`machine`, `control`, `task_ops`; memory in `memory`,
accesses in `shadow`). What is *proved* is that all paths were followed to their ends, and no two accesses on any of
them may race, and nobody waits forever.
"""

from asyncir.analyses.tasks.check import TaskAnswer, check_tasks

__all__ = ["TaskAnswer", "check_tasks"]
