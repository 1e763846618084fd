"""What an op declares by itself: through a trait of ours, or through a trait of xDSL's."""

from __future__ import annotations

from asyncir.dialects.effect_types import ANYTHING, Access, Effect, HasEffects, Resource, ViewLike
from asyncir.ir import (
    Attribute,
    IsTerminator,
    MemoryEffect,
    MemRefType,
    Operation,
    OpResult,
    RecursiveMemoryEffect,
    SSAValue,
    StringAttr,
    SymbolOpInterface,
    SymbolRefAttr,
    UnrankedMemRefType,
    UnregisteredOp,
)
from asyncir.ir.marks import EFFECTS_ATTRIBUTE


def declared_effects(op: Operation) -> tuple[Effect, ...] | None:
    """What `op` declares by itself; None where it declares nothing."""
    traits = op.get_traits_of_type(HasEffects)
    if traits:
        return tuple(effect for trait in traits for effect in trait.effects(op))
    if isinstance(op, UnregisteredOp):
        return () if touches_nothing(op) else None
    if op.has_trait(SymbolOpInterface, value_if_unregistered=False):
        return ()  # A definition does nothing where it stands.
    return _stock_effects(op)


def touches_nothing(op: Operation) -> bool:
    """Whether an op of another dialect is said to touch nothing, and to do nothing later."""
    return op.attributes.get(EFFECTS_ATTRIBUTE) == StringAttr("none")


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
    return op.has_trait(RecursiveMemoryEffect, value_if_unregistered=False)


def is_view(op: Operation) -> bool:
    """Whether the op's results share the storage of its operands of a memory type."""
    return op.name == "builtin.unrealized_conversion_cast" or op.has_trait(
        ViewLike, value_if_unregistered=False
    )


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
            return Resource(f"{_GLOBAL}{name.root_reference.data}")
    return None


_GLOBAL = "global "


def is_in_memory(root: SSAValue | Resource) -> bool:
    """Whether an effect on the root is one on memory: of a value, of a global, or of anything."""
    if isinstance(root, Resource):
        return root == ANYTHING or root.name.startswith(_GLOBAL)
    return is_memory(root.type)
