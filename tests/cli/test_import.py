"""`asyncir import` and `asyncir.from_onnx`: models of ONNX become programs; what is wrong with one is said in one line."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir as package
from asyncir.source import onnx as importer
from tests.cli.command import Shell
from tests.oracle import needs

INSTALLED = all(importlib.util.find_spec(name) is not None for name in ("onnx", "iree"))
pytestmark = needs(INSTALLED, "the extra onnx is not installed")

if INSTALLED:
    from onnx import TensorProto, helper, load, numpy_helper, save


def save_model(
    file: Path,
    nodes: Sequence[tuple[Any, ...]],
    inputs: dict[str, list[Any]],
    outputs: dict[str, list[Any]],
    weights: dict[str, np.ndarray] | None = None,
    **how: Any,
) -> Path:
    """Write a model of f32 tensors; a node is an operator, its operands, its results, and its domain if it is not ONNX's."""

    def infos(tensors: dict[str, list[Any]]) -> list[Any]:
        return [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in tensors.items()
        ]

    made = [
        helper.make_node(op, ins, outs, domain=domain[0] if domain else "")
        for op, ins, outs, *domain in nodes
    ]
    initializers = [numpy_helper.from_array(value, name) for name, value in (weights or {}).items()]
    graph = helper.make_graph(made, "model", infos(inputs), infos(outputs), initializers)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("some.where", 1)]
    save(helper.make_model(graph, opset_imports=opsets, ir_version=8), str(file), **how)
    return file


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    """A model that gives what it gets, and a weight."""
    weight = np.array([[-0.0, 1.5], [3, np.nan]], np.float32)
    nodes = [("Identity", ["x"], ["y"]), ("Identity", ["w"], ["z"])]
    return save_model(tmp_path / "model.onnx", nodes, {"x": [4]}, {"y": [4], "z": [2, 2]}, {"w": weight})


IDENTITY = """\
module {
  func.func @model(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
    %cst = arith.constant dense<[[-0.000000e+00, 1.500000e+00], [3.000000e+00, 0x7FC00000]]> : tensor<2x2xf32>
    return %arg0, %cst : tensor<4xf32>, tensor<2x2xf32>
  }
}
"""


def test_a_model_is_a_function_of_tensors(asyncir: Shell, identity: Path) -> None:
    done = asyncir("import", identity, "-o", "model.mlir")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (asyncir.folder / "model.mlir").read_text() == IDENTITY
    assert asyncir("import", identity).out == IDENTITY


def test_python_gets_a_module(identity: Path) -> None:
    assert package.print_module(package.from_onnx(identity)) == IDENTITY


def test_an_input_that_is_not_read_stays_where_it_is(asyncir: Shell, tmp_path: Path) -> None:
    inputs = {"u": [-1, 2], "x": [4]}  # paddle2onnx writes -1 for a size that is open
    done = asyncir(
        "import", save_model(tmp_path / "m.onnx", [("Identity", ["x"], ["y"])], inputs, {"y": [4]})
    )
    assert (done.status, done.err) == (0, "")
    assert "@model(%arg0: tensor<?x2xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32>" in done.out


def test_operators_become_linalg(asyncir: Shell, tmp_path: Path) -> None:
    shape = ["N", 3]
    nodes = [("Relu", ["x"], ["r"]), ("Add", ["r", "w"], ["y"])]
    weight = {"w": np.ones(3, np.float32)}
    done = asyncir("import", save_model(tmp_path / "m.onnx", nodes, {"x": shape}, {"y": shape}, weight))
    assert (done.status, done.err) == (0, "")
    assert "@model(%arg0: tensor<?x3xf32>) -> tensor<?x3xf32>" in done.out
    assert "linalg.generic" in done.out
    assert "hal." not in done.out
    asyncir.write("m.mlir", done.out)
    assert asyncir("run", "m.mlir", "--interpret", "latest", "[[-1, 2, 3]]").out == "[[1. 3. 4.]]\n"


def test_a_file_that_is_missing(asyncir: Shell) -> None:
    done = asyncir("import", "model.onnx", "-o", "model.mlir")
    assert (done.status, done.codes) == (2, ["C001"])
    assert not (asyncir.folder / "model.mlir").exists()


@pytest.mark.parametrize("content", ["", "hello", "module {\n}\n"])
def test_a_file_that_is_no_model(asyncir: Shell, content: str) -> None:
    done = asyncir("import", asyncir.write("m.onnx", content))
    assert (done.status, done.codes) == (2, ["C061"])


def test_a_model_that_was_cut_off(asyncir: Shell, identity: Path) -> None:
    identity.write_bytes(identity.read_bytes()[:-20])
    done = asyncir("import", identity)
    assert (done.status, done.codes) == (2, ["C061"])


def test_a_model_that_the_checker_refuses(asyncir: Shell, tmp_path: Path) -> None:
    model = save_model(tmp_path / "m.onnx", [("Relu", ["nobody"], ["y"])], {"x": [4]}, {"y": [4]})
    done = asyncir("import", model)
    assert (done.status, done.codes) == (2, ["C061"])
    assert "nobody" in done.err


