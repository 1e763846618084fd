"""Reproducers: a module and the passes that went wrong on it, in one file, as mlir-opt writes and reads them."""

from __future__ import annotations

import json

from asyncir.diagnostics import failure
from asyncir.ir import ModuleOp
from asyncir.ir.resources import external_resources, set_external_resources
from asyncir.source.text import print_module

KEY = "mlir_reproducer"
"""The name of the resource, as MLIR has it."""


def reproducer(module: ModuleOp, pipeline: str, verify_each: bool) -> str:
    """The module's text with the pipeline in it. The module gets the resource that says so."""
    if not pipeline.startswith(("builtin.module", "any(")):
        pipeline = f"builtin.module({pipeline})"
    others = {tool: texts for tool, texts in external_resources(module).items() if tool != KEY}
    stored = {
        "pipeline": json.dumps(pipeline),
        "disable_threading": "true",
        "verify_each": "true" if verify_each else "false",
    }
    set_external_resources(module, {**others, KEY: stored})
    return print_module(module)


def stored_pipeline(module: ModuleOp, name: str) -> str:
    """The pipeline that a reproducer has; the module loses it. C022 where there is none."""
    stored = external_resources(module).get(KEY, {}).get("pipeline")
    try:
        pipeline = json.loads(stored) if stored else None
    except ValueError:
        pipeline = None
    if not isinstance(pipeline, str):
        help = (
            'a reproducer has external_resources: { mlir_reproducer: { pipeline: "..." } } behind the module'
        )
        raise failure("C022", f"'{name}' is no reproducer: there is no pipeline in it", help)
    rest = {tool: texts for tool, texts in external_resources(module).items() if tool != KEY}
    set_external_resources(module, rest)
    return pipeline
