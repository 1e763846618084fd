"""Kinds: what an op is to those who follow a program, in one word, which also says where its parts are.

Analyses, passes and the verifier ask `kind_of(op)` and name no op: what knows a `COUNTED_LOOP` knows each op that a dialect
declares to be one. Each kind has here, in the dialects, the name of its op; only they and the targets know names.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from asyncir.ir import Operation


class OpKind(Enum):
    """What an op is; the value is the name of the op that is of this kind."""

    OTHER = ""
    """An op about which nobody asks."""

    # ---- control flow

    COUNTED_LOOP = "scf.for"
    """Operands are the lower bound, the upper bound, the step, and what the first iteration is given; its one block has the
    counter and what is carried as arguments; the results are what the last iteration yields."""
    CONDITIONAL_LOOP = "scf.while"
    """The first region ends in a `CONDITION`, which hands values to the second one; that yields to the first."""
    PARALLEL_LOOP = "scf.parallel"
    """Iterations in no order."""
    PARALLEL_FORALL = "scf.forall"
    IF = "scf.if"
    """One of two regions runs, by the only operand; the second may be empty."""
    SWITCH = "scf.index_switch"
    """One of several regions runs; the first is that of no case."""
    REGION = "scf.execute_region"
    """Its region runs once, in place, and may have any control flow."""
    STACK_REGION = "memref.alloca_scope"
    YIELD = "scf.yield"
    """Hands its operands to the op around."""
    CONDITION = "scf.condition"
    """Its first operand says whether a `CONDITIONAL_LOOP` goes on; the others are handed on."""
    REDUCE = "scf.reduce"
    REDUCE_RETURN = "scf.reduce.return"
    STACK_RETURN = "memref.alloca_scope.return"
    JUMP = "cf.br"
    BRANCH = "cf.cond_br"
    SWITCH_BRANCH = "cf.switch"
    ASSERT = "cf.assert"

    # ---- functions

    FUNCTION = "func.func"
    CALL = "func.call"
    """Calls by name."""
    CALL_OF_VALUE = "func.call_indirect"
    FUNCTION_VALUE = "func.constant"
    RETURN = "func.return"

    # ---- tasks

    TASK_FUNCTION = "async.func"
    TASK_CALL = "async.call"
    TASK = "async.execute"
    """Its region is a task; results are a token and the values that it yields."""
    AWAIT = "async.await"
    """Waits for its only operand."""
    AWAIT_ALL = "async.await_all"
    READY = "async.ready"
    """A token or value that is complete from the start."""
    GROUP = "async.create_group"
    ADD_TO_GROUP = "async.add_to_group"
    PROMISE = "async.runtime.create"
    """A token or value that somebody completes by `KEEP_PROMISE` or `BREAK_PROMISE`."""
    PROMISE_GROUP = "async.runtime.create_group"
    KEEP_PROMISE = "async.runtime.set_available"
    BREAK_PROMISE = "async.runtime.set_error"
    HAS_FAILED = "async.runtime.is_error"
    PUT_PROMISED = "async.runtime.store"
    """Puts its first operand into the value that is the second."""
    TAKE_PROMISED = "async.runtime.load"
    PROMISE_TO_GROUP = "async.runtime.add_to_group"
    AWAIT_PROMISE = "async.runtime.await"
    """Waits, and does not fail."""
    REFERENCE = "async.runtime.add_ref"
    DROP_REFERENCE = "async.runtime.drop_ref"

    # ---- queues and blocks of threads

    COMMIT = "queue.commit"
    ISSUE = "queue.async"
    HARDWARE_COMMIT = "nvgpu.device_async_create_group"
    HARDWARE_WAIT = "nvgpu.device_async_wait"
    BARRIER = "gpu.barrier"
    BLOCK_INDEX = "gpu.block_id"
    GRID_SIZE = "gpu.grid_dim"

    # ---- memory

    LOAD = "memref.load"
    """Operands are the memory, the indices."""
    STORE = "memref.store"
    """Operands are the value, the memory, the indices."""
    ALLOCATE = "memref.alloc"
    ALLOCATE_ON_STACK = "memref.alloca"
    FREE = "memref.dealloc"
    GLOBAL = "memref.get_global"
    COPY = "memref.copy"
    EXTENT = "memref.dim"
    CAST_OF_MEMORY = "memref.cast"
    CAST_OF_SPACE = "memref.memory_space_cast"
    ASSUME_ALIGNMENT = "memref.assume_alignment"
    SUBVIEW = "memref.subview"
    TRANSPOSE = "memref.transpose"
    COLLAPSE = "memref.collapse_shape"
    EXPAND = "memref.expand_shape"
    REINTERPRET = "memref.reinterpret_cast"
    VIEW = "memref.view"
    ATOMIC = "memref.atomic_rmw"
    LOAD_OF_VECTOR = "vector.load"
    STORE_OF_VECTOR = "vector.store"
    TRANSFER_READ = "vector.transfer_read"
    TRANSFER_WRITE = "vector.transfer_write"
    MASKED = "vector.mask"
    """Does the one op in its region for some elements only: with less in it than the same op elsewhere."""
    PRINT = "vector.print"

    # ---- numbers

    CONSTANT = "arith.constant"
    SELECT = "arith.select"
    """The second operand if the first one is true, else the third."""
    COMPARE = "arith.cmpi"
    ADD = "arith.addi"
    """Modulo the width of its type, as the others up to `XOR`."""
    SUBTRACT = "arith.subi"
    MULTIPLY = "arith.muli"
    REMAINDER_UNSIGNED = "arith.remui"
    REMAINDER = "arith.remsi"
    DIVIDE_UNSIGNED = "arith.divui"
    DIVIDE = "arith.divsi"
    DIVIDE_FLOOR = "arith.floordivsi"
    DIVIDE_CEILING = "arith.ceildivsi"
    DIVIDE_CEILING_UNSIGNED = "arith.ceildivui"
    MINIMUM = "arith.minsi"
    MINIMUM_UNSIGNED = "arith.minui"
    MAXIMUM = "arith.maxsi"
    MAXIMUM_UNSIGNED = "arith.maxui"
    SHIFT_LEFT = "arith.shli"
    SHIFT_RIGHT_UNSIGNED = "arith.shrui"
    SHIFT_RIGHT = "arith.shrsi"
    AND = "arith.andi"
    OR = "arith.ori"
    XOR = "arith.xori"
    INDEX_CAST = "arith.index_cast"
    INDEX_CAST_UNSIGNED = "arith.index_castui"
    EXTEND = "arith.extsi"
    EXTEND_UNSIGNED = "arith.extui"
    TRUNCATE = "arith.trunci"

    ADD_EXTENDED = "arith.addui_extended"
    """The sum and the carry."""
    MULTIPLY_EXTENDED = "arith.mulsi_extended"
    """The low and the high half of the product."""
    MULTIPLY_EXTENDED_UNSIGNED = "arith.mului_extended"
    POWER = "math.ipowi"
    MAGNITUDE = "math.absi"
    LEADING_ZEROS = "math.ctlz"
    TRAILING_ZEROS = "math.cttz"
    ONES = "math.ctpop"

    # ---- floats

    ADD_FLOAT = "arith.addf"
    SUBTRACT_FLOAT = "arith.subf"
    MULTIPLY_FLOAT = "arith.mulf"
    DIVIDE_FLOAT = "arith.divf"
    REMAINDER_FLOAT = "arith.remf"
    MAXIMUM_FLOAT = "arith.maximumf"
    """NaN if one of the two is NaN."""
    MINIMUM_FLOAT = "arith.minimumf"
    MAXIMUM_NUMBER = "arith.maxnumf"
    """The other number if one of the two is NaN."""
    MINIMUM_NUMBER = "arith.minnumf"
    NEGATE_FLOAT = "arith.negf"
    COMPARE_FLOAT = "arith.cmpf"
    EXTEND_FLOAT = "arith.extf"
    TRUNCATE_FLOAT = "arith.truncf"
    FLOAT_OF = "arith.sitofp"
    FLOAT_OF_UNSIGNED = "arith.uitofp"
    INTEGER_OF = "arith.fptosi"
    UNSIGNED_INTEGER_OF = "arith.fptoui"
    BITS = "arith.bitcast"
    MAGNITUDE_FLOAT = "math.absf"
    ROUND_UP = "math.ceil"
    ROUND_DOWN = "math.floor"
    ROUND_TO_ZERO = "math.trunc"
    ROUND_HALF_AWAY = "math.round"
    ROUND_HALF_EVEN = "math.roundeven"
    SQUARE_ROOT = "math.sqrt"
    COPY_SIGN = "math.copysign"
    MULTIPLY_ADD = "math.fma"

    # Members are compared and hashed by identity, which costs least.
    __hash__ = object.__hash__


_BY_NAME = {kind.value: kind for kind in OpKind}


@cache
def kind_of_class(op: type[Operation]) -> OpKind:
    """What each op of the class is."""
    return _BY_NAME.get(op.name, OpKind.OTHER)


def kind_of(op: Operation) -> OpKind:
    """What the op is."""
    return kind_of_class(type(op))
