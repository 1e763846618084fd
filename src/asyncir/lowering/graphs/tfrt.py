"""A graph of regions in the text that TFRT's host programs had.

TFRT was TensorFlow's runtime of kernels that give their results later. It is gone: its repository is archived, and nothing
reads this text any more. The form is worth knowing all the same, since it is the smallest that there is: each value may not
be there yet, a kernel runs when its operands are there, and what is in order without a value has a *chain*. So a token is a
`!tfrt.chain`, and a region a call that takes chains and gives one. It is written in MLIR's generic form.
"""

from __future__ import annotations

from collections.abc import Callable

from asyncir.dialects import func
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.lowering.graphs.calls import Printed, RegionCalls, graphs_of

_CHAIN = "!tfrt.chain"


def emit(module: ModuleOp, shown: Callable[[Operation], str]) -> str:
    """The text; `shown` prints an op. Raises `DiagnosticError` with what is no graph of calls."""
    graphs = graphs_of(module)
    mine = [graph.function for graph in graphs]
    printed, lines = Printed(shown), list[str]()
    for graph in graphs:
        lines += _host(graph)
    for op in module.ops:
        if isinstance(op, func.FuncOp) and op not in mine:
            lines += [f"  {line}" for line in printed.text(op).splitlines()]
    return "\n".join([*printed.aliases, "module {", *lines, "}", ""])


def _host(graph: RegionCalls) -> list[str]:
    function = graph.function
    names: dict[SSAValue, str] = {a: f"%a{n}" for n, a in enumerate(function.body.block.args)}
    arguments = ", ".join(f"{names[a]}: {a.type}" for a in function.body.block.args)
    kind = function.function_type
    types = ", ".join([_CHAIN, *map(str, kind.outputs)])
    lines = [f'%ready = "tfrt.new.chain"() : () -> {_CHAIN}']
    for number, call in enumerate(graph.calls):
        before = [names[token] for token in call.after] or ["%ready"]
        operands = [*before, *(names[v] for v in call.operands)]
        given = [*[_CHAIN] * len(before), *(str(v.type) for v in call.operands)]
        made = ", ".join([_CHAIN, *(str(v.type) for v in call.results)])
        left = f"%c{number}" + (f":{len(call.results) + 1}" if call.results else "")
        lines.append(
            f'{left} = "tfrt.call"({", ".join(operands)}) {{callee = @{call.callee}}} : ({", ".join(given)}) -> ({made})'
        )
        names[call.region.results[0]] = f"%c{number}" + ("#0" if call.results else "")
        names |= {v: f"%c{number}#{n + 1}" for n, v in enumerate(call.results)}
    over = list(dict.fromkeys(names[token] for token in graph.awaited)) or ["%ready"]
    chains = ", ".join([_CHAIN] * len(over))
    lines.append(f'%over = "tfrt.merge.chains"({", ".join(over)}) : ({chains}) -> {_CHAIN}')
    returned = ", ".join(["%over", *(names[v] for v in graph.returned)])
    lines.append(f"func.return {returned} : {types}")
    head = f"func.func @{function.sym_name.data}({arguments}) -> ({types}) {{"
    return [f"  {head}", *(f"    {line}" for line in lines), "  }"]
