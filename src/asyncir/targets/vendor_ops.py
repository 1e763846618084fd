"""What a vendor's ops are: the `[[op]]` and `[[sync]]` tables of a machine file.

An `[[op]]` is a work: it says which engine does it, what it reads and writes, how long it takes, and what it computes.
A `[[sync]]` is one of the ops of the sync dialect: a signal, a wait, a barrier. docs/machines.md explains each key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from asyncir.diagnostics.names import did_you_mean
from asyncir.targets.machine_text import Table
from asyncir.targets.resources import ResourceKind, SyncResource
from asyncir.targets.written_forms import NoForm, WrittenForm

Names = Mapping[str, str | int]
"""What texts of attributes stand for: engines, or numbers."""


@dataclass(frozen=True, slots=True)
class FromOperand:
    """A number that an operand gives."""

    operand: int


@dataclass(frozen=True, slots=True)
class FromAttribute:
    """A number or an engine that an attribute gives."""

    attribute: str
    default: str | int | None = None
    """What an op without the attribute means; None: it has to have it."""


@dataclass(frozen=True, slots=True)
class FromText:
    """A number or an engine that the text of the op gives, where the form of its table has the key."""

    form: WrittenForm
    key: str


Given = str | int | FromOperand | FromAttribute | FromText
"""A constant, or where an op has it."""


class Side(StrEnum):
    """The operands of an op in one of its lists."""

    INS = "ins"
    OUTS = "outs"


class Computes(StrEnum):
    """What an op computes, with its outputs from its inputs, element by element or as the name says."""

    COPY = "copy"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    MAX = "max"
    MIN = "min"
    NEG = "neg"
    ABS = "abs"
    EXP = "exp"
    LOG = "log"
    SQRT = "sqrt"
    TANH = "tanh"
    RELU = "relu"
    FILL = "fill"
    MATMUL = "matmul"
    MATMUL_ACCUMULATE = "matmul-accumulate"
    TRANSPOSE = "transpose"
    REDUCE_SUM = "reduce-sum"
    REDUCE_MAX = "reduce-max"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a table says of an op's time; the engine says the rest."""

    startup: int | None = None
    per_element: float | None = None
    per_byte: float | None = None
    latency: int | None = None

    def said(self) -> dict[str, float]:
        """What of it is said, by the keys of the file."""
        every = {
            "startup": self.startup,
            "per-element": self.per_element,
            "per-byte": self.per_byte,
            "latency": self.latency,
        }
        return {key: value for key, value in every.items() if value is not None}


@dataclass(frozen=True, slots=True)
class VendorOp:
    """An op that is a work."""

    name: str
    engine: str | FromAttribute
    reads: tuple[Side | int, ...] | None = None
    """The operands whose memory it reads; with `writes` None, too, where asyncir knows what the op touches."""
    writes: tuple[Side | int, ...] | None = None
    moves: tuple[str | None, str | None] = (None, None)
    """The memories that it has to read from and write to for this table; None: any."""
    when: tuple[tuple[str, str | int], ...] = ()
    """Attributes that the op has to have for this table, and their texts; a boolean says whether it has them."""
    cost: Cost = Cost()
    computes: Computes | None = None
    body: str | None = None
    """Functions in MLIR's text that do what the op does, given all of its operands."""
    results: tuple[str, ...] = ()
    """The types of its results, where its text does not say them."""
    value: int | None = None
    """A number that it may give, where the issuer computes it: runs are for this one."""


MOST_OPERANDS = 65535
"""The number of the last operand that a table can name."""

_NO_WORK = ("async.", "builtin.", "cf.", "device.", "func.", "gpu.", "queue.", "scf.", "sync.")
"""What has functions, control flow or synchronisation."""


class Does(StrEnum):
    """The ops of the sync dialect that a vendor has ops for."""

    SIGNAL = "signal"
    WAIT = "wait"
    BARRIER = "barrier"
    COMMIT = "commit"
    INIT = "init"
    ARM = "arm"
    FREE = "free"
    FENCE = "fence"


