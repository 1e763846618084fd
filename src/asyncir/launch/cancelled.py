"""What a call raises that was cancelled, or took too long."""

from __future__ import annotations

from concurrent.futures import CancelledError

from asyncir.launch.failures import ProgramError


class ProgramCancelled(ProgramError, CancelledError):
    """The call was cancelled (R107): by `Pending.cancel`, the end of an asyncio task, or Ctrl-C."""


class ProgramTimeout(ProgramError, TimeoutError):
    """The call was cancelled when its time was over (R108)."""
