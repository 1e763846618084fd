"""What is in flight at each point of a program, and so whether its waits are right: the check's engine."""

from asyncir.analyses.in_flight.check import check_module

__all__ = ["check_module"]
