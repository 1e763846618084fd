"""A graph of regions in the text of IREE's `stream` dialect.

IREE has two scopes. What the host submits is a `stream.async.execute`, which waits for timepoints and gives one: the outer
scope, between which events are. What may run at the same time in one submission is a `stream.async.concurrent`: the inner
scope. So regions that wait for the same are one submission with the dispatches side by side, a token is a timepoint, and
several dependencies are a `stream.timepoint.join`. Each region's function is an executable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from asyncir.dialects import func
from asyncir.dialects.linalg_structured import extents_of
from asyncir.dialects.memref_layout import bytes_of_element
from asyncir.ir import ModuleOp, Operation, SSAValue, TensorType
from asyncir.lowering.graphs.calls import Printed, RegionCall, RegionCalls, graphs_of, refuse

_RESOURCE = "!stream.resource<*>"
STAGES = "linalg-generalize-named-ops"
"""IREE's MLIR is another one than ours: it has not all named ops any more."""


def emit(module: ModuleOp, shown: Callable[[Operation], str]) -> str:
    """The text; `shown` prints an op.

    Raises `DiagnosticError` with what has no form: sizes that are not known, results that are no tensors.
    """
    graphs = graphs_of(module)
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}
    used = dict.fromkeys(call.callee for graph in graphs for call in graph.calls)
    printed = Printed(shown)
    lines = [line for name in used for line in _executable(functions[name], printed)]
    for graph in graphs:
        lines += _Host(graph).lines()
    return "\n".join([*printed.aliases, "module {", *lines, "}", ""])


def _is_tensor(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType)


def _size(value: SSAValue, op: Operation) -> int:
    """The bytes of a tensor."""
    of = value.type
    sizes, size = extents_of(of), bytes_of_element(of)
    if None in sizes or size is None:
        raise refuse(
            op, f"a {of} has no size in bytes here", "give it a static shape of 8 to 64 bits an element"
        )
    return prod(n or 0 for n in sizes) * size


def _executable(function: func.FuncOp, printed: Printed) -> list[str]:
    """The code of a region: tensors come from bindings, and go into them."""
    kind = function.function_type
    name = function.sym_name.data
    if not kind.outputs.data:
        raise refuse(
            function, "a region that gives nothing has no form as a dispatch", "let it give a tensor"
        )
    for of in kind.outputs:
        if not isinstance(of, TensorType):
            raise refuse(
                function, f"a region that gives a {of} has no form as a dispatch", "give a tensor of rank 0"
            )
    arguments = [
        f"%a{n}: {'!stream.binding' if isinstance(of, TensorType) else of}"
        for n, of in enumerate(kind.inputs)
    ]
    arguments += [f"%r{n}: !stream.binding" for n in range(len(kind.outputs))]
    body: list[str] = []
    held: list[str] = []
    for n, of in enumerate(kind.inputs):
        held.append(f"%a{n}")
        if isinstance(of, TensorType):
            held[-1] = f"%v{n}"
            bound = f"!iree_tensor_ext.dispatch.tensor<readonly:{of}>"
            body.append(f"%b{n} = stream.binding.subspan %a{n}[%zero] : !stream.binding -> {bound}")
            body.append(f"%v{n} = iree_tensor_ext.dispatch.tensor.load %b{n}, {_whole(of)} : {bound} -> {of}")
    outputs = ", ".join(f"%o{n}" for n in range(len(kind.outputs)))
    body.append(f"{outputs} = func.call @{name}__body({', '.join(held)}) : {kind}")
    for n, of in enumerate(kind.outputs):
        bound = f"!iree_tensor_ext.dispatch.tensor<writeonly:{of}>"
        body.append(f"%c{n} = stream.binding.subspan %r{n}[%zero] : !stream.binding -> {bound}")
        body.append(f"iree_tensor_ext.dispatch.tensor.store %o{n}, %c{n}, {_whole(of)} : {of} -> {bound}")
    text = printed.text(function).replace(f"@{name}(", f"@{name}__body(", 1)
    return [
        f"  stream.executable private @{name} {{",
        f"    stream.executable.export public @{name} workgroups() -> (index, index, index) {{",
        "      %one = arith.constant 1 : index",
        "      stream.return %one, %one, %one : index, index, index",
        "    }",
        "    builtin.module {",
        f"      func.func @{name}({', '.join(arguments)}) {{",
        "        %zero = arith.constant 0 : index",
        *(f"        {line}" for line in body),
        "        return",
        "      }",
        *(f"      {line}" for line in text.splitlines()),
        "    }",
        "  }",
    ]


def _whole(of: Any) -> str:
    sizes = list(of.get_shape())
    return f"offsets = {[0] * len(sizes)}, sizes = {sizes}, strides = {[1] * len(sizes)}"


