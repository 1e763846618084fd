"""The ub dialect."""

from xdsl.dialects.ub import *  # noqa: F403
