"""Limits that kinds of hardware share."""

from __future__ import annotations

MOST_GROUPS = 63
"""The greatest number of groups in flight that a wait tells apart: PTX's `cp.async.wait_group`, AMD's `vmcnt`."""
