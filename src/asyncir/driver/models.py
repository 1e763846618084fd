"""Models of other tools as programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import cast

from asyncir.diagnostics.parameters import expect
from asyncir.dialects import context, hal, util
from asyncir.driver.boundaries import without_boundaries
from asyncir.ir import Attribute, IntegerAttr, ModuleOp, Parser, TensorType
from asyncir.ir.walk import first_of
from asyncir.source.onnx import read_onnx
from asyncir.source.text import parse_module


def from_onnx(path: str | os.PathLike[str]) -> ModuleOp:
    """The program of an ONNX model: a function of tensors, named as its graph, with its weights as constants.

    IREE's importer is used, which `pip install 'asyncir[onnx]'` installs.
    """
    expect(path, (str, os.PathLike), "the model", "the path of a file")
    name = os.fspath(path)
    program = read_onnx(name)
    module = parse_module(program.text, f"<{name}>")
    types = [Parser(context(), text).parse_type() for text in program.inputs]
    for function in module.ops:
        if isinstance(function, util.UtilFuncOp) and not function.is_declaration:
            _import_all(function, types)
    return without_boundaries(module)


def _import_all(function: util.UtilFuncOp, types: Sequence[Attribute]) -> None:
    """Say of what type the arrays are of which IREE does not say it, since nothing is computed of them."""
    arrays = [argument for argument in function.args if isinstance(argument.type, hal.BufferViewType)]
    if len(arrays) != len(types):
        return
    for array, type_ in zip(arrays, types, strict=True):
        imports = (isinstance(use.operation, hal.TensorImportOp) for use in array.uses)
        if not any(imports):
            sizes = [
                hal.BufferViewDimOp.create(
                    operands=[array],
                    result_types=[hal.INDEX],
                    properties={"index": IntegerAttr(index, hal.INDEX)},
                )
                for index, size in enumerate(cast("TensorType[Attribute]", type_).get_shape())
                if size < 0
            ]
            made = hal.TensorImportOp(
                operands=[[array], sizes, []], result_types=[type_], properties={"name": None}
            )
            array.block.insert_ops_before([*sizes, made], first_of(array.block))
