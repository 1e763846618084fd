"""What the syntax of a function says of its variables: which a statement assigns, which are used later, where it jumps to.

A statement *escapes* if it may jump out of itself: by `return`, or by a `break` or `continue` of a loop around it. What does
not escape can be an op with regions (`scf.if`, `scf.for`, `scf.while`); what does is blocks and branches.

Liveness is the usual backward analysis, on the syntax tree: a variable is live at a place if some way from there reads it
before it is assigned. Loops are gone through until nothing is new, which is twice at most for each level. Only what is live
is carried by loops and joined behind branches, so that temporaries of a body stay local to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

Loop = ast.For | ast.While | ast.AsyncFor
Names = frozenset[str]
_NONE: Names = frozenset()
_OWN_SCOPE = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def assigned(nodes: Iterable[ast.AST]) -> Names:
    """The names that these nodes may assign; to start a task in a group changes the group, to append to a list the list."""
    listed = list(nodes)
    changed = frozenset(name for node in listed for name in groups(node))
    return stored(listed) | changed | grown(listed)


def stored(nodes: Iterable[ast.AST]) -> Names:
    """The names that stand to the left of an assignment there."""
    return frozenset(n.id for node in nodes for n in _own(node) if _stores(n))


LENGTHENS = frozenset({"append", "clear", "extend", "insert", "pop", "remove"})
"""The methods that make a list longer or shorter."""


def grown(nodes: Iterable[ast.AST]) -> Names:
    """The names of what looks like lists that are made longer or shorter."""
    found: set[str] = set()
    for inner in (inner for node in nodes for inner in ast.walk(node)):
        match inner:
            case ast.Call(ast.Attribute(ast.Name(name), word)) if word in LENGTHENS:
                found.add(name)
            case ast.AugAssign(ast.Name(name), ast.Add() | ast.Mult()):
                found.add(name)
            case ast.Delete(targets):
                places = (target.value for target in targets if isinstance(target, ast.Subscript))
                found.update(place.id for place in places if isinstance(place, ast.Name))
            case _:
                pass
    return frozenset(found)


def groups(node: ast.AST) -> Iterator[str]:
    """The names of what looks like groups in which a task is started, once for each start."""
    for inner in ast.walk(node):
        match inner:
            case ast.Call(ast.Attribute(ast.Name(name), "spawn" | "create_task")):
                yield name
            case _:
                pass


def _stores(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


def _own(node: ast.AST) -> Iterator[ast.Name]:
    """The names in a node, without those of functions and comprehensions in it."""
    if isinstance(node, ast.Name):
        yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _OWN_SCOPE):
            yield from _own(child)


def read(node: ast.AST | None) -> Names:
    """The names that a node reads."""
    if node is None:
        return _NONE
    found = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in found)


def jumps(nodes: Sequence[ast.stmt], kinds: tuple[type[ast.stmt], ...]) -> bool:
    """Whether some statement there is a jump of these kinds that leaves the nodes."""
    return any(_jumps(node, kinds) for node in nodes)


def _jumps(node: ast.stmt, kinds: tuple[type[ast.stmt], ...]) -> bool:
    if isinstance(node, kinds):
        return True
    if isinstance(node, Loop):
        # Jumps of loops in the body are that loop's own; those behind its `else` are not.
        inner = tuple(k for k in kinds if k not in (ast.Break, ast.Continue))
        return jumps(node.body, inner) or jumps(node.orelse, kinds)
    if isinstance(node, ast.If):
        return jumps(node.body, kinds) or jumps(node.orelse, kinds)
    if isinstance(node, ast.With | ast.AsyncWith):
        return jumps(node.body, kinds)
    return False


def escapes(node: ast.stmt) -> bool:
    """Whether the statement may jump out of itself."""
    return _jumps(node, (ast.Return, ast.Break, ast.Continue))


def is_left_early(loop: Loop) -> bool:
    """Whether the loop may end in the midst of its body: such a loop is blocks and branches."""
    return jumps(loop.body, (ast.Return, ast.Break)) or escapes(loop)


@dataclass
class Liveness:
    """What is live behind each statement, and where each loop goes back to."""

    behind: dict[ast.stmt, Names] = field(default_factory=dict[ast.stmt, "Names"])
    heads: dict[ast.stmt, Names] = field(default_factory=dict[ast.stmt, "Names"])

    def block(self, body: Sequence[ast.stmt], out: Names, at_break: Names, at_continue: Names) -> Names:
        """Analyse statements behind which `out` is live; returns what is live in front of them."""
        for node in reversed(body):
            self.behind[node] = out
            out = self._statement(node, out, at_break, at_continue)
        return out

    def _statement(self, node: ast.stmt, out: Names, at_break: Names, at_continue: Names) -> Names:
        match node:
            case ast.If():
                body = self.block(node.body, out, at_break, at_continue)
                return read(node.test) | body | self.block(node.orelse, out, at_break, at_continue)
            case ast.While():
                orelse = self.block(node.orelse, out, at_break, at_continue)
                first = read(node.test)
                return self._loop(node, first | orelse, assigned([node.test]) - first, out)
            case ast.For() | ast.AsyncFor():
                orelse = self.block(node.orelse, out, at_break, at_continue)
                head = self._loop(node, orelse, assigned([node.target]), out)
                return head | read(node.iter) | read(node.target)
            case ast.With() | ast.AsyncWith():
                groups_ = assigned([i.optional_vars for i in node.items if i.optional_vars])
                out = self.block(node.body, out | groups_, at_break | groups_, at_continue | groups_)
                for item in node.items:
                    out = out - assigned([item.optional_vars] if item.optional_vars else [])
                    out |= read(item.context_expr)
                return out
            case ast.Return() | ast.Raise():
                return read(node)
            case ast.Break():
                return at_break
            case ast.Continue():
                return at_continue
            case ast.AugAssign():
                return out | read(node) | assigned([node.target])
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                killed = assigned(targets) if node.value is not None else _NONE
                return (out - killed) | read(node)
            case _:
                return out | read(node)

    def _loop(self, node: Loop, least: Names, killed: Names, out: Names) -> Names:
        head = least
        while True:
            self.heads[node] = head
            grown = head | (self.block(node.body, head, out, head) - killed)
            if grown == head:
                return head
            head = grown
