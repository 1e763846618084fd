"""The cf dialect."""

from xdsl.dialects.cf import *  # noqa: F403
