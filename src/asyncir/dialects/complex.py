"""The complex dialect."""

from xdsl.dialects.complex import *  # noqa: F403
