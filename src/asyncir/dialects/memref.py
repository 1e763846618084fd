"""The memref dialect."""

from xdsl.dialects.memref import *  # noqa: F403
