"""Old groups in flight folded into few: otherwise a loop that never waits would have a new state in each iteration.

Of groups that are older than any count tells apart, one entry stands for many, per place in the program. Its place is
given by numbers of its own, of which only that is known which is true of all that it stands for. In nested loops, what
was issued earlier is so in one of as many ways as there are loops: earlier in this iteration of the outer ones, or in an
earlier iteration of one of them. Each way is an entry of its own, for no conjunction says "one of them".

A group for which a token is still held is not folded into others, however old it is: between such groups, those that
are folded are told apart by the order alone, which their numbers then say (`Entry.rank`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from typing import Any

from asyncir.analyses.in_flight.code import Code
from asyncir.analyses.in_flight.exprs import Lin, constant, substituted, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.lookup import named
from asyncir.analyses.in_flight.state import Entry, FlightAccess, Lane, State, Token, moved, symbols_in
from asyncir.analyses.in_flight.world import OWN, World

_NEAR = 3
"""So many iterations of outer loops are told apart, where old groups have ages."""

_MOST_HELD = 4
"""Of each FIFO, so many old groups stay apart because somebody holds their tokens."""


def fold_old(state: State, lane: Lane, code: Code, world: World, oldest: int) -> None:
    """Let one entry stand for any of those that are older than `oldest`, per place in the program."""
    for age in [e.age for e in lane.entries if e.age is not None and e.age.const]:
        name = next(iter(age.symbols))
        state.substitute({name: symbol(name) - age.const})
    held = _held(lane, oldest)
    _renumber_tokens(lane, held, oldest)
    old: list[Entry] = []
    kept: list[Entry] = []
    loose: dict[Hashable, int] = {}
    for e in reversed(lane.entries):
        if e.seq is None:
            of_its_kind = (e.at, e.kind, e.opened)
            loose[of_its_kind] = loose.get(of_its_kind, 0) + 1
            too_old = loose[of_its_kind] > oldest
        else:
            too_old = -1 - e.seq > oldest
        (old if e.many or too_old else kept).append(e)
    if old:
        ages = _ages_of_held(state, world, old, held)
        folded = [_folded(state, lane, e, code, world, oldest, held, ages) for e in reversed(old)]
        lane.entries = [*_absorbed(state, folded), *reversed(kept)]
    count: dict[tuple[int, str], int] = {}
    for e in lane.epoch:
        count[(e.at, e.kind)] = count.get((e.at, e.kind), 0) + 1
    if any(n > 2 for n in count.values()):
        lane.epoch = _absorbed(state, [_as_many(state, e, code, world) for e in lane.epoch])


Held = dict[Hashable, list[int]]
"""For each FIFO, the old groups for which tokens are held, oldest first."""


def _held(lane: Lane, oldest: int) -> Held:
    found: dict[Hashable, set[int]] = {}
    for value in lane.env.values():
        if isinstance(value, Token):
            for fifo, seq in value.groups:
                if -1 - seq > oldest:
                    found.setdefault(fifo, set()).add(seq)
    if not found:
        return {}
    oldest_in: dict[Hashable, int] = {}
    for e in lane.entries:
        if e.seq is not None:
            oldest_in[e.fifo] = min(oldest_in.get(e.fifo, 0), e.seq)
    alive = {f: sorted(s for s in seqs if s >= oldest_in.get(f, 0)) for f, seqs in found.items()}
    return {f: seqs[-_MOST_HELD:] for f, seqs in alive.items() if seqs}


def _rank(seq: int, held: list[int]) -> int:
    """Among the old: 0 younger than all groups that are held, 1 the youngest of these, 2 older than that one, …"""
    younger = len(held) - bisect_right(held, seq)
    return 2 * younger + (seq in held)


def _renumber_tokens(lane: Lane, held: Held, oldest: int) -> None:
    """Tokens of old groups: those that are held, by their ranks; others are of groups older than all others."""
    for name, value in lane.env.items():
        if isinstance(value, Token) and any(-1 - seq > oldest for _, seq in value.groups):
            groups = frozenset(
                (f, seq if -1 - seq <= oldest else -2 - oldest - _rank_of_token(seq, held.get(f, [])))
                for f, seq in value.groups
            )
            lane.env[name] = Token(groups, value.copies)


def _rank_of_token(seq: int, held: list[int]) -> int:
    return _rank(seq, held) if seq in held else 2 * _MOST_HELD + 1


def _ages_of_held(
    state: State, world: World, old: list[Entry], held: Held
) -> dict[tuple[Hashable, int | None], Lin]:
    """How old the groups are whose tokens are held: a number for each, for one that grows would be a new state."""
    ages: dict[tuple[Hashable, int | None], Lin] = {}
    for e in old:
        if e.seq in held.get(e.fifo, ()) and not e.many and (e.fifo, e.seq) not in ages:
            ages[e.fifo, e.seq] = e.age or named(state, world, constant(-1 - (e.seq or 0)))
    return ages


def _folded(
    state: State,
    lane: Lane,
    e: Entry,
    code: Code,
    world: World,
    oldest: int,
    held: Held,
    ages: dict[tuple[Hashable, int | None], Lin],
) -> Entry:
    """The entry as it stands for many, or for one old group that is held."""
    if e.seq is None or -1 - e.seq <= oldest:
        return _as_many(state, e, code, world, lane)
    rank = _rank(e.seq, held.get(e.fifo, []))
    seq, age = -2 - oldest - rank, ages.get((e.fifo, e.seq))
    if age is not None and not e.many:
        alone = _alone(state, lane, e._replace(age=None, symbols=symbols_in(e.accesses, e.place)), world)
        made = _detached_old(state, alone, code, world)._replace(seq=seq, rank=rank, age=age)
        return made._replace(symbols=made.symbols | age.symbols)
    return _as_many(state, e, code, world, lane)._replace(seq=seq, rank=rank)


def _as_many(state: State, e: Entry, code: Code, world: World, lane: Lane | None = None) -> Entry:
    if lane is not None:
        e = _alone(state, lane, e, world)
    if e.many:
        return _detached_old(state, e, code, world)
    made = _detached_old(state, e, code, world)._replace(many=True, uid=-1)
    return made if lane is None or not world.ages else _aged(state, lane, e, made, world)


def _detached_old(state: State, e: Entry, code: Code, world: World) -> Entry:
    """The entry with numbers of its own in the place of iterations, but of those of outer loops that are running."""
    loop = code.instructions[e.at].inside
    chain = [] if loop is None else loop.chain()
    near = _NEAR if world.ages else 1
    depth = 0
    for lin, around in zip(e.place[:-1], chain, strict=False):
        if lin.terms != ((around.counter, 1),) or not -near < lin.const <= 0:
            break
        depth += 1
    return detached(state, e, world, [x.counter for x in chain], range(depth, len(e.place)))


def _alone(state: State, lane: Lane, e: Entry, world: World) -> Entry:
    """The entry with numbers that no other has: of a number of several groups something is forgotten soon."""
    own = {s for s in e.symbols if s[0] in OWN}
    if not own or not any(not own.isdisjoint(other.symbols) for other in lane.entries if other is not e):
        return e
    by = {s: world.fresh() for s in sorted(own)}
    about = [x for x in state.facts.lins() if not own.isdisjoint(x.symbols)]
    state.facts = state.facts.plus(*(substituted(x, by) for x in about))
    return moved(e, by)


def _aged(state: State, lane: Lane, e: Entry, made: Entry, world: World) -> Entry:
    """The entry with its age as a number, of which it is known how it grows from iteration to iteration."""
    if e.seq is None:
        return made
    age = named(state, world, constant(-1 - e.seq))
    issued = _by_counter(state, e)
    if issued is not None:
        line = age + (1 + e.seq) + (made.place[-1] - issued).scaled(_rate(state, lane, e, issued))
        state.facts = state.facts.plus(line, line.scaled(-1))
    return made._replace(age=age, symbols=made.symbols | age.symbols)


def _by_counter(state: State, e: Entry) -> Lin | None:
    """In which iteration of the innermost loop around it the group was issued, relative to the current one."""
    if not e.place or not (e.place[-1].symbols and all(s[0] in OWN for s in e.place[-1].symbols)):
        return e.place[-1] if e.place else None
    for known in state.facts.lins():
        rest = known + e.place[-1]
        if (
            len(rest.terms) == 1
            and str(rest.terms[0][0])[0] == "k"
            and state.facts.implies(e.place[-1] - rest)
        ):
            return rest
    name = e.place[-1].terms[0][0]
    return state.facts.value_of(name) if e.place[-1].terms == ((name, 1),) and not e.place[-1].const else None


def _rate(state: State, lane: Lane, e: Entry, issued: Lin) -> int:
    """How many groups are committed from one iteration to the next, as another group of its kind shows."""
    for other in lane.entries:
        same = (other.at, other.kind, other.fifo) == (e.at, e.kind, e.fifo) and not other.many
        if same and other.seq is not None and e.seq is not None and other.seq > e.seq:
            its = _by_counter(state, other)
            later = None if its is None else its - issued
            if later is not None and later.is_const and later.const > 0:
                return (other.seq - e.seq) // later.const
    return 1


def detached(
    state: State,
    e: Entry,
    world: World,
    counters: list[str],
    depths: range,
    names: dict[Lin, Lin] | None = None,
    only: str | None = None,
) -> Entry:
    """The entry with numbers of its own in the place of iterations in which it was issued, of the loops at `depths`."""
    by: dict[str, Lin] = {}
    formal: dict[str, Lin] = {}
    place = list(e.place)
    open_ = frozenset[str]() if e.formal is None else symbols_in(e.formal)
    for depth in depths:
        lin, name = place[depth], f"p{depth}"
        base = lin.terms[0][0] if len(lin.terms) == 1 and lin.terms[0][1] == 1 else None
        if only is not None and base != only:
            continue
        is_own = isinstance(base, str) and base[0] in OWN and not lin.const
        if name in open_:
            formal[name] = place[depth] = lin if is_own else _own(state, world, lin, names)
            tested = world.tested.get(counters[depth], ()) if depth < len(counters) else ()
            _say_bounds(state, place[depth], counters[depth : depth + 1], tested)
        elif isinstance(base, str) and (base[0] == "k" or base[0] in OWN) and not is_own and base not in by:
            new = names is None or lin not in names
            own = _own(state, world, lin, names)
            by[base] = own - lin.const
            if new:
                _carry_over(state, base, by[base])
    if not by and not formal:
        return e
    if formal and e.formal is not None:
        left = tuple(a.substituted(formal) for a in e.formal)
        e = _instantiated(e._replace(place=tuple(place)), left)
    return moved(e, by) if by else e


def _instantiated(e: Entry, formal: tuple[FlightAccess, ...]) -> Entry:
    by = {f"p{depth}": lin for depth, lin in enumerate(e.place)}
    accesses = tuple(a.substituted(by) for a in formal)
    rest = formal if any(s in by for s in symbols_in(formal)) else None
    place = e.place if e.age is None else (*e.place, e.age)
    return e._replace(accesses=accesses, formal=rest, symbols=symbols_in(accesses, place))


def _own(state: State, world: World, lin: Lin, names: dict[Lin, Lin] | None) -> Lin:
    """A number of its own that is `lin`."""
    if names is not None and lin in names:
        return names[lin]
    own = named(state, world, lin)
    if names is not None:
        names[lin] = own
    return own


def _carry_over(state: State, base: str, back: Lin) -> None:
    """What is known of a symbol is known of what it is in terms of another."""
    about = [
        x
        for x in state.facts.lins()
        if base in x.symbols
        and not any(s[0] in OWN and s != base for s in x.symbols)
        and not speaks_of_loads(x.terms)
        and back.symbols.isdisjoint(x.symbols)
    ]
    state.facts = state.facts.plus(*(substituted(x, {base: back}) for x in about))


def _say_bounds(state: State, own: Lin, counter: list[str], tested: Any) -> None:
    """Say what the program tests of the counter where it holds of the number that was one."""
    said = [substituted(e, dict.fromkeys(counter, own)) for e in tested]
    state.facts = state.facts.plus(*(e for e in (own, *said) if state.facts.implies(e)))


def speaks_of_loads(terms: Any) -> bool:
    """Whether something in it is an element of memory."""
    return any(not isinstance(atom, str) and atom[0] == "load" for atom, _ in terms)


def _absorbed(state: State, entries: list[Entry]) -> list[Entry]:
    """Entries that differ only in numbers of their own become one, of which only the common is known."""
    found: dict[Hashable, tuple[Entry, list[str]]] = {}
    gone: set[str] = set()
    for number, e in enumerate(entries):
        own = _own_symbols(e)
        shape = moved(e, {s: symbol(f"x{i}") for i, s in enumerate(own)})
        key = (shape.structure, shape.fifo, shape.seq, shape.many or number)
        first = found.get(key)
        if first is None:
            found[key] = (e, own)
        elif first[1] != own:
            _forget_differences(state, first[1], own)
            gone.update(s for s in own if s not in first[1])
    if gone:
        state.facts = state.facts.without(gone)
    return [e for e, _ in found.values()]


def _own_symbols(e: Entry) -> list[str]:
    order: dict[str, None] = {}
    for lin in e.lins():
        for s in in_order(lin):
            if s[0] in OWN:
                order[s] = None
    return list(order)


def in_order(lin: Lin) -> list[str]:
    """The symbols of an expression in an order that renaming does not change."""
    found: list[str] = []
    pending = [lin]
    while pending:
        e = pending.pop()
        terms = e.terms
        if len(terms) > 1:
            terms = sorted(terms, key=lambda t: (not isinstance(t[0], str), t[1]))
        for atom, _ in terms:
            if isinstance(atom, str):
                found.append(atom)
            elif atom[0] == "load":
                pending.extend(atom[2])
            else:
                pending.append(atom[1])
    return found


def _forget_differences(state: State, kept: list[str], other: list[str]) -> None:
    """Of the numbers `kept`, know only what is also true of `other`; candidates are the facts about both."""
    facts = state.facts
    to_other = {k: symbol(o) for k, o in zip(kept, other, strict=True)}
    to_kept = {o: symbol(k) for k, o in zip(kept, other, strict=True)}
    about = set(kept)
    rest = {t: e for t, e in facts.known.items() if e.symbols.isdisjoint(about)}
    stay: list[Lin] = []
    for e in facts.lins():
        if not e.symbols.isdisjoint(about) and facts.implies(substituted(e, to_other)):
            stay.append(e)
        elif not e.symbols.isdisjoint(other):
            mine = substituted(e, to_kept)
            if mine.symbols.isdisjoint(other) and facts.implies(mine):
                stay.append(mine)
    state.facts = Facts(rest).plus(*stay)
