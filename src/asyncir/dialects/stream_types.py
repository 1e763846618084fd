"""The types of the stream dialect, and what all of its ops are."""

from __future__ import annotations

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effect_types import Access, Effect, always
from asyncir.dialects.execution_traits import ConcernsOtherThreads, OfHost
from asyncir.dialects.gpu_launch import DEVICE
from asyncir.ir import ParametrizedAttribute, TypeAttribute, irdl_attr_definition

OF_STREAMS = (
    ConcernsOtherThreads("run it with `asyncir run --interpret latest`: streams are for a device"),
    OfHost(),
)
KEEPS_ORDER = always(Effect(Access.READ, DEVICE), Effect(Access.WRITE, DEVICE))


@irdl_attr_definition
class StreamType(ParametrizedAttribute, TypeAttribute):
    """`!stream.stream`: does what is put into it one after the other."""

    name = "stream.stream"


@irdl_attr_definition
class StreamEventType(ParametrizedAttribute, CompletionType):
    """`!stream.event`: has happened when all that was in the stream as it was recorded is over."""

    name = "stream.event"
