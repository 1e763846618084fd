"""Kinds: what an op is to those who follow a program, in one word, which also says where its parts are.

Analyses, passes and the verifier ask `kind_of(op)` and name no op: what knows a `COUNTED_LOOP` knows each op that a dialect
declares to be one. This table is the dialects' declaration; only they and the targets know names.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cache

from asyncir.ir import Operation


class OpKind(Enum):
    """What an op is."""

    OTHER = auto()
    """An op about which nobody asks."""

    # ---- control flow

    COUNTED_LOOP = auto()
    """Operands are the lower bound, the upper bound, the step, and what the first iteration is given; its one block has the
    counter and what is carried as arguments; the results are what the last iteration yields."""
    CONDITIONAL_LOOP = auto()
    """The first region ends in a `CONDITION`, which hands values to the second one; that yields to the first."""
    PARALLEL_LOOP = auto()
    """Iterations in no order."""
    PARALLEL_FORALL = auto()
    IF = auto()
    """One of two regions runs, by the only operand; the second may be empty."""
    SWITCH = auto()
    """One of several regions runs; the first is that of no case."""
    REGION = auto()
    """Its region runs once, in place, and may have any control flow."""
    STACK_REGION = auto()
    YIELD = auto()
    """Hands its operands to the op around."""
    CONDITION = auto()
    """Its first operand says whether a `CONDITIONAL_LOOP` goes on; the others are handed on."""
    REDUCE = auto()
    REDUCE_RETURN = auto()
    STACK_RETURN = auto()
    JUMP = auto()
    BRANCH = auto()
    SWITCH_BRANCH = auto()
    ASSERT = auto()

    # ---- functions

    FUNCTION = auto()
    CALL = auto()
    """Calls by name."""
    CALL_OF_VALUE = auto()
    FUNCTION_VALUE = auto()
    RETURN = auto()

    # ---- tasks

    TASK_FUNCTION = auto()
    TASK_CALL = auto()
    TASK = auto()
    """Its region is a task; results are a token and the values that it yields."""
    AWAIT = auto()
    """Waits for its only operand."""
    AWAIT_ALL = auto()
    READY = auto()
    """A token or value that is complete from the start."""
    GROUP = auto()
    ADD_TO_GROUP = auto()

    # ---- queues and blocks of threads

    COMMIT = auto()
    ISSUE = auto()
    HARDWARE_COMMIT = auto()
    HARDWARE_WAIT = auto()
    BARRIER = auto()
    BLOCK_INDEX = auto()
    GRID_SIZE = auto()

    # ---- memory

    LOAD = auto()
    """Operands are the memory, the indices."""
    STORE = auto()
    """Operands are the value, the memory, the indices."""
    ALLOCATE = auto()
    ALLOCATE_ON_STACK = auto()
    FREE = auto()
    GLOBAL = auto()
    COPY = auto()
    EXTENT = auto()
    CAST_OF_MEMORY = auto()
    CAST_OF_SPACE = auto()
    ASSUME_ALIGNMENT = auto()
    SUBVIEW = auto()
    TRANSPOSE = auto()
    COLLAPSE = auto()
    EXPAND = auto()
    REINTERPRET = auto()
    VIEW = auto()
    ATOMIC = auto()
    LOAD_OF_VECTOR = auto()
    STORE_OF_VECTOR = auto()
    TRANSFER_READ = auto()
    TRANSFER_WRITE = auto()
    PRINT = auto()

    # ---- numbers

    CONSTANT = auto()
    SELECT = auto()
    """The second operand if the first one is true, else the third."""
    COMPARE = auto()
    ADD = auto()
    """Modulo the width of its type, as the others up to `XOR`."""
    SUBTRACT = auto()
    MULTIPLY = auto()
    REMAINDER_UNSIGNED = auto()
    REMAINDER = auto()
    DIVIDE_UNSIGNED = auto()
    DIVIDE = auto()
    DIVIDE_FLOOR = auto()
    DIVIDE_CEILING = auto()
    DIVIDE_CEILING_UNSIGNED = auto()
    MINIMUM = auto()
    MINIMUM_UNSIGNED = auto()
    MAXIMUM = auto()
    MAXIMUM_UNSIGNED = auto()
    SHIFT_LEFT = auto()
    SHIFT_RIGHT_UNSIGNED = auto()
    SHIFT_RIGHT = auto()
    AND = auto()
    OR = auto()
    XOR = auto()
    INDEX_CAST = auto()
    INDEX_CAST_UNSIGNED = auto()
    EXTEND = auto()
    EXTEND_UNSIGNED = auto()
    TRUNCATE = auto()

    # Members are compared and hashed by identity, which costs least.
    __hash__ = object.__hash__


_KINDS = {
    "scf.for": OpKind.COUNTED_LOOP,
    "scf.while": OpKind.CONDITIONAL_LOOP,
    "scf.parallel": OpKind.PARALLEL_LOOP,
    "scf.forall": OpKind.PARALLEL_FORALL,
    "scf.if": OpKind.IF,
    "scf.index_switch": OpKind.SWITCH,
    "scf.execute_region": OpKind.REGION,
    "memref.alloca_scope": OpKind.STACK_REGION,
    "scf.yield": OpKind.YIELD,
    "scf.condition": OpKind.CONDITION,
    "scf.reduce": OpKind.REDUCE,
    "scf.reduce.return": OpKind.REDUCE_RETURN,
    "memref.alloca_scope.return": OpKind.STACK_RETURN,
    "cf.br": OpKind.JUMP,
    "cf.cond_br": OpKind.BRANCH,
    "cf.switch": OpKind.SWITCH_BRANCH,
    "cf.assert": OpKind.ASSERT,
    "func.func": OpKind.FUNCTION,
    "func.call": OpKind.CALL,
    "func.call_indirect": OpKind.CALL_OF_VALUE,
    "func.constant": OpKind.FUNCTION_VALUE,
    "func.return": OpKind.RETURN,
    "async.func": OpKind.TASK_FUNCTION,
    "async.call": OpKind.TASK_CALL,
    "async.execute": OpKind.TASK,
    "async.await": OpKind.AWAIT,
    "async.await_all": OpKind.AWAIT_ALL,
    "async.ready": OpKind.READY,
    "async.create_group": OpKind.GROUP,
    "async.add_to_group": OpKind.ADD_TO_GROUP,
    "queue.commit": OpKind.COMMIT,
    "queue.async": OpKind.ISSUE,
    "nvgpu.device_async_create_group": OpKind.HARDWARE_COMMIT,
    "nvgpu.device_async_wait": OpKind.HARDWARE_WAIT,
    "gpu.barrier": OpKind.BARRIER,
    "gpu.block_id": OpKind.BLOCK_INDEX,
    "gpu.grid_dim": OpKind.GRID_SIZE,
    "memref.load": OpKind.LOAD,
    "memref.store": OpKind.STORE,
    "memref.alloc": OpKind.ALLOCATE,
    "memref.alloca": OpKind.ALLOCATE_ON_STACK,
    "memref.dealloc": OpKind.FREE,
    "memref.get_global": OpKind.GLOBAL,
    "memref.copy": OpKind.COPY,
    "memref.dim": OpKind.EXTENT,
    "memref.cast": OpKind.CAST_OF_MEMORY,
    "memref.memory_space_cast": OpKind.CAST_OF_SPACE,
    "memref.assume_alignment": OpKind.ASSUME_ALIGNMENT,
    "memref.subview": OpKind.SUBVIEW,
    "memref.transpose": OpKind.TRANSPOSE,
    "memref.collapse_shape": OpKind.COLLAPSE,
    "memref.expand_shape": OpKind.EXPAND,
    "memref.reinterpret_cast": OpKind.REINTERPRET,
    "memref.view": OpKind.VIEW,
    "memref.atomic_rmw": OpKind.ATOMIC,
    "vector.load": OpKind.LOAD_OF_VECTOR,
    "vector.store": OpKind.STORE_OF_VECTOR,
    "vector.transfer_read": OpKind.TRANSFER_READ,
    "vector.transfer_write": OpKind.TRANSFER_WRITE,
    "vector.print": OpKind.PRINT,
    "arith.constant": OpKind.CONSTANT,
    "arith.select": OpKind.SELECT,
    "arith.cmpi": OpKind.COMPARE,
    "arith.addi": OpKind.ADD,
    "arith.subi": OpKind.SUBTRACT,
    "arith.muli": OpKind.MULTIPLY,
    "arith.remui": OpKind.REMAINDER_UNSIGNED,
    "arith.remsi": OpKind.REMAINDER,
    "arith.divui": OpKind.DIVIDE_UNSIGNED,
    "arith.divsi": OpKind.DIVIDE,
    "arith.floordivsi": OpKind.DIVIDE_FLOOR,
    "arith.ceildivsi": OpKind.DIVIDE_CEILING,
    "arith.ceildivui": OpKind.DIVIDE_CEILING_UNSIGNED,
    "arith.minsi": OpKind.MINIMUM,
    "arith.minui": OpKind.MINIMUM_UNSIGNED,
    "arith.maxsi": OpKind.MAXIMUM,
    "arith.maxui": OpKind.MAXIMUM_UNSIGNED,
    "arith.shli": OpKind.SHIFT_LEFT,
    "arith.shrui": OpKind.SHIFT_RIGHT_UNSIGNED,
    "arith.shrsi": OpKind.SHIFT_RIGHT,
    "arith.andi": OpKind.AND,
    "arith.ori": OpKind.OR,
    "arith.xori": OpKind.XOR,
    "arith.index_cast": OpKind.INDEX_CAST,
    "arith.index_castui": OpKind.INDEX_CAST_UNSIGNED,
    "arith.extsi": OpKind.EXTEND,
    "arith.extui": OpKind.EXTEND_UNSIGNED,
    "arith.trunci": OpKind.TRUNCATE,
}


@cache
def _of_class(op: type[Operation]) -> OpKind:
    return _KINDS.get(op.name, OpKind.OTHER)


def kind_of(op: Operation) -> OpKind:
    """What the op is."""
    return _of_class(type(op))
