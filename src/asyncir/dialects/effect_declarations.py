"""What an op declares by itself: through a trait of ours, through this table, or through a trait of xDSL's.

The table is for ops whose classes carry no `HasEffects` trait; `declare` adds to it.
"""

from __future__ import annotations

from collections.abc import Callable

from asyncir.dialects.effect_types import (
    ANYTHING,
    BARRIER,
    FAILURE,
    OUTPUT,
    Access,
    Effect,
    HasEffects,
    Resource,
    ViewLike,
)
from asyncir.ir import (
    Attribute,
    IsTerminator,
    MemoryEffect,
    MemRefType,
    Operation,
    OpResult,
    RecursiveMemoryEffect,
    SSAValue,
    SymbolOpInterface,
    SymbolRefAttr,
    UnrankedMemRefType,
)

Declaration = Callable[[Operation], tuple[Effect, ...]]
"""What an op does by itself, the effects of its regions and callees not counted."""


def _touch(*touches: tuple[Access, int], whole: bool = False) -> Declaration:
    """Touches of the operands with these indices."""

    def declared(op: Operation) -> tuple[Effect, ...]:
        return tuple(Effect(access, op.operands[index], whole=whole) for access, index in touches)

    return declared


def _element(access: Access, index: int) -> Declaration:
    """A touch of one element: the operands after the memref are its indices."""

    def declared(op: Operation) -> tuple[Effect, ...]:
        return (Effect(access, op.operands[index], tuple(op.operands[index + 1 :])),)

    return declared


def _always(*effects: Effect) -> Declaration:
    return lambda op: effects


def _allocates(op: Operation) -> tuple[Effect, ...]:
    return (Effect(Access.ALLOC, op.results[0]),)


_NOTHING = _always()

_DECLARED: dict[str, Declaration] = {
    "memref.load": _element(Access.READ, 0),
    "memref.store": _element(Access.WRITE, 1),
    "memref.alloc": _allocates,
    "memref.alloca": _allocates,
    "memref.dealloc": _touch((Access.FREE, 0), whole=True),
    "memref.copy": _touch((Access.READ, 0), (Access.WRITE, 1), whole=True),
    "vector.load": _touch((Access.READ, 0)),
    "vector.maskedload": _touch((Access.READ, 0)),
    "vector.transfer_read": _touch((Access.READ, 0)),
    "vector.store": _touch((Access.WRITE, 1)),
    "vector.maskedstore": _touch((Access.WRITE, 0)),
    "vector.print": _always(Effect(Access.WRITE, OUTPUT)),
    "cf.assert": _always(Effect(Access.WRITE, FAILURE)),
    "func.constant": _NOTHING,
    "async.ready": _NOTHING,
    "async.create_group": _allocates,
    "async.runtime.create": _allocates,
    "async.runtime.create_group": _allocates,
    "builtin.unrealized_conversion_cast": _NOTHING,
}

_ORDERING = frozenset({"memref.atomic_rmw", "memref.generic_atomic_rmw"})
"""Other tasks may wait for what these write: they order memory like a wait for something unknown."""

_RECURSIVE = frozenset({"scf.execute_region", "scf.index_switch", "memref.alloca_scope"})
"""Ops without the trait that do what their regions do, and nothing else."""

_VIEWS = frozenset(
    {
        "memref.assume_alignment",
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.extract_strided_metadata",
        "memref.memory_space_cast",
        "memref.reinterpret_cast",
        "memref.subview",
        "memref.transpose",
        "memref.view",
        "builtin.unrealized_conversion_cast",
    }
)


def declare(name: str, effects: Declaration) -> None:
    """Declare what ops named `name` do, where their class carries no trait of ours."""
    _DECLARED[name] = effects


def declared_effects(op: Operation) -> tuple[Effect, ...] | None:
    """What `op` declares by itself; None where it declares nothing."""
    if op.name in _ORDERING:
        return BARRIER
    traits = op.get_traits_of_type(HasEffects)
    if traits:
        return tuple(effect for trait in traits for effect in trait.effects(op))
    declared = _DECLARED.get(op.name)
    if declared is not None:
        return declared(op)
    if op.has_trait(SymbolOpInterface, value_if_unregistered=False):
        return ()  # A definition does nothing where it stands.
    return _stock_effects(op)


def _stock_effects(op: Operation) -> tuple[Effect, ...] | None:
    """xDSL's traits, translated."""
    stock = op.get_traits_of_type(MemoryEffect)
    if not stock:
        nothing = is_recursive(op) or op.has_trait(IsTerminator, value_if_unregistered=False)
        return () if nothing else None
    effects: list[Effect] = []
    for trait in stock:
        if isinstance(trait, RecursiveMemoryEffect):
            continue
        instances = trait.get_effects(op)
        if instances is None:
            return None
        for instance in instances:
            root = instance.value if isinstance(instance.value, SSAValue) else ANYTHING
            effects.append(Effect(Access(instance.kind), root))
    return tuple(effects)


def is_recursive(op: Operation) -> bool:
    """Whether the op does what its regions do."""
    return op.name in _RECURSIVE or op.has_trait(RecursiveMemoryEffect, value_if_unregistered=False)


def is_view(op: Operation) -> bool:
    """Whether the op's results share the storage of its operands of a memory type."""
    return op.name in _VIEWS or op.has_trait(ViewLike, value_if_unregistered=False)


def is_memory(attribute: Attribute) -> bool:
    """Whether a value of this type refers to memory."""
    return isinstance(attribute, MemRefType | UnrankedMemRefType) or attribute.name == "llvm.ptr"


def view_source(value: SSAValue) -> SSAValue:
    """The value whose storage `value` shares, followed through views."""
    while isinstance(value, OpResult) and is_view(value.op):
        sources = [operand for operand in value.op.operands if is_memory(operand.type)]
        if len(sources) != 1:
            break
        value = sources[0]
    return value


def is_allocation(value: SSAValue) -> bool:
    """Whether `value` is the root of an object that did not exist before its op."""
    return isinstance(value, OpResult) and any(
        effect.access is Access.ALLOC and effect.root is value for effect in declared_effects(value.op) or ()
    )


def global_of(value: SSAValue) -> Resource | None:
    """The root object that `value` names, where it is a global."""
    if isinstance(value, OpResult) and value.op.name == "memref.get_global":
        name = value.op.get_attr_or_prop("name")
        if isinstance(name, SymbolRefAttr):
            return Resource(f"global {name.root_reference.data}")
    return None
