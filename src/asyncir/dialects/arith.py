"""The arith dialect."""

from xdsl.dialects.arith import *  # noqa: F403
