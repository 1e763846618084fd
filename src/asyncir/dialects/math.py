"""The math dialect."""

from xdsl.dialects.math import *  # noqa: F403
