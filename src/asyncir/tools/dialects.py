"""Which dialects a command may meet besides ours: those that its options allow, define, or name a machine for."""

from __future__ import annotations

from asyncir.dialects.foreign import ANY_DIALECT, Foreign


def foreign_dialects(allowed: bool, irdl_file: str | None, *machines: str | None) -> Foreign:
    """With `allowed` any dialect; those of a file of IRDL; those that the tables of the machines name."""
    found = ANY_DIALECT if allowed else Foreign()
    if irdl_file is None and not any(machines):
        return found
    from asyncir.targets.machine import load_irdl, load_machine  # late: most commands are about no machine

    if irdl_file is not None:
        found |= load_irdl(irdl_file)
    for name in dict.fromkeys(machines):
        if name:
            found |= load_machine(name).foreign
    return found
