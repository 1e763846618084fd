"""Random programs of several threads that mostly keep to their own elements, so that many have no race."""

from __future__ import annotations

from random import Random

THREADS = 5


def program(seed: int) -> str:
    """A program with `@main(%m: memref<20xi64>)` for a block of threads; element 4 * id + k belongs to thread id."""
    writer = _Writer(Random(seed))
    lines = writer.block(writer.random.randint(4, 9), 0, converged=True)
    constants = [f"%c{i} = arith.constant {i} : index" for i in range(6)]
    constants += [f"%v{i} = arith.constant {i} : i64" for i in range(3)]
    return "\n".join(
        [
            *_CALLEE,
            f"func.func @main(%m: memref<{4 * THREADS}xi64>) attributes "
            f"{{gpu.known_block_size = array<i32: {THREADS}, 1, 1>, queue.fifos = [[0, 2]]}} {{",
            *constants,
            "%id = gpu.thread_id x",
            "%mine = arith.muli %id, %c4 : index",
            *[f"%own{k} = arith.addi %mine, %c{k} : index" for k in range(4)],
            f"%b = memref.alloc() : memref<{THREADS}xi64, 3>",
            "%p = memref.alloca() : memref<2xi64>",
            "memref.store %v1, %p[%c0] : memref<2xi64>",
            "memref.store %v2, %p[%c1] : memref<2xi64>",
            "memref.store %v1, %b[%id] : memref<5xi64, 3>",
            "%next = arith.addi %id, %c1 : index",
            "%other = arith.remui %next, %c5 : index",
            "%row = memref.subview %m[%mine] [4] [1] : memref<20xi64> to memref<4xi64, strided<[1], offset: ?>>",
            "%ready = async.ready : !async.token",
            "%x0 = arith.index_cast %id : index to i64",
            *lines,
            "return",
            "}",
        ]
    )


_CALLEE = [
    "func.func @twice(%n: index, %x: i64) -> i64 {",
    "%c0 = arith.constant 0 : index",
    "%c2 = arith.constant 2 : index",
    "%odd = arith.remui %n, %c2 : index",
    "%is = arith.cmpi eq, %odd, %c0 : index",
    "cf.cond_br %is, ^a, ^b(%x : i64)",
    "^a:",
    "%d = arith.addi %x, %x : i64",
    "cf.br ^b(%d : i64)",
    "^b(%r: i64):",
    "return %r : i64",
    "}",
]


