"""The linalg dialect of MLIR 22: computations on tensors and memrefs, each of which says where and how often it happens.

The parts are `linalg_structured` (what all have in common), `linalg_generic`, `linalg_named` (a table),
`linalg_contractions`, `linalg_moves` and `linalg_relayout`; all are imported from here.
"""

from __future__ import annotations

from asyncir.dialects.define import dialect
from asyncir.dialects.linalg_contractions import (
    BatchMatmulOp as BatchMatmulOp,
    BatchReduceMatmulOp as BatchReduceMatmulOp,
    ContractionOp as ContractionOp,
    ContractOp as ContractOp,
    ElementwiseOp as ElementwiseOp,
    MatmulOp as MatmulOp,
)
from asyncir.dialects.linalg_generic import GenericOp as GenericOp, IndexOp as IndexOp
from asyncir.dialects.linalg_map_reduce import LinalgReduceOp as LinalgReduceOp, MapOp as MapOp
from asyncir.dialects.linalg_moves import (
    LinalgBroadcastOp as LinalgBroadcastOp,
    LinalgTransposeOp as LinalgTransposeOp,
)
from asyncir.dialects.linalg_named import NAMED as NAMED, TableOp as TableOp
from asyncir.dialects.linalg_relayout import PackOp as PackOp, SoftmaxOp as SoftmaxOp, UnpackOp as UnpackOp
from asyncir.dialects.linalg_structured import (
    LinalgYieldOp as LinalgYieldOp,
    NamedStructuredOp as NamedStructuredOp,
    Structured as Structured,
    StructuredOp as StructuredOp,
)

FillOp = NAMED["linalg.fill"]
ElementCopyOp = NAMED["linalg.copy"]

Linalg = dialect(
    "linalg",
    __name__,
    (
        "linalg_attributes",
        "linalg_structured",
        "linalg_generic",
        "linalg_contractions",
        "linalg_map_reduce",
        "linalg_moves",
        "linalg_relayout",
        "linalg_winograd",
    ),
    also=tuple(NAMED.values()),
)
