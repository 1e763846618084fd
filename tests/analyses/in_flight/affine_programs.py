"""Affine programs as people write them, with the count of one wait as a parameter, and the count that is right."""

from __future__ import annotations

CONSTANTS = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in range(9))
ARGUMENTS = "%a: memref<?xf32>, %o: memref<?xf32>, %n: index, %m: index"
WAIT = "WAIT"
"""Where the count goes."""


def main(body: str, arguments: str = ARGUMENTS, attributes: str = "") -> str:
    """A function with constants."""
    return f"func.func @main({arguments}) {attributes} {{\n{CONSTANTS}\n{body}\n  return\n}}\n"


def copy(index: str, target: str, slot: str, size: str, queue: str = "0") -> str:
    """One group with one copy of an element of %a."""
    return f"""
    queue.commit({queue}) {{
      queue.async {{
        %x = memref.load %a[{index}] : memref<?xf32>
        memref.store %x, {target}[{slot}] : memref<{size}xf32>
      }}
    }}"""


def read(buffer: str, slot: str, size: str) -> str:
    """A read of one element."""
    return f"\n    %y{buffer[1:]}{slot[1:]} = memref.load {buffer}[{slot}] : memref<{size}xf32>"


def lagging(lag: int, size: int, index: str = "%i", slot: str = "") -> str:
    """Copy element `index`, and read what was copied `lag` iterations ago, once there is that."""
    return f"""
    %s = arith.remui {index}, %c{size} : index{copy(index, "%b", "%s", str(size))}
    %late = arith.cmpi sge, {index}, %c{lag} : index
    scf.if %late {{
      queue.wait(0, {WAIT})
      %q = arith.subi {index}, %c{lag} : index
      %r = arith.remui %q, %c{size} : index{read("%b", "%r", str(size))}
    }}"""


def ring(size: int, name: str = "%b") -> str:
    """A buffer."""
    return f"    {name} = memref.alloca() : memref<{size}xf32>\n"


def drained(bound: str, commits: int) -> str:
    """All copies are issued, then waited for one after the other, again and again; what is counted is what is left."""
    last = "%d" if commits == 2 else "%b"
    second = copy("%j", "%d", "%j", "?") if commits == 2 else ""
    return main(f"""
    %b = memref.alloca({bound}) : memref<?xf32>
    %d = memref.alloca({bound}) : memref<?xf32>
    %more = arith.constant {WAIT} : index
    %last = arith.subi {bound}, %c1 : index
    scf.for %i = %c0 to %n step %c1 {{
      scf.for %j = %c0 to {bound} step %c1 {{{copy("%j", "%b", "%j", "?")}{second}
      }}
      scf.for %j = %c0 to {bound} step %c1 {{
        %behind = arith.subi %last, %j : index
        %groups = arith.muli %behind, %c{commits} : index
        %left = arith.addi %groups, %more : index
        queue.wait(0, %left){read(last, "%j", "?")}
      }}
    }}""")


def of_the_last_run(bound: str, size: str, count: str) -> str:
    """An inner loop issues the groups of one row; all of the row before it are waited for at once."""
    return main(f"""
    %b = memref.alloca{"(%m)" if size == "?" else "()"} : memref<2x{size}xf32>
    %more = arith.constant {WAIT} : index
    %count = arith.addi {count}, %more : index
    scf.for %i = %c0 to %n step %c1 {{
      %s = arith.remui %i, %c2 : index
      scf.for %j = %c0 to {bound} step %c1 {{
        queue.commit(0) {{
          queue.async {{
            %x = memref.load %a[%j] : memref<?xf32>
            memref.store %x, %b[%s, %j] : memref<2x{size}xf32>
          }}
        }}
      }}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        queue.wait(0, %count)
        %q = arith.subi %i, %c1 : index
        %r = arith.remui %q, %c2 : index
        scf.for %j = %c0 to {bound} step %c1 {{
          %y = memref.load %b[%r, %j] : memref<2x{size}xf32>
        }}
      }}
    }}""")


_STEP_IS_AN_ARGUMENT = f"""{ring(2)}
    %end = scf.for %i = %c0 to %n step %m iter_args(%k = %c0) -> (index) {{
      %s = arith.remui %k, %c2 : index{copy("%i", "%b", "%s", "2")}
      %late = arith.cmpi sge, %k, %c1 : index
      scf.if %late {{
        queue.wait(0, {WAIT})
        %q = arith.subi %k, %c1 : index
        %r = arith.remui %q, %c2 : index{read("%b", "%r", "2")}
      }}
      %next = arith.addi %k, %c1 : index
      scf.yield %next : index
    }}"""

_COMPUTED_QUEUE = f"""{ring(4)}
    scf.for %i = %c0 to %n step %c1 {{
      %u = arith.remui %i, %c2 : index
      %s = arith.remui %i, %c4 : index{copy("%i", "%b", "%s", "4", "%u")}
      %late = arith.cmpi sge, %i, %c2 : index
      scf.if %late {{
        queue.wait(%u, {WAIT})
        %q = arith.subi %i, %c2 : index
        %r = arith.remui %q, %c4 : index{read("%b", "%r", "4")}
      }}
    }}"""

_ONE_FIFO = f"""{ring(2)}{ring(2, "%d")}
    scf.for %i = %c0 to %n step %c1 {{
      %s = arith.remui %i, %c2 : index{copy("%i", "%b", "%s", "2")}{copy("%i", "%d", "%s", "2", "1")}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        %q = arith.subi %i, %c1 : index
        %r = arith.remui %q, %c2 : index
        queue.wait(0, {WAIT}){read("%b", "%r", "2")}
        queue.wait(1, 2){read("%d", "%r", "2")}
      }}
    }}"""

