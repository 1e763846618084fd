"""Which forms of control flow, and which features, a program has."""

from __future__ import annotations

from tests.queues.syntax import (
    Async,
    Barrier,
    Commit,
    Compare,
    For,
    If,
    Opaque,
    Outline,
    Program,
    Ready,
    Select,
    Stmt,
    Tid,
    Var,
    Wait,
    While,
    parts,
    walk,
)

FORMS = (
    "straight",
    "for, constant trip",
    "for, unknown trip",
    "for, nested",
    "if, opaque condition",
    "if, affine condition",
    "while",
    "blocks: branch",
    "blocks: loop",
    "call: start inside",
    "call: wait inside",
    "carried 1",
    "carried 2",
    "carried 3",
    "select",
    "tokens in one wait",
    "ready token",
    "queues: 2",
    "queues: 3",
    "shared FIFO",
    "threads: 1",
    "threads: 2",
    "threads: 3",
    "threads: 4",
    "barrier",
    "thread-dependent",
    "copies",
    "compute",
    "nvgpu",
)


def forms(program: Program) -> set[str]:
    """The forms that occur in the program."""
    stmts = tuple(walk(program.body))
    queues = {s.queue for s in stmts if isinstance(s, Commit)}
    found = {f"queues: {len(queues)}", f"threads: {program.threads}"}
    if any(len(queues & set(f)) > 1 for f in program.fifos):
        found.add("shared FIFO")
    if program.nvgpu:
        found.add("nvgpu")
    for stmt in stmts:
        found |= _of_statement(stmt, program)
    if not any(isinstance(s, For | While | If) for s in stmts):
        found.add("straight")
    return found & set(FORMS)


def _of_statement(stmt: Stmt, program: Program) -> set[str]:
    match stmt:
        case For():
            found = {"for, unknown trip" if isinstance(stmt.high, Var) else "for, constant trip"}
            if any(isinstance(s, For | While) for s in walk(stmt.body)):
                found.add("for, nested")
            return found | _of_loop(stmt)
        case While():
            return {"while"} | _of_loop(stmt)
        case If():
            affine = isinstance(stmt.cond, Compare)
            found = {"if, affine condition" if affine else "if, opaque condition"}
            if Tid() in parts(stmt.cond):
                found.add("thread-dependent")
            return found | ({"blocks: branch"} if stmt.style == "cf" else set())
        case Outline():
            return _calls(stmt.body)
        case Commit():
            return {"call: start inside"} if stmt.shared else set()
        case Wait():
            found = {"call: wait inside"} if stmt.shared else set[str]()
            return found | ({"tokens in one wait"} if len(stmt.tokens) > 1 else set())
        case Async():
            return {"compute" if stmt.constant or len(stmt.reads) > 1 else "copies"}
        case Ready():
            return {"ready token"}
        case Select():
            return {"select"}
        case Barrier():
            return {"barrier"}
        case _:
            return set()


def _calls(body: tuple[Stmt, ...]) -> set[str]:
    inside = tuple(walk(body))
    found = {"call: start inside"} if any(isinstance(s, Commit) for s in inside) else set[str]()
    return found | ({"call: wait inside"} if any(isinstance(s, Wait) for s in inside) else set())


def _of_loop(stmt: For | While) -> set[str]:
    """How far a token that the body makes is carried before it is awaited in the body."""
    found = {"blocks: loop"} if stmt.style == "cf" else set[str]()
    names = [name for name, _ in stmt.carried]
    following = dict(zip(names, stmt.yields, strict=True))
    awaited = {t for s in walk(stmt.body) if isinstance(s, Wait) for t in s.tokens}
    made = {r for s in walk(stmt.body) for r in (getattr(s, "result", None), *getattr(s, "results", ()))}
    made -= {s.result for s in stmt.body if isinstance(s, Ready)}
    for name in names:
        token, distance = name, 0
        while token in following and distance < 4:
            token, distance = following[token], distance + 1
        if name in awaited and token in made and distance in (1, 2, 3):
            found.add(f"carried {distance}")
    return found


def opaque(program: Program) -> bool:
    """Whether a condition of the program comes from memory."""
    return any(isinstance(p, Opaque) for s in walk(program.body) for p in parts(s))
