"""Small random programs with queues, threads and barriers."""

from __future__ import annotations

from random import Random

from tests.semantics.block.programs import commit, copy, load, store, text_of


def program(seed: int) -> tuple[str, int]:
    """A program text and its number of threads."""
    random = Random(seed)
    threads = random.choice((1, 1, 2, 3))
    return text_of(_Writer(random, threads).lines(random.randint(3, 8), 0, True), threads), threads


class _Writer:
    def __init__(self, random: Random, threads: int):
        self.random = random
        self.threads = threads
        self.names = 0
        self.tokens: list[str] = []

    def lines(self, count: int, depth: int, converged: bool) -> list[str]:
        known = len(self.tokens)
        lines = [line for _ in range(count) for line in self._statement(depth, converged)]
        del self.tokens[known:]
        return lines

    def _name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def _index(self) -> str:
        return self.random.choice(("c0", "c1", "c2", "c3", "id"))

    def _copies(self) -> list[str]:
        return [copy(self._index(), self._index()) for _ in range(self.random.choice((0, 1, 1, 1, 2)))]

    def _statement(self, depth: int, converged: bool) -> list[str]:
        pick = self.random.randrange(20)
        if pick < 5:
            return [load(self._index()) if self.random.random() < 0.5 else store(self._index())]
        if pick < 9:
            return self._commit()
        if pick < 13:
            return [self._wait()]
        if pick == 13:
            return (
                ["memref.copy %m, %m : memref<8xi64> to memref<8xi64>"] if self.random.random() < 0.2 else []
            )
        if pick == 14:
            return [copy(self._index(), self._index())]
        if pick == 15:
            name = self._name("%old")
            return [
                f"{name} = memref.atomic_rmw addi %v1, %m[%{self._index()}] : (i64, memref<8xi64>) -> i64"
            ]
        if pick == 16 and converged:
            return ["gpu.barrier"]
        if depth < 2 and pick < 18:
            variable = self._name("i")
            body = self.lines(self.random.randint(1, 4), depth + 1, converged)
            return [f"scf.for %{variable} = %c0 to %c{self.random.randint(1, 3)} step %c1 {{", *body, "}"]
        if depth < 2:
            condition = self._name("%is")
            test = f"{condition} = arith.cmpi eq, %id, %c{self.random.randrange(2)} : index"
            body = self.lines(self.random.randint(1, 3), depth + 1, False)
            return [test, f"scf.if {condition} {{", *body, "}"]
        return []

    def _commit(self) -> list[str]:
        text = commit(*self._copies(), queue=self.random.choice((0, 0, 1)))
        if self.random.random() < 0.4:
            token = self._name("%t")
            text = f"{token} = {text} -> !async.token"
            self.tokens.append(token)
        return [text]

    def _wait(self) -> str:
        queue, count = self.random.choice((0, 0, 1)), self.random.randrange(3)
        kind = self.random.choice(("wait", "wait", "wait_read", "wait_finished", "token", "token_read"))
        if kind.startswith("token"):
            if not self.tokens:
                return ""
            token = self.random.choice(self.tokens)
            return f"queue.await{'_read' if kind == 'token_read' else ''} {token} : !async.token"
        return f"queue.{kind}({queue}, {count})"
