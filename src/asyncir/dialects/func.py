"""The func dialect."""

from xdsl.dialects.func import *  # noqa: F403
