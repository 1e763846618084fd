"""`assign-streams`: tokens of devices become streams, and events where a stream or the host needs one.

What gets which stream, and where events are waited for, is planned first (`analyses/stream_plans`) and then written down
(`_stream_writer`). Before that, regions and tasks that only give works become tokens of these (`flatten-device-regions`), and
the host waits no earlier than it reads (`relax-device-waits`).
"""

from __future__ import annotations

from asyncir.analyses.device_tokens import TokenFault
from asyncir.analyses.stream_plans import plan_streams
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.execution_traits import IsFunction
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint
from asyncir.transforms._stream_writer import concerns_devices, left_over, write_streams
from asyncir.transforms.flatten_device_regions import FlattenDeviceRegions
from asyncir.transforms.relax_device_waits import RelaxDeviceWaits, give_tokens


class AssignStreams(ScopedPass):
    """Put the works of devices into as few streams, with as few events, as let all run at once that may.

    `streams` is how many streams there are for each who gives works; 0: as many as it takes. With `keep-waits` the host waits
    where the program says so, and not as late as it can. Fails with P221 where tokens go where they are not followed.
    """

    streams: int = 0
    keep_waits: bool = False

    def __post_init__(self) -> None:
        if self.streams < 0:
            raise ValueError("`streams` is 0 or more")

    def run_on(self, root: Operation) -> bool:
        """Rewrite each function that gives works."""
        changed = FlattenDeviceRegions().run_on(root)
        if self.keep_waits:
            give_tokens(root)
        else:
            changed = RelaxDeviceWaits().run_on(root) or changed
        functions = [op for op in walk(root) if op.has_trait(IsFunction, value_if_unregistered=False)]
        for function in functions:
            if any(map(concerns_devices, walk(function))):
                self._rewrite(function)
                changed = True
        return changed

    def _rewrite(self, function: Operation) -> None:
        try:
            plan = plan_streams(function.regions[0], self.streams)
        except TokenFault as fault:
            raise refused(fault) from None
        write_streams(function, plan)
        left = left_over(function)
        if left is not None:
            raise refused(TokenFault("a token of a device has no stream", left))


def refused(fault: TokenFault) -> DiagnosticError:
    """P221: a token goes where it is not followed."""
    return DiagnosticError(complaint("P221", fault.message, fault.op))
