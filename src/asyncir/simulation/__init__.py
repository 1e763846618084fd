"""Machines played in time: what a run has met, on the clocks of a thread and of its engines."""