class _Host:
    """What the host does: a submission for each set of regions that wait for the same."""

    def __init__(self, graph: RegionCalls):
        self.graph = graph
        self.names: dict[SSAValue, str] = {}
        self.text: list[str] = []

    def lines(self) -> list[str]:
        function = self.graph.function
        kind = function.function_type
        arguments: list[str] = []
        for n, argument in enumerate(function.body.block.args):
            self.names[argument] = f"%a{n}"
            arguments.append(f"%a{n}: {_RESOURCE if _is_tensor(argument) else argument.type}")
        sizes = {_size(v, function) for v in function.body.block.args if _is_tensor(v)}
        sizes |= {_size(v, c.region) for c in self.graph.calls for v in c.results}
        self.text += [
            "%zero = arith.constant 0 : index",
            *(f"%s{n} = arith.constant {n} : index" for n in sorted(sizes)),
        ]
        for calls in self._submissions():
            self._submit(calls)
        returned = self._returned()
        types = ", ".join(_RESOURCE if isinstance(of, TensorType) else str(of) for of in kind.outputs)
        end = f"util.return {', '.join(returned)} : {types}" if returned else "util.return"
        head = f"util.func public @{function.sym_name.data}({', '.join(arguments)})"
        head += f" -> ({types})" if returned else ""
        return [f"  {head} {{", *(f"    {line}" for line in [*self.text, end]), "  }"]

    def _submissions(self) -> list[list[RegionCall]]:
        """Regions that wait for the same tokens go together, where the last of them is launched first."""
        groups: dict[frozenset[SSAValue], list[RegionCall]] = {}
        for call in self.graph.calls:
            groups.setdefault(frozenset(call.after), []).append(call)
        return list(groups.values())

    def _timepoint(self, tokens: Sequence[SSAValue]) -> str:
        names = list(dict.fromkeys(self.names[token] for token in tokens))
        if len(names) < 2:
            return names[0] if names else ""
        joined = f"%j{len(self.text)}"
        self.text.append(f"{joined} = stream.timepoint.join max({', '.join(names)}) => !stream.timepoint")
        return joined

    def _of(self, value: SSAValue) -> str:
        return f"{_RESOURCE}{{%s{_size(value, self.graph.function)}}}"

    def _submit(self, calls: Sequence[RegionCall]) -> None:
        number = len(self.text)
        after = self._timepoint(calls[0].after)
        used = [v for c in calls for v in c.operands if _is_tensor(v)]
        used = list(dict.fromkeys(used))
        made = [value for call in calls for value in call.results]
        types = ", ".join(map(self._of, made))
        inner = {value: f"%w{number}_{n}" for n, value in enumerate(used)}
        captured = ", ".join(f"{self.names[v]} as {inner[v]}: {self._of(v)}" for v in used)
        timepoint = f"%t{number}"
        names = f"%x{number}:{len(made)}" if made else ""
        results = ", ".join(filter(None, [names, timepoint]))
        waits = f"await({after}) => " if after else ""
        self.text.append(f"{results} = stream.async.execute {waits}with({captured}) -> ({types}) {{")
        dispatches, given = self._dispatches(calls, inner, number)
        if len(calls) > 1:
            deeper = {value: f"%y{number}_{n}" for n, value in enumerate(used)}
            dispatches, given = self._dispatches(calls, deeper, number)
            together = ", ".join(f"{inner[v]} as {deeper[v]}: {self._of(v)}" for v in used)
            self.text.append(
                f"  %p{number}:{len(made)} = stream.async.concurrent with({together}) -> ({types}) {{"
            )
            self.text += [
                f"    {line}" for line in [*dispatches, f"stream.yield {', '.join(given)} : {types}"]
            ]
            self.text.append("  }")
            given = [f"%p{number}#{n}" for n in range(len(made))]
        else:
            self.text += [f"  {line}" for line in dispatches]
        self.text.append(f"  stream.yield {', '.join(given)} : {types}")
        self.text.append("} => !stream.timepoint")
        for n, value in enumerate(made):
            self.names[value] = f"%x{number}#{n}"
        for call in calls:
            self.names[call.region.results[0]] = timepoint

    def _dispatches(
        self, calls: Sequence[RegionCall], inner: dict[SSAValue, str], number: int
    ) -> tuple[list[str], list[str]]:
        """One dispatch for each call, and what they give."""
        lines: list[str] = []
        given: list[str] = []
        for n, call in enumerate(calls):
            operands, kinds = list[str](), list[str]()
            for value in call.operands:
                if _is_tensor(value):
                    size = f"%s{_size(value, call.region)}"
                    operands.append(f"{inner[value]}[%zero to {size} for {size}]")
                    kinds.append(self._of(value))
                else:
                    operands.append(self.names[value])
                    kinds.append(str(value.type))
            count = len(call.results)
            name = f"%d{number}_{n}"
            types = ", ".join(map(self._of, call.results))
            types = f"({types})" if count != 1 else types
            left = f"{name}:{count}" if count != 1 else name
            dispatch = f"stream.async.dispatch @{call.callee}::@{call.callee}({', '.join(operands)})"
            lines.append(f"{left} = {dispatch} : ({', '.join(kinds)}) -> {types}")
            given += [name] if count == 1 else [f"{name}#{k}" for k in range(count)]
        return lines, given

    def _returned(self) -> list[str]:
        """Wait for all that the function waits for; what it returns is there then."""
        tensors = [v for v in dict.fromkeys(self.graph.returned) if _is_tensor(v)]
        awaited = self._timepoint(self.graph.awaited)
        made = [v for v in tensors if isinstance(v.owner, Operation)]
        if awaited and made:
            number = len(self.text)
            types = ", ".join(map(self._of, made))
            names = ", ".join(self.names[v] for v in made)
            self.text.append(
                f"%f{number}:{len(made)} = stream.timepoint.await {awaited} => {names} : {types}"
            )
            for n, value in enumerate(made):
                self.names[value] = f"%f{number}#{n}"
        return [self.names[value] for value in self.graph.returned]
