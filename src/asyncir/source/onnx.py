"""ONNX models as MLIR's text: IREE's importer and the input phase of its compiler, each a process of its own.

Both come from PyPI with the extra `onnx`, and are needed for nothing else. What they are given is looked at before, for what
they say of a file that is broken is a traceback.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from asyncir.diagnostics import failure

_OPSET = 17
"""What older models are converted to: the importer knows later versions of most operators only."""
_IMPORT = "iree.compiler.tools.import_onnx"
_COMPILE = "iree.compiler.tools.scripts.iree_compile"
_OPERATOR = re.compile(r'torch\.operator "onnx\.(\w+)"|name = "onnx\.(\w+)"')
_ERROR = re.compile(r"\berror: (.*)")
_ELEMENTS = {
    **{1: "f32", 10: "f16", 11: "f64", 16: "bf16", 9: "i1"},
    **{2: "i8", 3: "i8", 4: "i16", 5: "i16", 12: "i32", 6: "i32", 13: "i64", 7: "i64"},
}
"""MLIR's types by the numbers of TensorProto.DataType."""
_KEPT = re.compile(r"\biree_linalg_ext\.(\w+)")
"""Ops of IREE's own that it keeps: they have no form as loops over tensors."""
_KEPT_OF = {
    "arg_compare": ("ArgMax", "ArgMin"),
    "scatter": ("ScatterND", "ScatterElements", "Scatter"),
    "scan": ("CumSum", "CumProd"),
    "topk": ("TopK",),
    "sort": ("TopK", "Unique"),
    "attention": ("Attention", "MultiHeadAttention", "GroupQueryAttention"),
    "fft": ("DFT", "STFT"),
}
"""Operators of ONNX that become such an op."""
_LONGEST = 300
"""The most characters of what a tool says that are passed on."""


@dataclass(frozen=True, slots=True)
class OnnxProgram:
    """What IREE makes of a model."""

    text: str
    """Functions of its util dialect with constants, linalg and tensors."""
    inputs: Sequence[str]
    """The types of what the model is given, in MLIR's text; nothing where one of them is no tensor of numbers."""


def read_onnx(path: str) -> OnnxProgram:
    """Let IREE import a model.

    Raises `DiagnosticError` where the file is missing or no model, or has what the importer does not take.
    """
    model = _read(path)
    _check_weights(model, path)
    _check(path)
    with tempfile.TemporaryDirectory(prefix="asyncir-onnx-") as folder:
        torch, text = Path(folder, "model.torch.mlir"), Path(folder, "model.mlir")
        _to_torch(model, path, torch)
        doubles = "--iree-input-demote-f64-to-f32=false"  # else they become f32
        flags = ("--compile-to=input", "--iree-input-type=onnx", doubles, str(torch), "-o", str(text))
        done = _process(_COMPILE, *flags)
        if done.returncode != 0:
            raise _refused(path, done)
        program = text.read_text(encoding="utf-8")
        if (kept := _KEPT.search(program)) is not None:
            raise _without_loops(model, path, kept[1])
        return OnnxProgram(program, _inputs(model))


def _inputs(model: Any) -> Sequence[str]:
    constants = {tensor.name for tensor in model.graph.initializer}
    types = [each.type.tensor_type for each in model.graph.input if each.name not in constants]
    if not all(type_.HasField("shape") and type_.elem_type in _ELEMENTS for type_ in types):
        return ()
    shapes = [
        [str(d.dim_value) if d.HasField("dim_value") and d.dim_value >= 0 else "?" for d in type_.shape.dim]
        for type_ in types
    ]
    return [
        f"tensor<{'x'.join((*shape, _ELEMENTS[type_.elem_type]))}>"
        for shape, type_ in zip(shapes, types, strict=True)
    ]


def _onnx() -> Any:
    try:
        if find_spec("iree.compiler") is not None:
            return import_module("onnx")
    except ImportError:
        pass
    needed = "ONNX models are imported with the packages iree-base-compiler and onnx"
    raise failure("C060", needed, "pip install 'asyncir[onnx]'")


