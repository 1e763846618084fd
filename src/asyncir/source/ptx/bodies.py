# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The body of a PTX function: statements, labels, scopes, in one pass.

Each statement costs one match of a regular expression; time is linear in the text. A statement that cannot be read is
noted, and reading goes on behind its semicolon.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from asyncir.ptx.program import Guard, PtxInstruction, PtxSpot, PtxVariable, Register, Symbol
from asyncir.source.ptx.declarations import Declared, declared_in, registers_of_declaration
from asyncir.source.ptx.faults import Faults, Unreadable
from asyncir.source.ptx.operands import Operands, split
from asyncir.source.ptx.positions import CleanText, SourceLines
from asyncir.source.ptx.scopes import BodyNames, BodyScope

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_STATEMENT = re.compile(
    r"\s*+(?:(?P<label>[A-Za-z_$%][\w$]*+)\s*+:(?!:)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<line>\.(?:loc|file)\b[^\n]*+)"
    rf"|(?P<statement>[^;{{}}\"]*+(?:(?:\{{[^{{}};\"]*+\}}|{_STRING})[^;{{}}\"]*+)*+;)"
    r"|(?P<end>\Z))"
)
_PARTS = re.compile(r"(?:@\s*(!?)\s*([%$_A-Za-z][\w$%]*)\s+)?([A-Za-z_][\w.:]*)\s*", re.S)
_MODIFIERS = re.compile(r"(\.[A-Za-z_\d][\w.:]*)\s*")
_PRAGMA = re.compile(rf"\.pragma\s+({_STRING}(?:\s*,\s*{_STRING})*)")
_FUNCTION = re.compile(r"\s*(?:\.(?:visible|extern|weak|common)\s+)*\.(?:entry|func)\b")
_RECOVER = re.compile(r";|\}|\n\s*\{")
_LABELS = re.compile(r"[A-Za-z_$%][\w$]*")
_WORD = re.compile(r"\.([a-z_]+)")


@dataclass(slots=True)
class _Jump:
    """A branch whose label is not resolved yet."""

    instruction: int
    label: str
    scope: BodyScope
    offset: int