@dataclass(frozen=True, slots=True)
class VendorSync:
    """An op that signals, waits, or prepares for that."""

    name: str
    does: Does
    resource: str | None = None
    instance: Given | None = None
    number: Given | None = None
    source: Given | None = None
    target: Given | None = None
    engine: Given | None = None
    until: str | None = None
    when: tuple[tuple[str, str | int], ...] = ()
    form: WrittenForm | None = None
    """How the op is written, where its text says what it does; the table is for no others then."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the tables of a file can name."""

    engines: Sequence[str]
    memories: Sequence[str]
    resources: Mapping[str, SyncResource]
    is_ours: Callable[[str], bool]
    """Whether a name is that of an op that asyncir has."""
    check_op: Callable[[Table, str, str], None]
    """Says what is wrong with the name of an op, at a key."""


def read_names(table: Table, engines: Sequence[str]) -> Names:
    """The `[names]`."""
    found: dict[str, str | int] = {}
    for name in table.names():
        value = table.raw(name)
        if isinstance(value, str) and value not in engines:
            help = did_you_mean(value, engines) or f"name one of {', '.join(engines)}"
            table.fault(name, f"there is no engine '{value}'", help)
        elif name in engines and value != name:
            table.fault(name, f"'{name}' is an engine itself", "remove it, or rename the engine")
        elif not isinstance(value, (str, int)) or isinstance(value, bool):
            table.fault(
                name, f"'{name}' is {value!r}, where an engine or a number is needed", f'write "{name}" = 0'
            )
        else:
            found[name] = value
    return found


def read_op(table: Table, known: Known) -> VendorOp:
    """One `[[op]]`."""
    name = table.text("name")
    known.check_op(table, "name", name)
    if name.startswith(_NO_WORK):
        table.fault("name", f"`{name}` is no work of an engine", "name an op that computes or copies")
    found = VendorOp(
        name,
        _engine_of_op(table, known),
        _sides(table, "reads"),
        _sides(table, "writes"),
        _moves(table, known),
        read_when(table),
        Cost(
            table.integer("startup", 0, least=0) if table.has("startup") else None,
            table.number("per-element", 0.0) if table.has("per-element") else None,
            table.number("per-byte", 0.0) if table.has("per-byte") else None,
            table.integer("latency", 0, least=0) if table.has("latency") else None,
        ),
        table.choice("computes", Computes) if table.has("computes") else None,
        table.text("body") if table.has("body") else None,
        tuple(table.texts("results")) if table.has("results") else (),
        table.integer("value", 0, least=0) if table.has("value") else None,
    )
    for key in ("startup", "per-element", "per-byte", "latency", "computes", "body", "results", "value"):
        table.ask(key)
    if found.computes is not None and found.body is not None:
        table.fault("body", "'computes' and 'body' both say what the op computes", "remove one of them")
    if found.reads is None and found.writes is None and name and not known.is_ours(name):
        message = f"it is not known what '{name}' touches"
        table.fault("name", message, 'write reads = ["ins"] and writes = ["outs"]')
    table.check_all_known()
    return found


def _engine_of_op(table: Table, known: Known) -> str | FromAttribute:
    found = given(table, "engine", known.engines)
    if isinstance(found, (str, FromAttribute)):
        return found
    if not table.has("engine"):
        table.fault("engine", "'engine' is missing", f'write engine = "{known.engines[0]}"')
    elif found is not None:
        table.fault("engine", "the engine is a name or an attribute", 'write engine = { attribute = "pipe" }')
    return ""


def _sides(table: Table, key: str) -> tuple[Side | int, ...] | None:
    values = table.raw(key)
    if values is None:
        return None
    found: list[Side | int] = []
    for value in cast("list[object]", values) if isinstance(values, list) else [values]:
        if isinstance(value, str) and value in list(Side):
            found.append(Side(value))
        elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_OPERANDS:
            found.append(value)
        else:
            message = (
                f'\'{key}\' has {value!r} in it, which is neither "ins", "outs" nor the number of an operand'
            )
            table.fault(key, message, f'write {key} = ["ins", 2]')
    for twice in dict.fromkeys(one for number, one in enumerate(found) if one in found[:number]):
        table.fault(key, f"'{key}' names {twice} twice", "name it once")
    return tuple(found)


