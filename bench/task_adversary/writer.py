"""Writes a program's text, and knows what is in flight: which tasks may still touch what, and how to wait for them.

A careful writer orders every conflict that it sees. A careless one leaves out some of what a careful one would write.
"""

from dataclasses import dataclass, field

EXTENT = 8
TOKEN, VALUE, GROUP = "!async.token", "!async.value<i64>", "!async.group"
ARRAY = f"memref<{EXTENT}xi64>"


@dataclass(frozen=True)
class Access:
    """An element, or several: `key` is a base and a distance from it; None may be any element."""

    array: str
    key: tuple[str, int] | None
    write: bool
    atomic: bool = False

    def meets(self, other):
        if self.array != other.array or not (self.write or other.write) or (self.atomic and other.atomic):
            return False
        return not (self.key and other.key and self.key[0] == other.key[0] and self.key[1] != other.key[1])

    def outside(self, names):
        """The same seen from where only these indices are known."""
        known = self.key and all(w in names for w in self.key[0].split() if w[0] == "%")
        return self if known else Access(self.array, None, self.write, self.atomic)


@dataclass(frozen=True)
class Flight:
    """Work that may be going on: how to wait for it, what it touches, and what is complete when it is."""

    number: int
    name: str
    kind: str
    accesses: tuple[Access, ...]
    covers: frozenset[int]


@dataclass
class Scope:
    """A region: what is visible there, and what was done there."""

    flights: list[Flight] = field(default_factory=list)
    log: list[Access] = field(default_factory=list)
    indices: list[tuple[str, str]] = field(default_factory=list)
    """Index values below the extent of the arrays, each with the base of its key."""
    values: list[str] = field(default_factory=list)
    repeat: int = 1
    depth: int = 0
    waited: set[int] = field(default_factory=set)
    """What is complete wherever this region has been passed."""
    outer: frozenset[int] = frozenset()
    """Flights from outside of the task whose body this is: those can become its dependencies."""
    dependencies: list[Flight] | None = None

    def inner(self, repeat=1):
        """A region in this one, of the same task."""
        return Scope(
            list(self.flights),
            [],
            list(self.indices),
            list(self.values),
            self.repeat * repeat,
            self.depth + 1,
            set(),
            self.outer,
            self.dependencies,
        )

    def body(self):
        """The body of a task that is launched here."""
        numbers = frozenset(f.number for f in self.flights)
        return Scope(
            list(self.flights),
            [],
            list(self.indices),
            list(self.values),
            self.repeat,
            self.depth + 1,
            set(),
            numbers,
            [],
        )

    def complete(self, flight):
        done = flight.covers | {flight.number}
        self.waited |= done
        self.flights = [f for f in self.flights if f.number not in done]


class Writer:
    """The text so far."""

    def __init__(self, rng, careful, features, fuel):
        self.rng, self.careful, self.features = rng, careful, features
        self.lines, self.margin, self.numbers = [], 1, 0
        self.fuel = fuel
        self.functions = {}
        self.arrays = ["%A", "%A", "%A", "%B"]

    def chance(self, percent):
        return self.rng.random() * 100 < percent

    def obeys(self):
        """Whether to write what orders a conflict."""
        return self.careful or self.chance(35)

    def has(self, feature):
        return feature in self.features

    def fresh(self, prefix="x"):
        self.numbers += 1
        return f"%{prefix}{self.numbers}"

    def number(self):
        self.numbers += 1
        return self.numbers

    def line(self, text):
        self.lines.append("  " * self.margin + text)

    def define(self, text, prefix="x"):
        name = self.fresh(prefix)
        self.line(f"{name} = {text}")
        return name

    def constant(self, number, kind="index"):
        return self.define(f"arith.constant {number}" + ("" if kind == "i1" else f" : {kind}"), "c")

    def block(self, head, write, tail="}"):
        """A region: its head is asked for when its lines are there, for they may add to it."""
        before, self.lines = self.lines, []
        self.margin += 1
        result = write()
        self.margin -= 1
        inside, self.lines = self.lines, before
        self.line(head() if callable(head) else head)
        self.lines += inside
        self.line(tail)
        return result

    def can_launch(self, s, tasks=1):
        return self.fuel >= tasks * s.repeat and s.depth < 4

    def spend(self, s, tasks=1):
        self.fuel -= tasks * s.repeat

    # ---- order ----

    def touch(self, s, *accesses):
        """Before the activation does this: order what conflicts with it."""
        for access in accesses:
            for flight in list(s.flights):
                conflicts = any(access.meets(a) for a in flight.accesses)
                if conflicts and flight in s.flights and self.obeys():
                    self.order(s, flight)
            s.log.append(access)

    def order(self, s, flight):
        """Make a flight come before what follows: as a dependency of the task at hand, or by a wait."""
        outside = s.dependencies is not None and flight.number in s.outer
        if outside and flight.kind == TOKEN and self.chance(50):
            if flight not in s.dependencies:
                s.dependencies.append(flight)
        else:
            self.wait(s, flight)
        s.complete(flight)

    def wait(self, s, flight):
        if flight.kind == GROUP:
            self.line(f"async.await_all {flight.name}")
        elif flight.kind == VALUE:
            s.values.append(self.define(f"async.await {flight.name} : {VALUE}", "p"))
        elif self.has("waits") and self.chance(70):
            self.line(f"func.call {self.function('wait')}({flight.name}) : ({TOKEN}) -> ()")
        elif self.chance(8) and self.can_launch(s):
            self.spend(s)
            after = self.fresh("t")
            self.block(f"{after} = async.execute [{flight.name}] {{", lambda: self.line("async.yield"))
            self.line(f"async.await {after} : {TOKEN}")
        else:
            self.line(f"async.await {flight.name} : {TOKEN}")

    def settle(self, s, before, percent=100):
        """At the end of a region: wait for what was launched in it."""
        known = {f.number for f in before}
        for flight in reversed(list(s.flights)):
            if flight.number not in known and flight in s.flights and self.obeys() and self.chance(percent):
                self.wait(s, flight)
                s.complete(flight)

    def launched(self, s, name, kind, accesses, covers=()):
        """What was launched is in flight."""
        flight = Flight(self.number(), name, kind, tuple(accesses), frozenset(covers))
        s.flights.append(flight)
        s.log += flight.accesses
        return flight

    def function(self, kind, make=None):
        """The name of a function beside `@main`, which is written where it is not there yet."""
        if kind not in self.functions:
            self.functions[kind] = (make or FUNCTIONS[kind])()
        return "@" + kind


FUNCTIONS = {
    "wait": lambda: (
        f"""func.func private @wait(%t: {TOKEN}) {{
  async.await %t : {TOKEN}
  return
}}
"""
    )
}