def _read(path: str) -> Any:
    """The model, without weights that are in other files."""
    onnx = _onnx()
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise failure("C001", f"cannot read '{path}': {said[:1].lower()}{said[1:]}") from None
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf's, of a class that depends on its version
        raise _no_model(path, str(error)) from None
    if not model.ir_version or not model.graph.output:
        raise _no_model(path, "it has no graph with results")
    return model


def _no_model(path: str, why: str) -> Exception:
    message = f"'{path}' is no ONNX model: {_short(why)}"
    return failure("C061", message, "name a file that onnx.checker.check_model accepts")


def _check_weights(model: Any, path: str) -> None:
    """Look for the files that weights are in, which have to be as long as the model says."""
    for tensor in _tensors(model.graph):
        if tensor.data_location != 1:  # TensorProto.EXTERNAL
            continue
        where = {entry.key: entry.value for entry in tensor.external_data}
        name = where.get("location", "")
        file = Path(path).parent / name
        end = int(where.get("offset", 0)) + int(where.get("length", 0))
        help = "put the file that the model was saved with beside it"
        if not name or not file.is_file():
            raise failure("C062", f"the weights of '{tensor.name}' are in '{name}', which is missing", help)
        size = file.stat().st_size
        if size < end:
            message = f"the weights of '{tensor.name}' end at byte {end} of '{name}', which has {size}"
            raise failure("C062", message, help)


def _tensors(graph: Any) -> Iterator[Any]:
    """All tensors that a graph contains, and the graphs in it."""
    yield from graph.initializer
    for attribute in (attribute for node in graph.node for attribute in node.attribute):
        yield from (*([attribute.t] if attribute.HasField("t") else ()), *attribute.tensors)
        for inner in (*([attribute.g] if attribute.HasField("g") else ()), *attribute.graphs):
            yield from _tensors(inner)


def _check(path: str) -> None:
    """What ONNX's own checker says."""
    try:
        _onnx().checker.check_model(path)  # of a path: models of more than 2 GB are checked, too
    except Exception as error:  # the checker's, which is C++'s
        raise _no_model(path, str(error)) from None


def _to_torch(model: Any, path: str, output: Path) -> None:
    """Let the importer write the model with ONNX's operators; what cannot be converted to newer ones stays as it is."""
    old = any(each.domain in ("", "ai.onnx") and each.version < _OPSET for each in model.opset_import)
    attempts = ((f"--opset-version={_OPSET}",), ()) if old else ((),)
    done = None
    for flags in attempts:
        done = _process(_IMPORT, path, *flags, "-o", str(output))
        if done.returncode == 0:
            return
    assert done is not None
    raise _refused(path, done)


def _process(module: str, *args: str) -> subprocess.CompletedProcess[str]:
    command: Sequence[str] = (sys.executable, "-m", module, *args)
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )


def _refused(path: str, done: subprocess.CompletedProcess[str]) -> Exception:
    """The operator that a tool names, else the last that it has said."""
    first = _ERROR.search(done.stderr)
    operator = _OPERATOR.search(done.stderr)
    if first is not None and operator is not None:
        name = operator[1] or operator[2]
        message = f"the importer does not take the operator '{name}' as '{path}' has it: {_short(first[1].split(': %')[0])}"
        return failure("C063", message, "export the model for another opset, or without this operator")
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    said = first[1] if first is not None else lines[-1] if lines else f"it ended with {done.returncode}"
    return failure(
        "C064", f"the importer failed on '{path}': {_short(said)}", "please report it to IREE with the model"
    )


def _without_loops(model: Any, path: str, kept: str) -> Exception:
    """An op that IREE keeps for its own code generation, by the operator that the model has."""
    used = {node.op_type for node in model.graph.node}
    operators = [name for name in _KEPT_OF.get(kept, ()) if name in used]
    whose = f"the operator '{operators[0]}'" if operators else "an operator"
    message = f"the importer makes 'iree_linalg_ext.{kept}' of {whose} in '{path}', which has no form here"
    return failure(
        "C063", message, "export the model without this operator, and do its work behind the model"
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