def _moves(table: Table, known: Known) -> tuple[str | None, str | None]:
    value = table.raw("where")
    if value is None:
        return None, None
    ends = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    if not ends or not set(ends) <= {"from", "to"}:
        table.fault(
            "where", "'where' says from and to which memory", 'write where = { from = "gm", to = "ub" }'
        )
        return None, None
    for name in ends.values():
        if name not in known.memories:
            help = (
                did_you_mean(str(name), known.memories) or f"there are {', '.join(known.memories) or 'none'}"
            )
            table.fault("where", f"there is no [[memory]] called '{name}'", help)
    source, target = ends.get("from"), ends.get("to")
    return None if source is None else str(source), None if target is None else str(target)


def read_when(table: Table) -> tuple[tuple[str, str | int], ...]:
    """`when = { attribute = "text", another = false }`."""
    value = table.raw("when")
    if value is None:
        return ()
    attributes = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    wrong = [v for v in attributes.values() if not isinstance(v, (str, int))]
    if not attributes or wrong:
        table.fault("when", "'when' gives attributes and their texts", 'write when = { action = "acquire" }')
        return ()
    return tuple((name, cast("str | int", one)) for name, one in attributes.items())


def given(table: Table, key: str, engines: Sequence[str] | None) -> Given | None:
    """A constant, `{ operand = n }` or `{ attribute = "name" }`; an engine where `engines` are listed, else a number."""
    value: Any = table.raw(key)
    kind, example = (
        ("a number", f"{key} = 0") if engines is None else ("an engine", f'{key} = "{engines[0]}"')
    )
    help = f'write {example}, or {key} = {{ attribute = "id" }}'
    if value is None:
        return None
    if isinstance(value, dict):
        return _from_op(table, key, cast("dict[str, Any]", value), engines, help)
    if engines is None and isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if engines is not None and isinstance(value, str):
        if value not in engines:
            near = did_you_mean(value, engines) or f"name one of {', '.join(engines)}"
            table.fault(key, f"there is no engine '{value}'", near)
        return value
    table.fault(key, f"'{key}' is {value!r}, where {kind} is needed", help)
    return None


def _from_op(
    table: Table, key: str, value: Mapping[str, Any], engines: Sequence[str] | None, help: str
) -> Given | None:
    match dict(value):
        case {"operand": bool()}:
            table.fault(key, f"'{key}' does not say where the op has it", help)
            return None
        case {"operand": int(number)} if len(value) == 1 and number > MOST_OPERANDS and engines is None:
            table.fault(key, f"no op has an operand {number}", f"write {key} = {{ operand = 0 }}")
            return None
        case {"operand": int(number)} if len(value) == 1 and number >= 0 and engines is None:
            return FromOperand(number)
        case {"attribute": str(name)} if len(value) == 1 and name:
            return FromAttribute(name)
        case {"attribute": str(name), "default": str() | int() as default} if len(value) == 2 and name:
            if isinstance(default, str) and default not in (engines or ()):
                table.fault(key, f"there is no engine '{default}'", help)
            return FromAttribute(name, default)
        case _:
            table.fault(key, f"'{key}' does not say where the op has it", help)
            return None


_OF_RESOURCE = tuple(does for does in Does if does is not Does.BARRIER)
_NUMBERED = tuple(does for does in _OF_RESOURCE if does is not Does.FENCE)
_COUNTED = (Does.SIGNAL, Does.WAIT, Does.INIT)
_PAIRED = (Does.SIGNAL, Does.WAIT, Does.INIT, Does.FREE)