class PtxBody:
    """Reads one body, from behind its opening brace on.

    `end` is then the offset of the closing one, `after` where the text goes on.
    """

    def __init__(self, clean: CleanText, lines: SourceLines, names: BodyNames, faults: Faults) -> None:
        self.clean = clean
        self.lines = lines
        self.names = names
        self.faults = faults
        self.instructions: list[PtxInstruction] = []
        self.labels: dict[str, int] = {}
        self.variables: list[PtxVariable] = []
        self.end = self.after = 0
        self._operands = Operands(names)
        self._jumps: list[_Jump] = []
        self._tables: dict[str, list[str]] = {}
        self._pragmas: tuple[str, ...] = ()
        self._last_label = ""
        self._undeclared: set[str] = set()

    def read(self, start: int) -> bool:
        """Whether the body was closed."""
        text = self.clean.text
        at = start
        while True:
            found = _STATEMENT.match(text, at)
            if found is None:
                if beginning := _FUNCTION.match(text, at):
                    self.end = self.after = beginning.start()
                    return False
                at = self._recovered(at)
                continue
            kind = found.lastgroup
            first = found.start(kind or 0)
            at = found.end()
            if kind == "statement" and text[first] == "." and _FUNCTION.match(text, first):
                self.end = self.after = first
                return False
            match kind:
                case "statement":
                    self._statement(text[first : at - 1], first, at)
                case "label":
                    self._label(found["label"], first)
                case "open":
                    self.names.open()
                case "close":
                    if not self.names.close():
                        self.end, self.after = first, at
                        self._resolve()
                        return True
                case "line":
                    if loc := SourceLines.LOC.match(text, first):
                        self.lines.note(loc)
                        at = loc.end()
                case _:
                    self.end = self.after = len(text)
                    return False

    def _recovered(self, at: int) -> int:
        """Tell that a statement does not end; the result is where to go on."""
        text = self.clean.text
        while text[at] in " \t\r\n\f\v":
            at += 1
        line = text.find("\n", at)
        length = (line if line >= 0 else len(text)) - at
        found = _RECOVER.search(text, at)
        if found is None:
            return len(text)
        self._fault(at, Unreadable("this statement has no semicolon", 0, min(length, 60)))
        return found.start() + (1 if found[0] == ";" else len(found[0]) - 1)

    def _fault(self, offset: int, fault: Unreadable, length: int = 1) -> None:
        if fault.offset >= 0:
            offset += fault.offset
            length = fault.length
        line, column = self.clean.line_and_column(offset)
        self.faults.add(fault.code, fault.message, line, column, length, help=fault.help)

    # Statements

    def _statement(self, statement: str, start: int, end: int) -> None:
        try:
            if statement[:1] == ".":
                self._directive(statement, start)
            elif statement.strip():
                self._instruction(statement, start, end)
        except Unreadable as fault:
            self._fault(start, fault, len(statement.split("\n")[0].rstrip()))
        except RecursionError:
            self._fault(start, Unreadable("this statement is nested too deeply"))
        if self.names.missing:
            self._tell_missing(statement, start)

    def _tell_missing(self, statement: str, start: int) -> None:
        for name in self.names.missing:
            if name in self._undeclared:
                continue
            self._undeclared.add(name)
            offset = max(statement.find(name), 0)
            what = f"register '{name}' is" if name.startswith("%") else f"'{name}' is"
            self._fault(start, Unreadable(f"{what} not declared", offset, len(name), "X006"))
        self.names.missing.clear()

    def _instruction(self, statement: str, start: int, end: int) -> None:
        parts = _PARTS.match(statement)
        if parts is None:
            raise Unreadable("an instruction is expected here")
        guard = self._guard(parts) if parts[2] else None
        line, column = self.clean.line_and_column(start)
        opcode = parts[3]
        index = len(self.instructions)
        rest = statement[parts.end() :].rstrip()
        while rest[:1] == "." and (more := _MODIFIERS.match(rest)):  # modifiers may stand apart
            opcode += more[1]
            rest = rest[more.end() :]
        name = opcode.partition(".")[0]
        if name in ("bra", "brx"):
            rest = self._branch(name, rest, index, start + statement.rindex(rest))
        elif name == "call":
            rest = self._call(rest)
        try:
            operands = self._operands.read_all(rest)
        except Unreadable as fault:
            fault.offset += max(statement.rfind(rest), 0)
            raise
        self.instructions.append(
            PtxInstruction(
                index=index,
                opcode=opcode,
                operands=operands,
                spot=self.lines.spot(line, column),
                text=" ".join(statement.split()),
                guard=guard,
                marks=self.clean.marks.get(line, ()) if self.clean.marks else (),
                pragmas=self._pragmas,
                start=start,
                end=end,
            )
        )
        self._pragmas = ()

    def _guard(self, parts: re.Match[str]) -> Guard | None:
        register = self._operands.read(parts[2])
        if isinstance(register, Register):
            return Guard(register.name, bool(parts[1]))
        if self.names.missing:
            return None
        raise Unreadable("behind '@' a predicate is expected", parts.start(2), len(parts[2]))

    def _branch(self, name: str, rest: str, index: int, offset: int) -> str:
        """Note where a branch goes, to be resolved later; what is left are its other operands."""
        parts = rest.split(",")
        label = parts[-1].strip()
        if not _LABELS.fullmatch(label) or len(parts) != (1 if name == "bra" else 2):
            raise Unreadable(f"'{name}' takes a label" + ("" if name == "bra" else " behind its index"))
        self._jumps.append(_Jump(index, label, self.names.scope, offset + rest.rindex(label)))
        return parts[0].strip() if name == "brx" else ""

    def _call(self, rest: str) -> str:
        """A call's operands without the prototype or list of targets, which is no operand of the call."""
        parts = split(rest)
        callee = 1 if parts[0].startswith("(") else 0
        if len(parts) <= callee or not parts[callee]:
            raise Unreadable("a call names no function")
        if len(parts) > callee + 1 and not parts[-1].startswith("("):
            parts.pop()
        return ", ".join(parts)

    def _label(self, name: str, offset: int) -> None:
        scope = self.names.scope
        if name in scope.labels:
            message = f"label '{name}' stands here a second time"
            self._fault(offset, Unreadable(message, 0, len(name), "X008"))
            return
        scope.labels[name] = len(self.instructions)
        self._last_label = name + scope.suffix
        self.labels[self._last_label] = len(self.instructions)

    # Directives

    def _directive(self, statement: str, start: int) -> None:
        word = _WORD.match(statement)
        match word[1] if word else "":
            case "reg":
                self._registers(statement)
            case "shared" | "local" | "param" | "global" | "const" | "align" | "extern" | "weak" | "tex":
                for declared in declared_in(statement):
                    self._variable(declared, start)
            case "pragma":
                if (pragma := _PRAGMA.fullmatch(statement.strip())) is None:
                    raise Unreadable("behind .pragma a string is expected")
                self._pragmas += tuple(text[1:-1] for text in re.findall(_STRING, pragma[1]))
            case "branchtargets":
                targets = statement[word.end() :] if word else ""
                self._tables[self._last_label] = [target.strip() for target in targets.split(",")]
            case "callprototype" | "calltargets" | "attribute":
                pass
            case _:
                shown = statement.split()[0]
                raise Unreadable(f"'{shown[:40]}' is no directive of a function's body", 0, len(shown))

    def _registers(self, statement: str) -> None:
        for name, count, kind, width in registers_of_declaration(statement):
            if not self.names.declare_register(name, kind, count, width):
                message = f"register '{name}' is declared a second time"
                raise Unreadable(message, statement.find(name), len(name), "X008")

    def _variable(self, declared: Declared, start: int) -> None:
        name = self.names.declare_variable(declared.name)
        if name is None:
            message = f"'{declared.name}' is declared a second time"
            raise Unreadable(message, declared.offset, len(declared.name), "X008")
        line, column = self.clean.line_and_column(start + declared.offset)
        self.variables.append(variable_of(declared, name, self.lines.spot(line, column)))

    # Labels

    def _resolve(self) -> None:
        """Give each branch the index of what stands behind its label, known or not when it was read."""
        for jump in self._jumps:
            instruction = self.instructions[jump.instruction]
            table = self._found(jump.label, jump.scope)
            if table is None:
                self._no_label(jump.label, jump.offset)
                continue
            if instruction.name == "bra":
                self.instructions[jump.instruction] = replace(
                    instruction, operands=(Symbol(table),), target=self.labels[table]
                )
                continue
            targets = [(label, self._found(label, jump.scope)) for label in self._tables.get(table, ())]
            for label, found in targets:
                if found is None:
                    self._no_label(label, jump.offset)
            if not targets:
                self._no_label(jump.label, jump.offset, "no .branchtargets stands behind label")
            self.instructions[jump.instruction] = replace(
                instruction,
                operands=(*instruction.operands, Symbol(table)),
                targets=tuple(self.labels[found] for _, found in targets if found is not None),
            )

    def _found(self, label: str, scope: BodyScope | None) -> str | None:
        """The new name of a label as seen from a scope."""
        while scope is not None:
            if label in scope.labels:
                return label + scope.suffix
            scope = scope.parent
        return None

    def _no_label(self, label: str, offset: int, message: str = "there is no label") -> None:
        self._fault(offset, Unreadable(f"{message} '{label}' in this function", 0, len(label), "X007"))


def variable_of(declared: Declared, name: str, spot: PtxSpot) -> PtxVariable:
    """A variable under the name that is its own in the function."""
    return PtxVariable(
        name, declared.space, declared.size, declared.align, declared.external, spot, declared.data
    )
