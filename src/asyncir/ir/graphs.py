"""Graphs of anything, given by what each node leads to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def reached(roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> dict[Node, None]:
    """The roots and all that they lead to, in the order in which it was met."""
    found = dict.fromkeys(roots)
    pending = list(found)
    while pending:
        for successor in successors(pending.pop()):
            if successor not in found:
                found[successor] = None
                pending.append(successor)
    return found


def postorder(root: Node, successors: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """The root and all that it leads to, each behind those that it leads to, but for the ways back of cycles."""
    found: list[Node] = []
    seen = {root}
    path = [(root, iter(successors(root)))]
    while path:
        node, rest = path[-1]
        successor = next((each for each in rest if each not in seen), None)
        if successor is None:
            path.pop()
            found.append(node)
        else:
            seen.add(successor)
            path.append((successor, iter(successors(successor))))
    return found


def components(roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected components of what the roots lead to; each behind those that it leads to.

    The algorithm is Tarjan's, without recursion.
    """
    found: list[list[Node]] = []
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    pending: dict[Node, None] = {}
    """The nodes that have been met and are in no component yet, in the order in which they were met."""
    for root in roots:
        if root in index:
            continue
        path = [(root, iter(successors(root)))]
        index[root] = low[root] = len(index)
        pending[root] = None
        while path:
            node, rest = path[-1]
            successor = next(rest, None)
            if successor is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    found.append(_taken(pending, node))
            elif successor not in index:
                index[successor] = low[successor] = len(index)
                pending[successor] = None
                path.append((successor, iter(successors(successor))))
            elif successor in pending:
                low[node] = min(low[node], index[successor])
    return found


def connected(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The nodes in groups: those that pairs lead to from each other, in either direction, are in one."""
    near: defaultdict[Node, list[Node]] = defaultdict(list)
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    return components(nodes, near.__getitem__)


def _taken(pending: dict[Node, None], first: Node) -> list[Node]:
    """The nodes from `first` on, which are no longer pending."""
    taken: list[Node] = []
    while not taken or taken[-1] != first:
        taken.append(pending.popitem()[0])
    return taken
