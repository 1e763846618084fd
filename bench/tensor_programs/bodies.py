"""Random computations on numbers, for the bodies of structured ops and for arithmetic on whole tensors."""

from __future__ import annotations

from bench.tensor_programs.numbers import (
    WHOLE,
    WIDTH,
    Range,
    Skip,
    added,
    converted,
    is_float,
    multiplied,
    rounded,
    smooth,
    ulp,
)
from bench.tensor_programs.writer import Value, Writer

INTEGER_OPS = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
FLOAT_OPS = ("addf", "subf", "mulf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf")
SMOOTH = ("exp", "tanh", "erf", "sin", "cos", "sqrt")
STEPS = ("floor", "ceil", "roundeven", "round", "trunc")


def conversion(source: str, to: str, unsigned: bool) -> str:
    """The op that converts."""
    if is_float(source) and is_float(to):
        return "extf" if WIDTHS[source] < WIDTHS[to] else "truncf"
    if is_float(to):
        return "uitofp" if unsigned else "sitofp"
    if is_float(source):
        return "fptosi"
    if "index" in (source, to):
        return "index_castui" if unsigned else "index_cast"
    return ("extui" if unsigned else "extsi") if WIDTH[source] < WIDTH[to] else "trunci"


WIDTHS = {**WIDTH, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


class Body:
    """Numbers that are in scope in a body, and what can be computed of them."""

    def __init__(
        self, writer: Writer, numbers: list[Value], *, suffix: str = "", template: Value | None = None
    ):
        """With a template the ops are on whole tensors of its type, apart from the elements."""
        self.writer, self.numbers, self.template = writer, list(numbers), template

    def of(self, element: str) -> str:
        """The type of a value with such elements."""
        if self.template is None:
            return element
        return Value("", element, self.template.shape, self.template.open).type

    def say(self, element: str, text: str, range_: Range) -> Value:
        """A line that makes a value."""
        name = self.writer.new("x")
        self.writer.say(f"{name} = {text}")
        shape = self.template
        value = Value(
            name, element, None if shape is None else shape.shape, () if shape is None else shape.open, range_
        )
        self.numbers.append(value)
        return value

    def constant(self, element: str, number: float) -> Value:
        """A constant; on tensors all of its elements."""
        range_ = Range(abs(number), 0.25) if is_float(element) else WHOLE
        if self.template is None:
            return Value(self.writer.constant(element, number), element, None, (), range_)
        text = repr(float(number)) if is_float(element) else str(int(number))
        if element == "i1":
            text = "true" if number else "false"
        if any(self.template.open):
            raise Skip
        return self.say(element, f"arith.constant dense<{text}> : {self.of(element)}", range_)

    def pick(self, element: str) -> Value:
        """A number of the type, converted if need be."""
        rng = self.writer.random
        same = [value for value in self.numbers if value.element == element]
        if same and rng.random() < 0.85:
            return rng.choice(same[-2:] if rng.random() < 0.5 else same)
        others = [value for value in self.numbers if value.element != element]
        if others and (not same or rng.random() < 0.5):
            found = self.convert(rng.choice(others), element)
            if found is not None:
                return found
        if same:
            return rng.choice(same)
        return self.constant(element, rng.randint(0, 1) if element == "i1" else rng.randint(-4, 4))

    def convert(self, value: Value, to: str) -> Value | None:
        """The number as one of another type, if there is an op for that."""
        source = value.element
        if {source, to} == {"f16", "bf16"} or (to == "index" and is_float(source)):
            return None
        if source == "index" and is_float(to):
            return None
        try:
            range_ = converted(source, to, value.range)
        except Skip:
            return None
        unsigned = self.writer.chance(0.3)
        if is_float(to) and not is_float(source) and range_.most > 260 and to == "f16":
            return None
        op = conversion(source, to, unsigned)
        return self.say(to, f"arith.{op} {value.name} : {self.of(source)} to {self.of(to)}", range_)

    def step(self, element: str) -> Value:
        """One more op that gives a number of the type."""
        rng = self.writer.random
        if self.template is None and rng.random() < 0.05:
            kind = self._branch
        elif is_float(element):
            kind = rng.choice(
                [self._float_binary] * 6
                + [self._smooth, self._step, self._quotient, self._select, self._sign]
            )
        else:
            kind = rng.choice(
                [self._integer_binary] * 6
                + [self._quotient_of_integers, self._select, self._shift, self._compare]
            )
        return kind(element)

    def _float_binary(self, element: str) -> Value:
        x, y = self.pick(element), self.pick(element)
        op = self.writer.random.choice(FLOAT_OPS)
        return self.binary(op, x, y)

    def binary(self, op: str, x: Value, y: Value) -> Value:
        """An op of two operands."""
        element = x.element
        if not is_float(element):
            range_ = WHOLE
        elif op == "mulf":
            range_ = multiplied(element, x.range, y.range)
        elif op in ("addf", "subf"):
            range_ = added(element, x.range, y.range)
        else:
            range_ = x.range.join(y.range)
        return self.say(element, f"arith.{op} {x.name}, {y.name} : {self.of(element)}", range_)

    def _smooth(self, element: str) -> Value:
        x = self.pick(element)
        op = self.writer.random.choice(SMOOTH)
        if op == "sqrt":
            x = self.say(element, f"math.absf {x.name} : {self.of(element)}", x.range)
        return self.say(element, f"math.{op} {x.name} : {self.of(element)}", smooth(element, op, x.range))

    def _step(self, element: str) -> Value:
        x = self.pick(element)
        if not x.range.exact:
            raise Skip
        op = self.writer.random.choice(STEPS)
        return self.say(element, f"math.{op} {x.name} : {self.of(element)}", Range(x.range.most + 1, 1.0))

    def _sign(self, element: str) -> Value:
        x = self.pick(element)
        op = self.writer.random.choice(["arith.negf", "math.absf"])
        return self.say(element, f"{op} {x.name} : {self.of(element)}", x.range)

    def _quotient(self, element: str) -> Value:
        x, y = self.pick(element), self.pick(element)
        if x.range.error or y.range.error:
            raise Skip
        one = self.constant(element, 1)
        size = self.say(element, f"math.absf {y.name} : {self.of(element)}", y.range)
        divisor = self.binary("addf", size, one)
        most, slack = x.range.most, divisor.range.error + ulp(element)
        return self.say(
            element,
            f"arith.divf {x.name}, {divisor.name} : {self.of(element)}",
            rounded(element, Range(most, 0.0, most * slack)),
        )

    def _select(self, element: str) -> Value:
        truth = self._compare("i1") if self.writer.chance(0.6) else self.pick("i1")
        x, y = self.pick(element), self.pick(element)
        types = self.of(element) if self.template is None else f"{self.of('i1')}, {self.of(element)}"
        return self.say(
            element, f"arith.select {truth.name}, {x.name}, {y.name} : {types}", x.range.join(y.range)
        )

    def _branch(self, element: str) -> Value:
        """`scf.if` that gives a number."""
        truth = self._compare("i1")
        name, known, found = self.writer.new("x"), len(self.numbers), list[Value]()
        for first, last in ((f"{name} = scf.if {truth.name} -> ({element}) {{", "} else {"), ("", "}")):
            if first:
                self.writer.say(first)
            self.writer.depth += 1
            found.append(self.compute(element, self.writer.random.randint(0, 2)))
            self.writer.say(f"scf.yield {found[-1].name} : {element}")
            self.writer.depth -= 1
            del self.numbers[known:]
            self.writer.say(last)
        self.numbers.append(Value(name, element, None, (), found[0].range.join(found[1].range)))
        return self.numbers[-1]

    def _compare(self, element: str) -> Value:
        rng = self.writer.random
        of = rng.choice([value.element for value in self.numbers] or ["i32"])
        x, y = self.pick(of), self.pick(of)
        if is_float(of):
            if not (x.range.exact and y.range.exact):
                raise Skip
            how = f"cmpf {rng.choice(['olt', 'ole', 'oeq', 'une', 'ogt', 'uge', 'ult'])}"
        else:
            how = f"cmpi {rng.choice(['slt', 'sle', 'eq', 'ne', 'sgt', 'uge', 'ult'])}"
        truth = self.say("i1", f"arith.{how}, {x.name}, {y.name} : {self.of(of)}", WHOLE)
        return truth if element == "i1" else self.pick(element)

    def _integer_binary(self, element: str) -> Value:
        x, y = self.pick(element), self.pick(element)
        return self.binary(self.writer.random.choice(INTEGER_OPS), x, y)

    def _quotient_of_integers(self, element: str) -> Value:
        if element == "i1":
            raise Skip
        rng = self.writer.random
        x = self.pick(element)
        if rng.random() < 0.5:
            op = rng.choice(["divsi", "remsi", "floordivsi", "ceildivsi", "divui", "remui", "ceildivui"])
            return self.binary(op, x, self.constant(element, rng.choice([2, 3, 5, 8])))
        divisor = self.binary("ori", self.pick(element), self.constant(element, 1))
        return self.binary(rng.choice(["divui", "remui"]), x, divisor)

    def _shift(self, element: str) -> Value:
        if element == "i1":
            raise Skip
        rng = self.writer.random
        op, by = rng.choice(["shli", "shrsi", "shrui"]), rng.randint(0, 7)
        return self.binary(op, self.pick(element), self.constant(element, by))

    def compute(self, element: str, steps: int) -> Value:
        """A number of the type, after some steps."""
        found: Value | None = None
        for _ in range(steps):
            try:
                with self.writer.attempt():
                    known = len(self.numbers)
                    found = self.step(element if self.writer.chance(0.8) else self.pick(element).element)
            except Skip:
                del self.numbers[known:]
        if found is not None and found.element == element:
            return found
        return self.pick(element)