_WRAPPED_INDEX = f"""{ring(3)}
    %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %c0, %p = %c0) -> (index, index) {{
      {copy("%i", "%b", "%w", "3")}
      %late = arith.cmpi sge, %i, %c1 : index
      %p1 = scf.if %late -> (index) {{
        queue.wait(0, {WAIT}){read("%b", "%p", "3")}
        %p2 = arith.addi %p, %c1 : index
        %p3 = arith.cmpi eq, %p2, %c3 : index
        %p4 = arith.select %p3, %c0, %p2 : index
        scf.yield %p4 : index
      }} else {{
        scf.yield %p : index
      }}
      %w2 = arith.addi %w, %c1 : index
      %w3 = arith.cmpi eq, %w2, %c3 : index
      %w4 = arith.select %w3, %c0, %w2 : index
      scf.yield %w4, %p1 : index, index
    }}"""

_TILES_IN_ONE_ROW = f"""{ring(8)}
    scf.for %i = %c0 to %n step %c1 {{
      %s = arith.remui %i, %c2 : index
      %base = arith.muli %s, %c4 : index
      queue.commit(0) {{
        queue.async {{
          scf.for %t = %c0 to %c4 step %c1 {{
            %x = memref.load %a[%t] : memref<?xf32>
            %to = arith.addi %base, %t : index
            memref.store %x, %b[%to] : memref<8xf32>
          }}
        }}
      }}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        queue.wait(0, {WAIT})
        %q = arith.subi %i, %c1 : index
        %r = arith.remui %q, %c2 : index
        %from = arith.muli %r, %c4 : index
        scf.for %t = %c0 to %c4 step %c1 {{
          %at = arith.addi %from, %t : index{read("%b", "%at", "8")}
        }}
      }}
    }}"""

_VECTORS = f"""
    %b = memref.alloca() : memref<2x8xf32>
    scf.for %i = %c0 to %n step %c1 {{
      %s = arith.remui %i, %c2 : index
      queue.commit(0) {{
        queue.async {{
          %x = vector.load %a[%i] : memref<?xf32>, vector<8xf32>
          vector.store %x, %b[%s, %c0] : memref<2x8xf32>, vector<8xf32>
        }}
      }}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        queue.wait(0, {WAIT})
        %q = arith.subi %i, %c1 : index
        %r = arith.remui %q, %c2 : index
        %y = vector.load %b[%r, %c0] : memref<2x8xf32>, vector<8xf32>
      }}
    }}"""

_STRIPS = f"""{ring(2)}
    scf.for %i = %c0 to %n step %c4 {{
      %next = arith.addi %i, %c4 : index
      %end = arith.minsi %next, %n : index
      scf.for %j = %i to %end step %c1 {{{lagging(1, 2, "%j")}
      }}
    }}"""

_ACROSS_LOOPS = f"""{ring(2)}
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%first = %c0) -> (index) {{
      %last = scf.for %j = %c0 to %m step %c1 iter_args(%p = %first) -> (index) {{{lagging(1, 2, "%p")}
        %p1 = arith.addi %p, %c1 : index
        scf.yield %p1 : index
      }}
      scf.yield %last : index
    }}"""

_BACKWARDS = f"""{ring(2)}
    %last = arith.subi %n, %c1 : index
    scf.for %i = %c0 to %n step %c1 {{
      %d = arith.subi %last, %i : index
      %s = arith.remui %d, %c2 : index{copy("%d", "%b", "%s", "2")}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        queue.wait(0, {WAIT})
        %q = arith.addi %d, %c1 : index
        %r = arith.remui %q, %c2 : index{read("%b", "%r", "2")}
      }}
    }}"""

_EMPTY_GROUPS_AT_THE_END = f"""{ring(2)}
    %more = arith.addi %n, %c1 : index
    scf.for %i = %c0 to %more step %c1 {{
      %there = arith.cmpi slt, %i, %n : index
      scf.if %there {{
        %s = arith.remui %i, %c2 : index{copy("%i", "%b", "%s", "2")}
      }} else {{
        queue.commit(0) {{
        }}
      }}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        queue.wait(0, {WAIT})
        %q = arith.subi %i, %c1 : index
        %r = arith.remui %q, %c2 : index{read("%b", "%r", "2")}
      }}
    }}"""

PROGRAMS: dict[str, tuple[str, int]] = {
    "a step that is an argument": (main(_STEP_IS_AN_ARGUMENT), 1),
    "a queue that is computed": (main(_COMPUTED_QUEUE), 1),
    "two queues on one FIFO": (main(_ONE_FIFO, attributes="attributes {queue.fifos = [[0, 1]]}"), 3),
    "indices that are wrapped by hand": (main(_WRAPPED_INDEX), 1),
    "tiles side by side in one row": (main(_TILES_IN_ONE_ROW), 1),
    "vectors": (main(_VECTORS), 1),
    "strips of a loop": (main(_STRIPS), 1),
    "a loop that goes on where its last run ended": (main(_ACROSS_LOOPS), 1),
    "backwards": (main(_BACKWARDS), 1),
    "empty groups at the end": (main(_EMPTY_GROUPS_AT_THE_END), 1),
    "two iterations late": (main(ring(4) + f"scf.for %i = %c0 to %n step %c1 {{{lagging(2, 4)}\n}}"), 2),
    "every other one": (main(ring(4) + f"scf.for %i = %c0 to %n step %c2 {{{lagging(2, 4)}\n}}"), 1),
}
"""By what is special in them: the program, and the right count."""
