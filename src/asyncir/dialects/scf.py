"""The scf dialect."""

from xdsl.dialects.scf import *  # noqa: F403
