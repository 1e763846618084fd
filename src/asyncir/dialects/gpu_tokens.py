"""The type of gpu's tokens, by itself, since regions of `async` wait for them, too."""

from __future__ import annotations

from asyncir.dialects.async_types import CompletionType
from asyncir.ir import ParametrizedAttribute, TypeAttribute, irdl_attr_definition


@irdl_attr_definition
class AsyncTokenType(ParametrizedAttribute, CompletionType, TypeAttribute):
    """`!gpu.async.token`: completion of something on a device."""

    name = "gpu.async.token"
