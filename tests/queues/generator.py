"""Random token programs that are right by construction, from a seed.

`pieces.py` has the rule by which a slot is used; loops and branches hand on a token for each slot that they may leave in
flight. Waits for tokens that nobody needs are put in between: they are always right.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.queues.forms import forms
from tests.queues.pieces import CONDS, Context, Names, Options, Pieces, Resource, State
from tests.queues.syntax import (
    Bin,
    Commit,
    Expr,
    Flag,
    For,
    If,
    Let,
    Outline,
    Program,
    Select,
    Stmt,
    Tid,
    Use,
    Var,
    While,
    fifo_of,
)

RARE = (
    "straight",
    "straight",
    "for, nested",
    "for, nested",
    "for, unknown trip",
    "blocks: branch",
    "blocks: loop",
    "carried 2",
    "carried 3",
    "select",
    "queues: 3",
    "thread-dependent",
    "shared FIFO",
)
"""Forms of which each program has one that is drawn first, so that each occurs often."""


def generate(seed: int, options: Options = Options()) -> Program:  # noqa: B008
    """The program of a seed. With options, the form that is drawn first need not occur."""
    wanted = random.Random(seed).choice(RARE)
    drawn = (Generator(random.Random(f"{seed}/{k}"), seed, options).program() for k in range(40))
    program = next(drawn)
    while wanted not in forms(program):
        following = next(drawn, None)
        if following is None:
            break
        program = following
    return program


class Generator(Pieces):
    """Makes one program."""

    def program(self) -> Program:
        body = tuple(self.block(self.resources, Names(), Context(), self.budget, drain=True))
        return Program(
            body,
            tuple(self.buffers),
            tuple(self.indices),
            tuple(self.flags),
            CONDS if self.sites else 0,
            self.threads,
            self.fifos,
            self.nvgpu,
            self.seed,
        )

    def block(
        self, state: State, names: Names, context: Context, budget: int, *, drain: bool = False
    ) -> list[Stmt]:
        out: list[Stmt] = []
        spent = 0
        while spent < budget:
            spent += self.action(out, state, names, context, budget - spent)
        if drain and self.rng.random() < 0.7:
            for resource in state:
                self.drain(out, resource, names)
                out += [Use(self.cell(resource, j)) for j in range(len(resource.slots))]
        return out

    def action(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        rng = self.rng
        roll = rng.random()
        if context.depth < 3 and budget >= 3 and roll < 0.4:
            kinds = ("for", "while", "if", "outline", "select", "empty", "noise")
            kind = rng.choices(kinds, [self.weights[k] for k in kinds])[0]
            return getattr(self, f"make_{kind}")(out, state, names, context, budget)
        if self.threads > 1 and context.uniform and roll < 0.47:
            self.barrier(out, state)
            return 1
        resource = rng.choice(state)
        self.touch(out, resource, rng.randrange(len(resource.slots)), names, context)
        return 2

    # -- noise -----------------------------------------------------------------------------------------------------

    def make_empty(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        """An empty group."""
        token, queue = self.name("t"), self.rng.randrange(self.queues)
        out.append(Commit(token, queue, ()))
        names.tokens.append((token, fifo_of(queue, self.fifos)))
        return 1

    def make_noise(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        """A wait that nobody needs: for an old token, or a ready one."""
        if names.tokens and self.rng.random() < 0.7:
            self.wait(out, (self.rng.choice(names.tokens[-4:])[0],))
        else:
            self.wait(out, (self.ready(out),))
        return 1

    def make_select(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        """A wait for one of two tokens, and a use of what it stands for."""
        flying = [(r, j) for r in state for j, s in enumerate(r.slots) if s.token is not None]
        if len(flying) < 2:
            return 0 if self.rng.random() < 0.5 else 1
        (r1, j1), (r2, j2) = self.rng.sample(flying, 2)
        left, right = r1.slots[j1], r2.slots[j2]
        if left.fifo != right.fifo or left.token == right.token:
            return 1
        cond, _ = self.cond(context, names)
        flag, token = self.name("b"), self.name("t")
        assert left.token is not None
        assert right.token is not None
        out += [Let(flag, cond), Select(token, Flag(flag), left.token, right.token)]
        self.wait(out, (token,))
        out.append(If(Flag(flag), (Use(self.cell(r1, j1)),), (Use(self.cell(r2, j2)),)))
        names.tokens.append((token, left.fifo))
        return 2

    # -- control flow ----------------------------------------------------------------------------------------------

    def make_if(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        cond, uniform = self.cond(context, names)
        style = self.style(context)
        inner = replace(
            context,
            depth=context.depth + 1,
            uniform=context.uniform and uniform,
            cf=style == "cf",
            rotate=False,
        )
        size = self.rng.randrange(1, min(6, budget))
        sides: list[tuple[list[Stmt], State]] = []
        for present in (True, self.rng.random() < 0.6):
            copy = [r.copy() for r in state]
            stmts = self.block(copy, names.copy(), inner, size) if present else []
            sides.append((stmts, copy))
        (then, after_then), (orelse, after_else) = sides
        if self.rng.random() < 0.3:
            then, after_then, orelse, after_else = orelse, after_else, then, after_then
        rows: list[tuple[str, str, str]] = []
        made: dict[tuple[str | None, str | None], str] = {}
        ready: dict[int, str] = {}
        for k, resource in enumerate(state):
            for j, slot in enumerate(resource.slots):
                a, b = after_then[k].slots[j], after_else[k].slots[j]
                slot.written, slot.read = a.written or b.written, a.read or b.read
                slot.fifo = a.fifo if a.token is not None else b.fifo
                if a.token == b.token:
                    slot.token = a.token
                    continue
                if (a.token, b.token) not in made:
                    for i, (side, token) in enumerate(((then, a.token), (orelse, b.token))):
                        if token is None and i not in ready:
                            ready[i] = self.ready(side)
                    result = made[a.token, b.token] = self.name("t")
                    rows.append((a.token or ready[0], b.token or ready[1], result))
                    names.tokens.append((result, slot.fifo))
                slot.token = made[a.token, b.token]
        yields = tuple(r[0] for r in rows), tuple(r[1] for r in rows), tuple(r[2] for r in rows)
        out.append(If(cond, tuple(then), tuple(orelse), *yields, style))
        return size + 1

    def make_outline(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        inner = replace(context, depth=context.depth + 1, cf=True)
        size = self.rng.randrange(1, min(6, budget))
        before, flags = len(names.tokens), len(names.flags)
        stmts = self.block(state, names, inner, size)
        del names.flags[flags:]
        made = {getattr(s, "result", None) for s in stmts} | {
            r for s in stmts for r in getattr(s, "results", ())
        }
        results = [t for t, _ in names.tokens[before:] if t in made]
        results += [s.final for s in stmts if isinstance(s, While)]
        names.tokens[before:] = [t for t in names.tokens[before:] if t[0] in results]
        self.functions += 1
        out.append(Outline(f"part{self.functions}", tuple(stmts), tuple(results)))
        return size + 1

    def make_for(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        rng, uniform, low, step = self.rng, True, 0, 1
        roll = rng.random()
        high: Expr = rng.randrange(0, 5)
        if roll < 0.45:
            high = Var(self.argument())
        elif roll < 0.55 and context.loops:
            high = Var(rng.choice(context.loops))
        elif roll < 0.6 and self.threads > 1:
            high, uniform = Bin("+", Tid(), rng.randrange(2)), False
        rotate = context.rotate and rng.random() < 0.7
        if not rotate and rng.random() < 0.3:
            low, step = rng.randrange(2), rng.choice((1, 2))
        var = self.name("i")
        loop = self.loop(out, state, names, context, budget, var, uniform, rotate, high)
        out.append(For(var, low, high, step, loop.carried, loop.body, loop.yields, loop.results, loop.style))
        return loop.size

    def make_while(self, out: list[Stmt], state: State, names: Names, context: Context, budget: int) -> int:
        var, final = self.name("i"), self.name("i")
        cond = self.opaque(context, var)
        rotate = context.rotate and self.rng.random() < 0.7
        loop = self.loop(out, state, names, context, budget, var, True, rotate, Var(final))
        before: list[Stmt] = []
        if names.tokens and self.rng.random() < 0.3 and loop.known:
            self.wait(before, (self.rng.choice(loop.known),))
        if self.rng.random() < 0.2:
            self.make_empty(before, state, Names(), context, 1)
        out.append(
            While(
                var,
                cond,
                tuple(before),
                loop.carried,
                loop.body,
                loop.yields,
                loop.results,
                final,
                loop.style,
            )
        )
        return loop.size

    def loop(
        self,
        out: list[Stmt],
        state: State,
        names: Names,
        context: Context,
        budget: int,
        var: str,
        uniform: bool,
        rotate: bool,
        trips: Expr,
    ) -> Loop:
        """A loop's body, and what it carries; `state` becomes what holds after the loop."""
        rng, known = self.rng, [t for t, _ in names.tokens]
        style = self.style(context)
        inner_names = names.copy()
        uniform = uniform and context.uniform
        inner = Context(context.depth + 1, uniform, style == "cf", True, (*context.loops, var))
        size = rng.randrange(2, max(3, min(9, budget)))
        touched = [k for k in range(len(state)) if rng.random() < 0.7] or [rng.randrange(len(state))]
        inside = {k: state[k].copy() for k in touched}
        rotating = {k for k in touched if rotate and (uniform or not state[k].crossed) and rng.random() < 0.8}
        for k in rotating:
            inside[k].base = _moved(state[k].base, Var(var))
        carried = self.carry(out, inside, uniform, inner_names)
        body: list[Stmt] = []
        for k in [k for k in touched if k in rotating and rng.random() < 0.8]:
            self.touch(body, inside[k], 0, inner_names, inner)
        body += self.block(list(inside.values()), inner_names, inner, size)
        for k, resource in inside.items():
            if resource.base != (_moved(state[k].base, Var(var)) if k in rotating else state[k].base):
                self.drain(body, resource, inner_names)
        yields, results = self.hand_on(body, inside, rotating, state, names)
        for k in rotating:
            state[k].base = _moved(state[k].base, trips)
        self.add_noise(body, carried, yields, results, known, inner_names, names, out)
        return Loop(
            tuple(carried),
            tuple(body),
            tuple(yields),
            tuple(results),
            style,
            size + 2,
            [*known, *(c[0] for c in carried)],
        )

    def carry(
        self, out: list[Stmt], inside: dict[int, Resource], uniform: bool, names: Names
    ) -> list[tuple[str, str]]:
        """What a loop carries: a token for each slot of the resources that it touches."""
        carried: list[tuple[str, str]] = []
        for resource in inside.values():
            for slot in resource.slots:
                slot.written = True
                slot.read = (slot.read or uniform) and resource.crossed
                name = self.name("t")
                carried.append((name, slot.token or self.ready(out)))
                names.tokens.append((name, slot.fifo if slot.token else -1))
                slot.token = name
        return carried

    def hand_on(
        self,
        body: list[Stmt],
        inside: dict[int, Resource],
        rotating: set[int],
        state: State,
        names: Names,
    ) -> tuple[list[str], list[str]]:
        """What an iteration yields for each of them, and the loop's results; `state` gets the results."""
        yields: list[str] = []
        results: list[str] = []
        for k, resource in inside.items():
            read = any(slot.read for slot in (*state[k].slots, *resource.slots))
            for j, slot in enumerate(state[k].slots):
                last = resource.slots[(j + 1) % len(resource.slots) if k in rotating else j]
                yields.append(last.token or self.ready(body))
                results.append(self.name("t"))
                fifo = last.fifo if last.token else slot.fifo
                names.tokens.append((results[-1], fifo))
                slot.token, slot.fifo, slot.written, slot.read = results[-1], fifo, True, read
        return yields, results

    def add_noise(
        self,
        body: list[Stmt],
        carried: list[tuple[str, str]],
        yields: list[str],
        results: list[str],
        known: list[str],
        inner: Names,
        names: Names,
        out: list[Stmt],
    ) -> None:
        """Sometimes a chain of tokens that nobody needs: the newest one of each iteration, one or two iterations later."""
        made = [t for t in inner.tokens if any(isinstance(s, Commit) and s.result == t[0] for s in body)]
        if not made or self.rng.random() > 0.15 * self.weights["noise"]:
            return
        chain = [self.name("t") for _ in range(self.rng.choice((1, 2, 3)))]
        newest, fifo = self.rng.choice(made)
        for name, following in zip(chain, [*chain[1:], newest], strict=True):
            carried.append((name, self.ready(out)))
            yields.append(following)
            results.append(self.name("t"))
            names.tokens.append((results[-1], fifo))
        position = self.rng.choice((0, len(body)))
        noise: list[Stmt] = []
        self.wait(noise, (chain[0],))
        body[position:position] = noise


def _moved(base: Expr, by: Expr) -> Expr:
    return by if base == 0 else Bin("+", base, by)


@dataclass(frozen=True)
class Loop:
    """The parts of a loop."""

    carried: tuple[tuple[str, str], ...]
    body: tuple[Stmt, ...]
    yields: tuple[str, ...]
    results: tuple[str, ...]
    style: str
    size: int
    known: list[str]
    """Tokens that are known where its condition is evaluated."""
