"""MLIR text to Python text, an op at a time: each function becomes a generator, which stops at barriers."""

import re
from dataclasses import dataclass, field

from .reading import DIVISIONS, PLAIN, PREDICATES, UNSIGNED, Refused, shape_of, signed, tokens_of, width_of


@dataclass
class Function:
    name: str
    public: bool
    types: list
    attributes: str
    code: list = field(default_factory=list)


def python_name(symbol):
    return "f_" + re.sub(r"\W", "_", symbol[1:])


class Translator:
    """MLIR text to Python text, an op at a time."""

    def __init__(self, text):
        self.tokens, self.at = tokens_of(text), 0
        self.functions, self.globals, self.declared = {}, {}, set()
        self.attributes = ""
        self.lines, self.indent, self.blocks, self.fresh = [], 0, {}, 0

    # reading

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def take(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def need(self, text):
        if not self.take(text):
            raise Refused(f"{self.tokens[self.at][1]}: {text!r} expected, {self.peek()!r} found")

    def skip_balanced(self):
        text, depth = "", 0
        while True:
            token = self.next()
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token, 0)
            text += token + " "
            if depth == 0:
                return text

    def name(self, token=None):
        token = token or self.next()
        if not token.startswith("%"):
            raise Refused(f"a value expected, {token!r} found")
        return "v_" + re.sub(r"[^\w]", "_", token[1:])

    def is_result(self):
        """Whether the name that comes is that of a result: the next op begins."""
        return self.peek(1) == "=" or (self.peek(1) == ":" and self.peek(3) == "=")

    def names(self, end=None):
        found = []
        while self.peek().startswith("%") and not self.is_result():
            found.append(self.name())
            if not self.take(","):
                break
        if end:
            self.need(end)
        return found

    def value_or_number(self):
        token = self.next()
        return self.name(token) if token.startswith("%") else str(int(token))

    def type(self):
        if self.peek() == "(":
            return self.skip_balanced()
        return self.next()

    def type_list(self):
        found = [self.type()]
        while self.take(","):
            found.append(self.type())
        return found

    def indices(self):
        self.need("[")
        found = []
        while not self.take("]"):
            found.append(self.value_or_number())
            self.take(",")
        return "(" + "".join(f"{i}, " for i in found) + ")"

    def attribute_dictionary(self):
        return self.skip_balanced() if self.peek() == "{" else ""

    # writing

    def emit(self, line):
        self.lines.append("  " * self.indent + line)

    # the module

    def module(self):
        while self.peek() not in ("", "}"):
            word = self.next()
            if word in ("func.func", "func"):
                self.function()
            elif word == "memref.global":
                self.global_()
            elif word in ("module", "builtin.module"):
                if self.peek().startswith("@"):
                    self.next()
                if self.take("attributes"):
                    self.attributes += self.skip_balanced()
                self.need("{")
                self.module()
                self.need("}")
            else:
                raise Refused(f"{word!r} in a module")

    def global_(self):
        if self.peek().startswith('"') or self.peek() in ("private", "public"):
            self.next()
        self.take("constant")
        symbol = self.next()
        self.need(":")
        shape, content = shape_of(self.type()), None
        if self.take("="):
            text = self.next()
            numbers = [int(float(n)) for n in re.findall(r"-?\d+(?:\.\d*)?", text)]
            if "true" in text:
                numbers = [-1]
            content = (lambda k, n=numbers: n[k]) if "[" in text else (lambda _, n=numbers: n[0])
        self.globals[symbol] = (shape, content)

    def function(self):
        public = not self.take("private")
        symbol = self.next()
        self.need("(")
        arguments, types = [], []
        while not self.take(")"):
            if self.peek().startswith("%"):
                arguments.append(self.name())
                self.need(":")
            types.append(self.type())
            self.attribute_dictionary()
            self.take(",")
        if self.take("->"):
            self.type()
        attributes = self.skip_balanced() if self.take("attributes") else ""
        if self.peek() != "{":
            self.declared.add(symbol)
            return
        function = self.functions[symbol] = Function(symbol, public, types, attributes)
        self.lines, self.indent, self.blocks = [], 1, {}
        self.need("{")
        self.emit("if 0: yield")
        self.emit("frame, block = [], 0")
        self.emit("while True:")
        self.indent += 1
        self.emit("if block == 0:")
        self.indent += 1
        while not self.take("}"):
            if self.peek().startswith("^"):
                self.block_head()
            else:
                self.op(None)
        head = f"def {python_name(symbol)}(T, {', '.join(arguments)}):"
        function.code = [head, *self.lines]

    def block_number(self, label):
        return self.blocks.setdefault(label, len(self.blocks) + 1)

    def block_head(self):
        number = self.block_number(self.next())
        self.indent -= 1
        self.emit(f"elif block == {number}:")
        self.indent += 1
        self.emit("T.tick()")
        for k, name in enumerate(self.block_arguments()):
            self.emit(f"{name} = b{number}_{k}")

    def block_arguments(self):
        found = []
        if self.take("("):
            while not self.take(")"):
                found += self.read("v : t")
                self.take(",")
        self.need(":")
        return found

    def region(self, yields, handed=None):
        """A region of one block; `yields` takes what its terminator hands on, its arguments are in `handed`."""
        self.need("{")
        self.indent += 1
        self.emit("pass")
        if self.peek().startswith("^"):
            self.next()
            for k, name in enumerate(self.block_arguments()):
                self.emit(f"{name} = {handed}[{k}]")
        while not self.take("}"):
            self.op(yields)
        self.indent -= 1

    # ops

    def op(self, yields):
        results = []
        if self.peek().startswith("%"):
            while True:
                base = self.name()
                results += [f"{base}_{k}" for k in range(int(self.next()))] if self.take(":") else [base]
                if not self.take(","):
                    break
            self.need("=")
        location = self.tokens[self.at][1]
        word = {"return": "func.return", "call": "func.call"}.get(self.peek(), self.peek())
        self.at += 1
        method = getattr(self, word.replace(".", "_"), None) or (
            self.arith if word.startswith("arith.") else None
        )
        if word in PLAINLY:
            form, code = PLAINLY[word]
            said = self.read(form)
            result = results[0] if results else "_"
            self.emit(code.format(*said, r=result, where=repr(location), word=word.partition(".")[2]))
        elif method is not None:
            method(word.partition(".")[2], results, location, yields)
        else:
            raise Refused(f"{location}: {word}")
        self.attribute_dictionary()

    def read(self, form):
        """What stands there by a form: see PLAINLY."""
        said = []
        for part in form.split():
            if part in READERS:
                said.append(READERS[part](self))
            elif part in ("t", "T"):
                self.type_list() if part == "T" else self.type()
            elif part == "d":
                self.attribute_dictionary()
            elif part == ":?":
                if self.take(":"):
                    self.type_list()
            else:
                self.need(part)
        return said

    def arith(self, rest, results, location, yields):
        if rest == "constant":
            return self.constant(results[0])
        if rest in ("cmpi", "cmpf"):
            predicate = self.next()
            self.need(",")
        operands = self.names()
        self.attribute_dictionary()
        self.need(":")
        kind = self.type()
        to = self.type() if self.take("to") else kind
        a, b = operands[0], operands[1] if len(operands) > 1 else None
        width, out = width_of(kind), width_of(to)
        if rest == "cmpi":
            if predicate in UNSIGNED:
                a, b = (f"({v} & {(1 << width) - 1})" for v in (a, b))
            value = f"-({a} {PREDICATES[predicate]} {b})"
        elif rest == "select":
            value = f"choose({a}, {b}, {operands[2]})"
        elif out is None or width is None:
            value = f"({a} + {b})" if rest == "addf" else f"({a} * {b})" if rest == "mulf" else "0"
        elif rest in PLAIN:
            value = f"signed({a} {PLAIN[rest]} {b}, {width})"
        elif rest in DIVISIONS:
            value = f"divide({rest[:-1]!r}, {a}, {b}, {width})"
        elif rest in ("shli", "shrui", "shrsi"):
            value = f"shift({rest[:-1]!r}, {a}, {b}, {width})"
        elif rest in ("maxsi", "minsi", "maxui", "minui"):
            value = f"extreme({rest[:-1]!r}, {a}, {b}, {width})"
        elif rest in ("index_cast", "extsi", "trunci"):
            value = f"signed({a}, {out})"
        elif rest in ("index_castui", "extui"):
            value = f"signed({a} & {(1 << width) - 1}, {out})"
        else:
            raise Refused(f"{location}: arith.{rest}")
        self.emit(f"{results[0]} = {value}")
        return None

    def constant(self, result):
        token = self.next()
        if token in ("true", "false"):
            return self.emit(f"{result} = {-1 if token == 'true' else 0}")
        self.need(":")
        width = width_of(self.type())
        self.emit(f"{result} = {signed(int(token, 0), width) if width else 0}")
        return None

    def carried(self):
        """(%a = %b, ...): what a loop carries, set to what it starts with."""
        names = []
        while not self.take(")"):
            names.append(self.name())
            self.need("=")
            self.emit(f"{names[-1]} = {self.name()}")
            self.take(",")
        return names

    def scf_for(self, rest, results, location, yields):
        unsigned = self.take("unsigned")
        counter, low, high, step = self.read("v = v to v step v")
        carried = []
        if self.take("iter_args"):
            self.need("(")
            carried = self.carried()
            self.need("->")
            self.type()
        width = width_of(self.type() if self.take(":") else "index")
        self.fresh += 1
        n = f"n{self.fresh}"
        self.emit(f"{n}_low, {n}_step = {low}, {step}" + (f" & {(1 << width) - 1}" if unsigned else ""))
        self.emit(f"for {n} in range(trips({low}, {high}, {step}, {width}, {unsigned})):")
        self.emit(f"  T.tick(); {counter} = signed({n}_low + {n} * {n}_step, {width})")
        self.region(carried)
        for result, name in zip(results, carried, strict=True):
            self.emit(f"{result} = {name}")

    def scf_yield(self, rest, results, location, yields):
        (values,) = self.read("v* :?")
        if values != "()":
            self.emit(f"{', '.join(yields)}, = {values}")

    def scf_if(self, rest, results, location, yields):
        self.emit(f"if {self.name()}:")
        if self.take("->"):
            self.type()
        self.region(results)
        if self.take("else"):
            self.emit("else:")
            self.region(results)

    def scf_index_switch(self, rest, results, location, yields):
        value, word = self.name(), "if"
        if self.take("->"):
            self.type()
        while self.take("case"):
            self.emit(f"{word} {value} == {int(self.next())}:")
            self.region(results)
            word = "elif"
        self.need("default")
        self.emit("if 1:" if word == "if" else "else:")
        self.region(results)

    def scf_while(self, rest, results, location, yields):
        carried = self.carried() if self.take("(") else []
        self.read(": T -> T")
        self.fresh += 1
        handed = f"w{self.fresh}"
        self.emit("while True:")
        self.emit("  T.tick()")
        self.region(("condition", handed))
        self.need("do")
        self.region(carried, handed)
        for k, result in enumerate(results):
            self.emit(f"{result} = {handed}[{k}]")

    def scf_condition(self, rest, results, location, yields):
        condition, values = self.read("( v ) v* :?")
        self.emit(f"{yields[1]} = {values}")
        self.emit(f"if not {condition}: break")

    def target(self):
        label = self.next()
        number, values = self.block_number(label), []
        if self.take("("):
            values = self.names()
            self.read(": T )")
        hand = "".join(f"b{number}_{k}, " for k in range(len(values)))
        return (f"{hand}= {', '.join(values)}, ; " if values else "") + f"block = {number}; continue"

    def cf_br(self, rest, results, location, yields):
        self.emit(self.target())

    def cf_cond_br(self, rest, results, location, yields):
        condition, _ = self.name(), self.need(",")
        self.emit(f"if {condition}: {self.target()}")
        self.need(",")
        self.emit(self.target())

    def func_call(self, rest, results, location, yields):
        symbol = self.next()
        (arguments,) = self.read("( v* ) : T -> T")
        if symbol not in self.declared:
            self.emit("T.depth += 1; T.tick()")
            left = "".join(f"{r}, " for r in results) + "= " if results else ""
            self.emit(f"{left}yield from {python_name(symbol)}(T, *{arguments})")
            self.emit("T.depth -= 1")

    def memref_alloc(self, rest, results, location, yields):
        self.need("(")
        sizes = iter(self.names(")"))
        self.attribute_dictionary()
        self.need(":")
        shape = shape_of(self.type())
        given = ", ".join(next(sizes) if s is None else str(s) for s in shape.sizes)
        layout = f"{shape.strides!r}, {shape.offset or 0}, {shape.space!r}"
        self.emit(
            f"{results[0]} = T.allocate([{given}], {layout}, {location!r}, {'frame' if rest == 'alloca' else 'None'})"
        )

    memref_alloca = memref_alloc

    def memref_atomic_rmw(self, rest, results, location, yields):
        how = self.next()
        value, memory, indices = self.read("v , v i :")
        width = width_of(re.search(r"\( (\w+)", self.type())[1])
        self.read("-> T")
        wrapped = f"lambda a, b: signed(ATOMICS[{how!r}](a, b), {width})" if width else "lambda a, b: b"
        self.emit(
            f"{results[0] if results else '_'} = T.atomic({wrapped}, {value}, {memory}, {indices}, {location!r})"
        )

    def memref_subview(self, rest, results, location, yields):
        source, offsets, sizes, strides = self.read("v i i i : t to")
        kept, written = shape_of(self.type()).sizes, [s.strip() for s in sizes[1:-1].split(",") if s.strip()]
        keep, drop = [], len(written) - len(kept)
        for k, size in enumerate(written):
            if (
                drop
                and size == "1"
                and (
                    len(keep) == len(kept) or kept[len(keep)] != 1 or len(written) - k > len(kept) - len(keep)
                )
            ):
                drop -= 1
            else:
                keep.append(k)
        self.emit(f"{results[0]} = subview({source}, {offsets}, {sizes}, {strides}, {keep})")

    def queue_async(self, rest, results, location, yields):
        self.emit(f"T.begin({location!r})")
        self.emit("try:")
        self.region(None)
        self.emit("except Undefined: T.fault()")
        self.emit("T.end()")

    def queue_commit(self, rest, results, location, yields):
        (queue,) = self.read("( n )")
        self.emit(f"T.commit({queue})")
        self.emit("if 1:")
        self.region(None)
        if self.take("->"):
            self.type()
        self.emit(f"{results[0] if results else '_'} = T.committed()")

    def covers(self):
        return self.read("( v* : T )")[0] if self.take("covers") else "None"

    def nvgpu_device_async_wait(self, rest, results, location, yields):
        token, number = self.name(), re.search(r"numGroups = (-?\d+)", self.attribute_dictionary())
        queue = f"'wait', 'cp.async', {int(number[1])}" if number else f"({token},), False"
        self.emit(f"T.{'wait' if number else 'awaited'}({queue}, {location!r})")


