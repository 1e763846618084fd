"""What happens before what, and which accesses are not ordered by it: SEM-24 to SEM-27, from the rules alone."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Object:
    """Memory that was allocated, or an array of the caller's."""

    name: str
    elements: list[int]
    given: bool = False


@dataclass(frozen=True)
class Seen:
    view: Object
    offset: int
    size: int


@dataclass
class Access:
    node: int
    write: bool
    uid: int


@dataclass
class Graph:
    """Nodes are made in an order that is legal; each knows all that happens before it, as bits."""

    before: list[int] = field(default_factory=list[int])

    def node(self, *behind: int) -> int:
        number = len(self.before)
        bits = 1 << number
        for each in behind:
            bits |= self.before[each]
        self.before.append(bits)
        return number

    def ordered(self, first: int, second: int) -> bool:
        return bool(self.before[second] >> first & 1)


@dataclass
class Races:
    """All accesses of a run by element, and what is wrong among them."""

    graph: Graph
    accesses: dict[tuple[int, int], list[Access]] = field(default_factory=dict[tuple[int, int], list[Access]])
    ended: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """Of memory that is over: the node of its end, and who ended it."""
    found: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    outside: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Accesses that are not before the end of what they touch, or behind it: S002, S020."""
    objects: dict[int, Object] = field(default_factory=dict[int, Object])

    def access(self, node: int, memory: Object, index: int, write: bool, uid: int) -> None:
        key = (id(memory), index)
        self.objects[id(memory)] = memory
        before = self.accesses.setdefault(key, [])
        for other in before:
            # What one operation does, it does in its own order, though its reads are noted as one moment.
            unordered = not (self.graph.ordered(other.node, node) or self.graph.ordered(node, other.node))
            if (other.write or write) and unordered:
                self.found.add((other.uid, uid))
        before.append(Access(node, write, uid))
        if id(memory) in self.ended:
            self.outside.add((self.ended[id(memory)][1], uid))

    def end(self, node: int, memory: Object, uid: int) -> None:
        """The end of memory on a stack."""
        self.objects[id(memory)] = memory
        self.ended[id(memory)] = (node, uid)
        for index in range(len(memory.elements)):
            for other in self.accesses.get((id(memory), index), []):
                if not self.graph.ordered(other.node, node):
                    self.outside.add((other.uid, uid))

    def free(self, node: int, memory: Object, uid: int) -> None:
        """Freeing writes each element."""
        for index in range(len(memory.elements)):
            self.access(node, memory, index, True, uid)
        self.ended[id(memory)] = (node, uid)

    def late(self, node: int) -> set[int]:
        """Who touches arrays of the caller's without being over at a node."""
        found: set[int] = set()
        for (memory, _), accesses in self.accesses.items():
            if self.objects[memory].given:
                found |= {a.uid for a in accesses if not self.graph.ordered(a.node, node)}
        return found