def read_sync(table: Table, known: Known) -> VendorSync:
    """One `[[sync]]`."""
    name, does = table.text("op"), table.choice("does", Does)
    known.check_op(table, "op", name)
    resource = _resource(table, does, known)
    numbered = table.all_allowed(does, _NUMBERED, "instance")
    counted = table.all_allowed(does, _COUNTED, "number")
    paired = table.all_allowed(does, _PAIRED, "from", "to")
    form = _form(table, {"instance": numbered, "number": counted, "from": paired, "to": paired})
    found = VendorSync(
        name,
        does,
        resource.name if resource is not None else None,
        _said(table, "instance", None, form) if numbered else None,
        _said(table, "number", None, form) if counted else None,
        _said(table, "from", known.engines, form) if paired else None,
        _said(table, "to", known.engines, form) if paired else None,
        _said(table, "on", known.engines, form),
        _until(table, does),
        read_when(table),
        form,
    )
    _check_places(table, found)
    if resource is not None:
        _check_numbers(table, found, resource)
    if form is not None or not table.has("form"):
        _check_ends(table, found, resource)
    table.check_all_known()
    return found


def _form(table: Table, allowed: Mapping[str, bool]) -> WrittenForm | None:
    """The form of a `[[sync]]`; `allowed`: whether what it does has this key."""
    table.ask("form")
    if not table.has("form"):
        return None
    help = 'write form = "[<{from}>, <{to}>, <{instance}>]"'
    try:
        found = WrittenForm(table.text("form"))
    except NoForm as why:
        table.fault("form", f"the form says nothing of the kind: {why}", help)
        return None
    for key in found.says:
        if not allowed.get(key, True):
            table.fault("form", f"the form says '{key}', which is not for {table.text('does')}", help)
        if table.has(key):
            table.fault(key, f"the form says '{key}' already", "remove it")
    return found


def _said(table: Table, key: str, engines: Sequence[str] | None, form: WrittenForm | None) -> Given | None:
    if form is not None and key in form.says:
        table.ask(key)
        return FromText(form, key)
    return given(table, key, engines)


def _until(table: Table, does: Does) -> str | None:
    if not table.all_allowed(does, (Does.WAIT,), "until") or not table.has("until"):
        table.ask("until")
        return None
    found = table.text("until")
    if found != "read":
        table.fault("until", f"'{found}' is no value of 'until'", 'write until = "read", or leave it out')
    return found


def _resource(table: Table, does: Does, known: Known) -> SyncResource | None:
    if not table.all_allowed(does, _OF_RESOURCE, "resource"):
        return None
    name = table.text("resource")
    found = known.resources.get(name)
    if found is None:
        if name:
            help = did_you_mean(name, known.resources) or f"there are {', '.join(known.resources) or 'none'}"
            table.fault("resource", f"there is no [[resource]] called '{name}'", help)
        return None
    of_groups = found.kind is ResourceKind.GROUPS
    if (does is Does.FENCE) != (found.kind is ResourceKind.FENCE):
        table.fault("does", f"'{name}' is {found.kind}, and `{does}` is not for that", _fence_help(found))
        return None
    if does is Does.COMMIT and not of_groups:
        table.fault("does", f"'{name}' is {found.kind}, and groups are committed", 'write does = "signal"')
    elif does is Does.COMMIT and found.groups is not None and found.groups.commits_each:
        table.fault("does", f"each work is a group of '{name}' by itself", "remove the table")
    elif does is Does.SIGNAL and of_groups:
        table.fault("does", f"'{name}' is groups, which are committed", 'write does = "commit"')
    elif does is Does.ARM and not found.armed:
        table.fault("does", f"the phases of '{name}' are not armed", "write arm = true in its [[resource]]")
    elif does is Does.FREE and not found.freed:
        table.fault("does", f"'{name}' is not freed", "write free = true in its [[resource]]")
    elif does is Does.INIT and not (found.initialised or found.kind is ResourceKind.PHASES):
        table.fault("does", f"'{name}' is not initialised", "write initialise = true in its [[resource]]")
    return found


def _fence_help(resource: SyncResource) -> str:
    if resource.kind is ResourceKind.FENCE:
        return 'write does = "fence"'
    return "name a [[resource]] of the kind fence"