# What is read where: `v` a value, `v*` some in a tuple, `v?` one behind a comma, `n` a value or a number, `i` indices, `w` a
# word, `c` what a wait covers, `d` attributes, `t` and `T` a type and types, `:?` types if there are any; the rest as it is.
# Then the Python for it.
WORDS = {"x": "0", "y": "1", "z": "2"}
READERS = {
    "v": Translator.name,
    "v*": lambda t: "(" + "".join(v + ", " for v in t.names()) + ")",
    "n": Translator.value_or_number,
    "i": Translator.indices,
    "v?": lambda t: t.name() if t.take(",") else "None",
    "w": lambda t: WORDS.get(word := t.next(), repr(word)),
    "c": Translator.covers,
}
PLAINLY = {
    "func.return": ("v* :?", "T.leave(frame); return {0}"),
    "memref.dealloc": ("v : t", "T.free({0}, {where})"),
    "memref.load": ("v i : t", "{r} = T.load({0}, {1}, {where})"),
    "memref.store": ("v , v i : t", "T.store({0}, {1}, {2}, {where})"),
    "memref.copy": ("v , v : t to t", "T.copy({0}, {1}, {where})"),
    "memref.cast": ("v : t to t", "{r} = {0}"),
    "memref.dim": ("v , v : t", "{r} = {0}.dim({1})"),
    "memref.get_global": ("w : t", "{r} = T.world.shared[{0}]"),
    "memref.reinterpret_cast": (
        "v to offset : i , sizes : i , strides : i : t to t",
        "{r} = reinterpret({0}, {1}[0], {2}, {3})",
    ),
    "queue.wait": ("( n , n ) c", "T.wait({word!r}, {0}, {1}, {where}, {2})"),
    "queue.wait_read": ("( n , n ) c", "T.wait({word!r}, {0}, {1}, {where}, {2})"),
    "queue.wait_finished": ("( n , n ) c", "T.wait({word!r}, {0}, {1}, {where}, {2})"),
    "queue.await": ("v* : T c", "T.awaited({0}, False, {where}, {1})"),
    "queue.await_read": ("v* : T c", "T.awaited({0}, True, {where}, {1})"),
    "async.await": ("v* : T", "T.awaited({0}, False, {where})"),
    "async.ready": (": t", "{r} = None"),
    "nvgpu.device_async_copy": (
        "v i , v i , n v? d : t to t",
        "{r} = T.nv_copy({0}, {1}, {2}, {3}, {4}, {5}, {where})",
    ),
    "nvgpu.device_async_create_group": ("v*", "{r} = T.group('cp.async', {0})"),
    "gpu.barrier": ("", "yield {where}; T.tick()"),
    "gpu.thread_id": ("w", "{r} = T.where[{0}]"),
    "gpu.block_dim": ("w", "{r} = T.world.block[{0}]"),
    "gpu.block_id": ("w", "{r} = T.grid[0][{0}]"),
    "gpu.grid_dim": ("w", "{r} = T.grid[1][{0}]"),
}
