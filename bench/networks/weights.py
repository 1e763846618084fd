"""The light models of the package onnx, with seeded random weights.

Their files are small because a `ConstantOfShape` stands for each weight. Each becomes a constant whose elements are drawn
from the seed and its name, by what it is used for: so that values neither vanish nor grow on the way through the network.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
NEAR_ONE, NEAR_ZERO, PRODUCT = "factor", "summand", "product"
_USES = {
    **{
        ("BatchNormalization", i): use
        for i, use in ((1, NEAR_ONE), (2, NEAR_ZERO), (3, NEAR_ZERO), (4, NEAR_ONE))
    },
    **{("Conv", 1): PRODUCT, ("Gemm", 1): PRODUCT, ("Conv", 2): NEAR_ZERO, ("Gemm", 2): NEAR_ZERO},
    **{("Mul", 0): NEAR_ONE, ("Mul", 1): NEAR_ONE, ("Add", 0): NEAR_ZERO, ("Add", 1): NEAR_ZERO},
}
_PASS_ON = {"Unsqueeze", "Reshape", "Identity"}


def light_models() -> list[str]:
    """Their names: `squeezenet`, `resnet50` ..."""
    return sorted(file.stem.removeprefix("light_") for file in LIGHT.glob("light_*.onnx"))


def with_weights(name: str, seed: int) -> Any:
    """The light model of this name with random weights; the same for the same seed."""
    model = onnx.load(LIGHT / f"light_{name}.onnx")
    graph = model.graph
    given = {tensor.name: tensor for tensor in graph.initializer}
    users = defaultdict[str, list[tuple[Any, int]]](list)
    for node in graph.node:
        for index, operand in enumerate(node.input):
            users[operand].append((node, index))
    shapes = {
        node.output[0]: numpy_helper.to_array(given[node.input[0]])
        for node in graph.node
        if node.op_type == "ConstantOfShape"
    }
    for tensor in graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            shapes[tensor.name] = np.array(tensor.dims)
    drawn = [
        _drawn(weight, tuple(map(int, shape)), users, seed)
        for weight, shape in shapes.items()
        if users[weight]
    ]
    kept = [node for node in graph.node if node.op_type != "ConstantOfShape"]
    used = {operand for node in kept for operand in node.input}
    initializers = [
        tensor for tensor in graph.initializer if tensor.name in used and tensor.name not in shapes
    ]
    inputs = [each for each in graph.input if each.name not in given]
    for field, values in (("node", kept), ("initializer", [*initializers, *drawn]), ("input", inputs)):
        graph.ClearField(field)
        getattr(graph, field).extend(values)
    model.ir_version = 8  # before 4, weights have to be inputs, too
    return model


def calibrate(model: Any, row: np.ndarray) -> None:
    """Scale the weights of the last layer, so that what it gives for this input has deviation 1: sums of residuals grow."""
    last = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")][-1]
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    probe.graph.ClearField("output")
    probe.graph.output.append(
        onnx.helper.make_tensor_value_info(last.output[0], onnx.TensorProto.FLOAT, None)
    )
    session = onnxruntime.InferenceSession(probe.SerializeToString(), providers=["CPUExecutionProvider"])
    deviation = np.std(session.run(None, {session.get_inputs()[0].name: row})[0])
    reshaped = {node.output[0]: node.input[0] for node in model.graph.node if node.op_type in _PASS_ON}
    name = reshaped.get(last.input[1], last.input[1])
    (weight,) = (tensor for tensor in model.graph.initializer if tensor.name == name)
    scaled = numpy_helper.to_array(weight) / np.float32(deviation)
    weight.CopyFrom(numpy_helper.from_array(scaled, weight.name))


def _drawn(name: str, shape: tuple[int, ...], users: Any, seed: int) -> Any:
    generator = np.random.default_rng([seed, zlib.crc32(name.encode())])
    use = _use(name, users)
    if use == NEAR_ONE:
        values = generator.uniform(0.8, 1.2, shape)
    elif use == NEAR_ZERO:
        values = generator.normal(0, 0.05, shape)
    else:
        values = generator.normal(0, 1, shape) * np.sqrt(2 / _fan_in(name, shape, users))
    return numpy_helper.from_array(values.astype(np.float32), name)


def _use(name: str, users: Any) -> str:
    node, index = users[name][0]
    if node.op_type in _PASS_ON:
        return _use(node.output[0], users)
    return _USES[node.op_type, index]


def _fan_in(name: str, shape: tuple[int, ...], users: Any) -> int:
    """Over how many products a result of the layer sums."""
    node, _ = users[name][0]
    if node.op_type == "Gemm":
        transposed = any(a.name == "transB" and a.i for a in node.attribute)
        return shape[1] if transposed else shape[0]
    return int(np.prod(shape[1:]))