def _check_numbers(table: Table, found: VendorSync, resource: SyncResource) -> None:
    """Say of what is written in the table itself what the resource does not have."""
    instance, number = found.instance, found.number
    if isinstance(instance, int) and not 0 <= instance < resource.count:
        message = f"'{resource.name}' has no instance {instance}"
        table.fault("instance", message, f"it has {resource.count}: 0 to {resource.count - 1}")
    if isinstance(number, int) and number != 1 and resource.kind is ResourceKind.FLAG:
        table.fault("number", f"'{resource.name}' is a flag: it is set or not", "leave it out")
    source, target, pairs = found.source, found.target, resource.pairs
    if (
        not isinstance(source, str)
        or not isinstance(target, str)
        or pairs is None
        or (source, target) in pairs
    ):
        return
    message = f"'{resource.name}' has no instances from '{source}' to '{target}'"
    known = ", ".join(sorted(f'"{one}" to "{other}"' for one, other in pairs)[:6])
    table.fault("from", message, f"there are {known}")


def _check_places(table: Table, found: VendorSync) -> None:
    """Say which two things an op is to say by one operand or attribute."""
    places = {
        "instance": found.instance,
        "number": found.number,
        "from": found.source,
        "to": found.target,
        "on": found.engine,
    }
    seen: dict[tuple[str, str | int], str] = {}
    for key, place in places.items():
        if isinstance(place, FromOperand | FromAttribute):
            is_operand = isinstance(place, FromOperand)
            kind, which = ("operand", place.operand) if is_operand else ("attribute", place.attribute)
            before = seen.setdefault((kind, which), key)
            if before != key:
                message = f"'{before}' and '{key}' are both the {kind} {which}"
                table.fault(key, message, f"name another {kind} for one of them")


def _check_ends(table: Table, found: VendorSync, resource: SyncResource | None) -> None:
    """Say what is wrong with the engines of an op."""
    paired = found.source is not None or found.target is not None
    if (found.source is None) != (found.target is None):
        table.fault("to" if found.source is None else "from", "'from' and 'to' come together", "write both")
    elif paired and found.engine is not None:
        message = "'on' says who executes the op where 'from' and 'to' do not"
        table.fault("on", message, "remove it")
    elif paired and resource is not None and resource.pairs is None:
        message = f"'{resource.name}' has no pairs of engines"
        table.fault("from", message, "write on = ..., or leave it out")
    elif not paired and resource is not None and resource.pairs and found.does in (Does.SIGNAL, Does.WAIT):
        message = f"'{resource.name}' has instances for pairs of engines"
        table.fault("op", message, 'write from = { attribute = "source" } and to = { attribute = "target" }')


def check_reached(top: Table, ops: Sequence[VendorOp], syncs: Sequence[VendorSync]) -> None:
    """Say of each table that one before it takes all of its ops."""
    for key, tables in (("op", ops), ("sync", syncs)):
        for number, one in enumerate(tables):
            before = tables[:number]
            if any(other.name == one.name and _takes_all_of(other, one) for other in before):
                message = f"no '{one.name}' is left for this [[{key}]]: one before it takes them all"
                top.tables(key)[number].fault(
                    "op" if key == "sync" else "name", message, "remove it, or move it up"
                )

    for number, work in enumerate(ops):
        if any(sync.name == work.name and set(sync.when) <= set(work.when) for sync in syncs):
            message = f"a [[sync]] says what '{work.name}' is: it is no work"
            top.tables("op")[number].fault("name", message, "remove one of the two tables")


def _takes_all_of(one: VendorOp | VendorSync, other: VendorOp | VendorSync) -> bool:
    if not set(one.when) <= set(other.when):
        return False
    if isinstance(one, VendorSync) and isinstance(other, VendorSync) and one.form not in (None, other.form):
        return False
    if isinstance(one, VendorOp) and isinstance(other, VendorOp):
        return all(mine in (None, theirs) for mine, theirs in zip(one.moves, other.moves, strict=True))
    return True