@pytest.mark.parametrize(("operator", "domain"), [("Nowhere", "some.where"), ("StringNormalizer", "")])
def test_an_operator_that_is_not_taken_is_named(
    asyncir: Shell, tmp_path: Path, operator: str, domain: str
) -> None:
    (asyncir.folder / "model.mlir").write_text("what was there")
    model = save_model(tmp_path / "m.onnx", [(operator, ["x"], ["y"], domain)], {"x": [4]}, {"y": [4]})
    done = asyncir("import", model, "-o", "model.mlir")
    assert (done.status, done.codes) == (2, ["C063"])
    assert f"the operator '{operator}'" in done.err
    assert (asyncir.folder / "model.mlir").read_text() == "what was there"
    assert sorted(file.name for file in asyncir.folder.iterdir()) == ["m.onnx", "model.mlir"]


@pytest.mark.parametrize(
    ("operator", "inputs", "weights", "becomes"),
    [
        ("ArgMax", ["x"], {}, "arg_compare"),
        (
            "ScatterND",
            ["x", "at", "x2"],
            {"at": np.array([[1], [0]]), "x2": np.ones(2, np.float32)},
            "scatter",
        ),
    ],
)
def test_what_iree_keeps_for_itself_is_told_by_its_operator(
    asyncir: Shell, tmp_path: Path, operator: str, inputs: list[str], weights: dict[str, Any], becomes: str
) -> None:
    nodes: list[tuple[Any, ...]] = [(operator, inputs, ["i" if operator == "ArgMax" else "y"])]
    if operator == "ArgMax":
        nodes.append(("Cast", ["i"], ["y"]))
    model = save_model(tmp_path / "m.onnx", nodes, {"x": [4]}, {"y": [4]}, weights)
    if operator == "ArgMax":
        whole = load(str(model))
        whole.graph.node[1].attribute.append(helper.make_attribute("to", TensorProto.FLOAT))
        whole.graph.output[0].type.tensor_type.shape.dim[0].dim_value = 1
        save(whole, str(model))
    done = asyncir("import", model)
    assert (done.status, done.codes) == (2, ["C063"])
    assert f"'iree_linalg_ext.{becomes}' of the operator '{operator}'" in done.err


def test_doubles_stay_doubles(asyncir: Shell, tmp_path: Path) -> None:
    model = save_model(tmp_path / "m.onnx", [("Exp", ["x"], ["y"])], {"x": [3]}, {"y": [3]})
    whole = load(str(model))
    for each in (*whole.graph.input, *whole.graph.output):
        each.type.tensor_type.elem_type = TensorProto.DOUBLE
    save(whole, str(model))
    assert asyncir("import", model, "-o", "m.mlir").status == 0
    done = asyncir("run", "m.mlir", "[0.0, 1.0, 2.0]", "-o", "y.npy")
    assert done.status == 0
    found = np.load(asyncir.folder / "y.npy")
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, np.exp([0.0, 1.0, 2.0]), rtol=1e-15)


@pytest.mark.parametrize("command", ["run", "opt", "check"])
def test_a_model_where_a_program_is_expected(asyncir: Shell, identity: Path, command: str) -> None:
    done = asyncir(command, identity)
    assert (done.status, done.codes) == (1, ["T010"])
    assert f"asyncir import {identity} -o OUT.mlir" in done.err


@pytest.fixture
def external(tmp_path: Path) -> Path:
    """A model whose weights are in a file beside it."""
    nodes, weight = [("Identity", ["w"], ["y"])], {"w": np.arange(300, dtype=np.float32)}
    how = {"save_as_external_data": True, "location": "w.bin", "size_threshold": 0}
    return save_model(tmp_path / "m.onnx", nodes, {"x": [4]}, {"y": [300]}, weight, **how)


def test_weights_in_another_file(asyncir: Shell, external: Path) -> None:
    done = asyncir("import", external)
    assert done.status == 0
    assert 'dense<"0x000000000000803F' in done.out


def test_weights_that_are_missing(asyncir: Shell, external: Path) -> None:
    (external.parent / "w.bin").unlink()
    done = asyncir("import", external)
    assert (done.status, done.codes) == (2, ["C062"])
    assert "the weights of 'w' are in 'w.bin', which is missing" in done.err


def test_weights_that_end_too_early(asyncir: Shell, external: Path) -> None:
    (external.parent / "w.bin").write_bytes(bytes(100))
    done = asyncir("import", external)
    assert (done.status, done.codes) == (2, ["C062"])
    assert "end at byte 1200 of 'w.bin', which has 100" in done.err


def test_without_the_extra(asyncir: Shell, identity: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "find_spec", lambda name: None)
    done = asyncir("import", identity, "-o", "model.mlir")
    assert (done.status, done.codes) == (2, ["C060"])
    assert "pip install 'asyncir[onnx]'" in done.err
    assert not (asyncir.folder / "model.mlir").exists()


def test_an_importer_that_crashes(asyncir: Shell, identity: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "_COMPILE", "asyncir.no_such_module")
    done = asyncir("import", identity)
    assert (done.status, done.codes) == (2, ["C064"])
    assert "No module named asyncir.no_such_module" in done.err


def test_the_model_is_not_replaced(asyncir: Shell, identity: Path) -> None:
    before = hashlib.sha256(identity.read_bytes()).digest()
    done = asyncir("import", identity, "-o", identity)
    assert (done.status, done.codes) == (2, ["C002"])
    assert hashlib.sha256(identity.read_bytes()).digest() == before
