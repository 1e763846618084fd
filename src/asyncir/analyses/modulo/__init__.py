"""Modulo schedules: every so many cycles an iteration begins, and all iterations run in the same way.

`problem.py` has the words, `loop.py` reads them from IR, `bounds.py` says what no schedule can do better, `listing.py`
finds a schedule quickly, and `optimal.py` the best one.
"""
