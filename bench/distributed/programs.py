"""Programs of many regions, as text, and the same graphs of plain functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

SIZE = 16


def stencil_text(width: int, layers: int) -> str:
    """Layers of regions, each of which adds three neighbours of the layer before; all of the last layer are returned
    added.
    """
    tensor = f"tensor<{SIZE}xf32>"
    lines = [f"func.func @main(%a: {tensor}) -> {tensor} {{"]

    def region(name: str, ops: list[str], value: str, deps: list[str]) -> None:
        after = f" [{', '.join(deps)}]" if deps else ""
        lines.append(f"  %t_{name}, %x_{name} = async.region{after} -> {tensor} {{")
        lines.extend(f"    {op}" for op in ops)
        lines.append(f"    async.yield {value} : {tensor}\n  }}")

    for column in range(width):
        ops = [f"%c = arith.constant dense<{column}.0> : {tensor}", f"%s = arith.addf %a, %c : {tensor}"]
        region(f"0_{column}", ops, "%s", [])
    for layer in range(1, layers):
        for column in range(width):
            near = [f"{layer - 1}_{(column + d) % width}" for d in (-1, 0, 1)]
            ops = [
                f"%s = arith.addf %x_{near[0]}, %x_{near[1]} : {tensor}",
                f"%u = arith.addf %s, %x_{near[2]} : {tensor}",
                f"%h = arith.constant dense<0.25> : {tensor}",
                f"%v = arith.mulf %u, %h : {tensor}",
            ]
            region(f"{layer}_{column}", ops, "%v", [f"%t_{each}" for each in near])
    names = [f"{layers - 1}_{column}" for column in range(width)]
    ops = []
    last = f"%x_{names[0]}"
    for number, name in enumerate(names[1:]):
        ops.append(f"%s{number} = arith.addf {last}, %x_{name} : {tensor}")
        last = f"%s{number}"
    region("sum", ops, last, [f"%t_{name}" for name in names])
    lines += ["  async.await %t_sum : !async.token", f"  return %x_sum : {tensor}", "}"]
    return "\n".join(lines)


def first(a: Any, column: int) -> Any:
    """A region of the first layer."""
    return a + np.float32(column)


def near(a: Any, b: Any, c: Any) -> Any:
    """A region of another layer."""
    return (a + b + c) * np.float32(0.25)


def added(*columns: Any) -> Any:
    """The last region."""
    total = columns[0]
    for each in columns[1:]:
        total = total + each
    return total


def stencil_graph(
    a: Any, width: int, layers: int, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Any:
    """The same of plain functions, each of which `wrap` makes a node."""
    one, other, last = wrap(first), wrap(near), wrap(added)
    row = [one(a, column) for column in range(width)]
    for _ in range(1, layers):
        row = [other(row[i - 1], row[i], row[(i + 1) % width]) for i in range(width)]
    return last(*row)


def products_text(width: int, layers: int, size: int) -> str:
    """Layers of regions, each of which multiplies the mean of two matrices of the layer before with the argument; the last
    layer is returned.
    """
    tensor = f"tensor<{size}x{size}xf32>"
    lines = [f"func.func @main(%a: {tensor}) -> ({', '.join([tensor] * width)}) {{"]

    def region(name: str, left: str, right: str, deps: list[str]) -> None:
        after = f" [{', '.join(dict.fromkeys(deps))}]" if deps else ""
        lines.append(f"""  %t_{name}, %x_{name} = async.region{after} -> {tensor} {{
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : {tensor}
    %start = linalg.fill ins(%zero : f32) outs(%empty : {tensor}) -> {tensor}
    %half = arith.constant dense<0.5> : {tensor}
    %sum = arith.addf {left}, {right} : {tensor}
    %mean = arith.mulf %sum, %half : {tensor}
    %p = linalg.matmul ins(%mean, %a : {tensor}, {tensor}) outs(%start : {tensor}) -> {tensor}
    async.yield %p : {tensor}
  }}""")

    for column in range(width):
        region(f"0_{column}", "%a", "%a", [])
    for layer in range(1, layers):
        for column in range(width):
            left, right = (f"{layer - 1}_{(column + d) % width}" for d in (0, 1))
            region(f"{layer}_{column}", f"%x_{left}", f"%x_{right}", [f"%t_{left}", f"%t_{right}"])
    names = [f"{layers - 1}_{column}" for column in range(width)]
    lines += [f"  async.await %t_{name} : !async.token" for name in names]
    lines += [f"  return {', '.join(f'%x_{n}' for n in names)} : {', '.join([tensor] * width)}", "}"]
    return "\n".join(lines)


def rotation(size: int) -> Any:
    """A matrix whose powers neither grow nor vanish: it turns each pair of coordinates by its own angle."""
    made = np.zeros((size, size), np.float32)
    for pair in range(size // 2):
        angle, at = 0.1 + pair / size, 2 * pair
        turn = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        made[at : at + 2, at : at + 2] = turn
    return made
