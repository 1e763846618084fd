"""What Python says of a compiled function: names and types of its arguments, and calls by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.launch.signatures import AsyncType, Complex, MemRef, Scalar, Signature, Type, Vector


def parameters(signature: Signature) -> tuple[str, ...]:
    """What the arguments are called."""
    count = len(signature.arguments)
    return signature.names if len(signature.names) == count else tuple(f"arg{at}" for at in range(count))


def python_signature(signature: Signature) -> inspect.Signature:
    """The signature, as `inspect.signature` has it; types are texts, so that NumPy is not needed."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    named = [
        inspect.Parameter(name, kind, annotation=_written(type_))
        for name, type_ in zip(parameters(signature), signature.arguments, strict=True)
    ]
    results = [_written(type_) for type_ in signature.results]
    result = "None" if not results else results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"
    return inspect.Signature(named, return_annotation=result)


def bound(signature: Signature, arguments: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
    """The arguments in their order; raises for names that are not there, given twice, or missing."""
    names = parameters(signature)
    values = dict(zip(names, arguments, strict=False))
    for name in named:
        if name not in names:
            help = did_you_mean(name, names) or f"it takes {', '.join(names) or 'none'}"
            raise failure("C107", f"'@{signature.name}' has no argument '{name}'", help)
        if name in values:
            raise failure(
                "C107", f"the argument '{name}' of '@{signature.name}' is given twice", "give it once"
            )
    if len(arguments) > len(names):
        return [*arguments, *named.values()]  # what checks their number says so
    values |= named
    missing = [name for name in names if name not in values]
    if missing:
        message = f"'@{signature.name}' is called without {', '.join(missing)}"
        raise failure("C107", message, f"give {', '.join(names)}")
    return [values[name] for name in names]


def _written(type_: Type) -> str:
    match type_:
        case Complex():
            return "complex"
        case MemRef() | Vector():
            return "numpy.ndarray"
        case AsyncType():
            return "asyncir.Pending"
        case Scalar() if str(type_) == "i1":
            return "bool"
        case Scalar():
            return "float" if str(type_).startswith(("f", "bf")) else "int"
        case _:
            return str(type_)