class _Writer:
    def __init__(self, random: Random):
        self.random = random
        self.values = ["%x0"]
        self.tokens = ["%ready"]
        self.names = 0

    def block(self, count: int, depth: int, *, converged: bool) -> list[str]:
        values, tokens = len(self.values), len(self.tokens)
        lines = [line for _ in range(count) for line in self._statement(depth, converged)]
        del self.values[values:], self.tokens[tokens:]
        return lines

    def _name(self, prefix: str) -> str:
        self.names += 1
        return f"%{prefix}{self.names}"

    def _value(self) -> str:
        return self.random.choice(self.values)

    def _own(self) -> str:
        if self.random.random() < 0.04:
            return self.random.choice(("%m[%c2] : memref<20xi64>", "%m[%next] : memref<20xi64>"))
        k = self.random.randrange(4)
        return self.random.choice(
            (
                f"%m[%own{k}] : memref<20xi64>",
                f"%row[%c{k}] : memref<4xi64, strided<[1], offset: ?>>",
                f"%p[%c{k % 2}] : memref<2xi64>",
            )
        )

    def _statement(self, depth: int, converged: bool) -> list[str]:
        pick = self.random.randrange(24)
        if pick < 4:
            return [f"memref.store {self._value()}, {self._own()}"]
        if pick < 8:
            return self._new(f"memref.load {self._own()}")
        if pick < 10:
            kind = self.random.choice(("addi", "muli", "subi", "xori", "maxsi", "shrsi"))
            return self._new(f"arith.{kind} {self._value()}, {self._value()} : i64")
        if pick < 13:
            return self._commit()
        if pick < 16:
            return self._wait()
        if pick == 16 and converged:
            share = ["gpu.barrier", *self._new("memref.load %b[%other] : memref<5xi64, 3>")]
            safe = ["gpu.barrier"] if self.random.random() < 0.9 else []
            return [*share, *safe, f"memref.store {self._value()}, %b[%id] : memref<5xi64, 3>"]
        if pick == 17:
            return self._new(f"func.call @twice(%id, {self._value()}) : (index, i64) -> i64")
        if pick == 18:
            return self._select()
        return self._nested(depth, converged) if depth < 2 else []

    def _new(self, text: str) -> list[str]:
        name = self._name("x")
        self.values.append(name)
        return [f"{name} = {text}"]

    def _copy(self) -> list[str]:
        name = self._name("copied")
        return [
            "queue.async {",
            f"{name} = memref.load {self._own()}",
            f"memref.store {name}, {self._own()}",
            "}",
        ]

    def _commit(self) -> list[str]:
        ops = [line for _ in range(self.random.choice((0, 1, 1, 2))) for line in self._copy()]
        token = self._name("t")
        self.tokens.append(token)
        queue = self.random.choice(("0", "1", "2", "%c1"))
        return [f"{token} = queue.commit({queue}) {{", *ops, "} -> !async.token"]

    def _wait(self) -> list[str]:
        queue = self.random.choice((0, 1, 2))
        if self.random.random() < 0.3:
            token = self.random.choice(self.tokens)
            return [f"queue.await {token} : !async.token"]
        kind = self.random.choice(("wait", "wait", "wait", "wait_read", "wait_finished"))
        count = self.random.choice(("0", "0", "1", "%id"))
        return [f"queue.{kind}({queue}, {count})"]

    def _select(self) -> list[str]:
        condition, token = self._name("is"), self._name("t")
        lines = [f"{condition} = arith.cmpi slt, {self._value()}, {self._value()} : i64"]
        lines += self._new(f"arith.select {condition}, {self._value()}, {self._value()} : i64")
        lines += [f"{token} = arith.select {condition}, {self.tokens[-1]}, {self.tokens[0]} : !async.token"]
        self.tokens.append(token)
        return lines

    def _nested(self, depth: int, converged: bool) -> list[str]:
        kind = self.random.randrange(4)
        inner = self.random.randint(1, 4)
        if kind == 0:
            bound = self.random.choice(("%id", "%next"))
            return self._loop(f"%c0 to {bound}", self.block(inner, depth + 1, converged=False))
        if kind == 1:
            return self._loop("%c0 to %c3", self.block(inner, depth + 1, converged=converged))
        condition = self._name("is")
        test = f"{condition} = arith.cmpi ult, %id, %c{self.random.randint(0, 5)} : index"
        then = self.block(inner, depth + 1, converged=False)
        if kind == 2:
            return [test, f"scf.if {condition} {{", *then, "}"]
        one, two = self._value(), self._value()
        other = self.block(inner, depth + 1, converged=False)
        result = self._name("x")
        lines = [
            test,
            f"{result} = scf.if {condition} -> (i64) {{",
            *then,
            f"scf.yield {one} : i64",
            "} else {",
        ]
        self.values.append(result)
        return [*lines, *other, f"scf.yield {two} : i64", "}"]

    def _loop(self, bounds: str, body: list[str]) -> list[str]:
        start, carried, result = self._value(), self._name("carried"), self._name("x")
        self.values.append(result)
        head = f"{result} = scf.for {self._name('i')} = {bounds} step %c1 iter_args({carried} = {start}) -> (i64) {{"
        more = self._name("more")
        return [head, *body, f"{more} = arith.addi {carried}, %x0 : i64", f"scf.yield {more} : i64", "}"]
