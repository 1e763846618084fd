"""The vector dialect."""

from xdsl.dialects.vector import *  # noqa: F403
