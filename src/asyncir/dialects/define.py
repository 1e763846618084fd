"""How ops and dialects are defined: an op by its name above its class, a dialect by the modules of its classes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TypeVar, cast

from asyncir.ir import Attribute, Dialect, IRDLOperation, Operation, OpTrait, irdl_op_definition, traits_def

_Op = TypeVar("_Op", bound=IRDLOperation)


def define(name: str, *traits: OpTrait) -> Callable[[type[_Op]], type[_Op]]:
    """Define the op of this name; it has these traits, besides those of its bases."""

    def defined(cls: type[_Op]) -> type[_Op]:
        cls.name = name
        if traits:
            cls.traits = traits_def(*traits)
        return irdl_op_definition(cls)

    return defined


def dialect(
    name: str, module: str, parts: Iterable[str] = (), also: Iterable[type[Operation | Attribute]] = ()
) -> Dialect:
    """The dialect of all ops and attributes of its name in a module and in others beside it, in their order there.

    `also` lists those that are defined elsewhere, in xDSL.
    """
    package = module.rpartition(".")[0]
    modules = [*(import_module(f"{package}.{part}") for part in parts), sys.modules[module]]
    classes = dict.fromkeys(
        value
        for one in modules
        for value in vars(one).values()
        if isinstance(value, type) and value.__module__ == one.__name__
    )
    known = [cls for cls in (*classes, *also) if getattr(cls, "name", "").startswith(f"{name}.")]
    # Not `issubclass`: for abstract classes that asks all their subclasses.
    ops = [cast("type[Operation]", cls) for cls in known if Operation in cls.__mro__]
    attributes = [cast("type[Attribute]", cls) for cls in known if Attribute in cls.__mro__]
    return Dialect(name, ops, attributes)


def family(base: type[_Op], dialect: str, **meanings: str) -> tuple[type[_Op], ...]:
    """Ops that differ in nothing but their names; each name comes with the words that say what its op computes."""
    ops: list[type[_Op]] = []
    for name, meaning in meanings.items():
        cls = cast("type[_Op]", type(name, (base,), {"__doc__": f"`{dialect}.{name}`: {meaning}."}))
        ops.append(define(f"{dialect}.{name}")(cls))
    return tuple(ops)
