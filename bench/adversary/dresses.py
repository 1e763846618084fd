"""What stands around a ring: its function, prologue, loop, nests, callees, recursion, cells and a second stage."""

from .kernels import FLAT


def write(k):
    w = k.w
    k.computed_queue = 0
    if k.computed and k.wait == "count" and k.issue == "queue" and w.chance(0.5):
        k.computed_queue = w.pick(1, 2, 3)
    if k.queues and k.issue == "queue":
        k.fifo = w.pick(0, 0, 1, 3, -2)
    attributes = []
    if k.threads > 1:
        attributes.append(f"gpu.known_block_size = array<i32: {k.threads}, 1, 1>")
    if k.queues:
        attributes.append(f"queue.fifos = {w.pick([[0, 1]], [[0, 1, 2]], [[0], [1, 2]], [[0, 3], [1, -2]])}")
    if k.recursion:
        return recursive(k, attributes)
    if k.calls:
        helpers(k)
    sized = k.empty and w.chance(0.7)
    arguments = [("%A", FLAT), ("%out", FLAT), ("%n", "index")]
    if k.nest:
        arguments.append(("%tiles", "index"))
    if sized:
        arguments.append(("%len", "index"))
    w.function(w.pick("main", "main", "kernel"), arguments, attributes=", ".join(attributes))
    k.source = "%A"
    k.length = "%len" if sized else w.const(w.pick(0, 1, k.tile))
    k.mine, k.neighbour = w.const(0), None
    if k.threads > 1:
        own(k)
    k.make_rings()
    k.high = w.pick("%n", "%n", "%n", w.const(w.pick(0, 1, 3, 6, 9, 12)))
    if k.cells:
        cells(k)
    elif k.nest:
        nest(k)
    else:
        rings(k, w.const(0), k.high)
    if w.chance(0.3) and k.issue != "nv":
        w.line(f"queue.wait({k.fifo}, 0)")
        if w.chance(0.5):
            k.barrier()
            k.use(w.const(0), w.const(w.rng.randrange(k.slots)))
    w.close()
    return None


def own(k):
    """The thread's column, and its neighbour's: the next one, the mirrored one, or a swizzled one."""
    w = k.w
    t = w.value("gpu.thread_id x", "t")
    k.mine = t if k.width == 1 else w.op("muli", t, w.const(k.width))
    form = w.weighted({"next": 4, "own": 1, "mirror": 1, "xor": 2})
    if form == "next":
        k.neighbour = w.op("remui", w.add(k.mine, w.pick(1, k.width)), w.const(k.tile))
    elif form == "mirror":
        k.neighbour = w.op("subi", w.const(k.tile - 1), k.mine)
    elif form == "xor" and k.tile & (k.tile - 1) == 0:
        k.neighbour = w.op("xori", k.mine, w.const(w.rng.randrange(k.tile)))
        if w.chance(0.5):
            k.mine = w.op("xori", k.mine, w.const(w.rng.randrange(0, k.tile, k.width)))


def helpers(k):
    """Functions that issue, wait, or use; some of them are public, or not called at all."""
    w = k.w
    kind = k.ring_type() if not k.views else FLAT
    k.helped = {}
    if k.issue == "queue" and not k.views and not k.computed_queue:
        private = w.chance(0.75)
        w.function("fill", [("%A", FLAT), ("%R", kind), ("%i", "index"), ("%s", "index")], private=private)
        zero = w.const(0)
        token = w.chance(0.3)
        w.open(f"queue.commit({k.fifo})")
        w.open("queue.async")
        x = w.value(f"memref.load %A[%i] : {FLAT}")
        w.line(f"memref.store {x}, %R[%s, {zero}] : {kind}")
        w.end()
        w.end()
        del token
        if not private and w.chance(0.3):
            w.line(f"queue.wait({k.fifo}, {w.pick(0, 1)})")
            y = w.value(f"memref.load %R[%s, {zero}] : {kind}")
            w.line(f"memref.store {y}, %A[%i] : {FLAT}")
        w.close()
        k.helped["fill"] = kind
    if w.chance(0.6):
        w.function("hold", [("%n", "index")], private=w.chance(0.6))
        w.line(f"queue.wait({k.fifo}, {w.pick('%n', max(k.ahead, 0), max(k.ahead - 1, 0))})")
        w.close()
        k.helped["hold"] = True
    if w.chance(0.3):
        w.function("idle", [("%A", FLAT), ("%B", "memref<4xf32>")], private=w.chance(0.7))
        zero = w.const(0)
        w.open("queue.commit(0)")
        w.open("queue.async")
        x = w.value(f"memref.load %A[{zero}] : {FLAT}")
        w.line(f"memref.store {x}, %B[{zero}] : memref<4xf32>")
        w.end()
        w.end()
        if w.chance(0.5):
            w.line("queue.wait(0, 0)")
        w.value(f"memref.load %B[{zero}] : memref<4xf32>")
        w.close()
    plain, waits = k.group, k.wait_for

    def group(i, extra=0, slot=None, token=False):
        if "fill" not in k.helped or token or k.buffers > 1 or k.tile > 1:
            return plain(i, extra, slot, token)
        step = w.add(i, extra)
        slot = k.slot(i, extra) if slot is None else slot
        w.line(f"func.call @fill(%A, {k.rings[0]}, {step}, {slot}) : ({FLAT}, {kind}, index, index) -> ()")
        return None

    def wait_for(i, count, token=None, start=None):
        if "hold" not in k.helped or token is not None or k.issue == "nv":
            return waits(i, count, token, start)
        w.line(f"func.call @hold({w.const(count)}) : (index) -> ()")
        return None

    k.group, k.wait_for = group, wait_for


def right_count(k):
    """How many groups may stay in flight, as the author thinks."""
    per = 2 if k.split else 1
    count = (k.ahead if k.first else k.ahead - 1) * per
    if k.computed_queue:
        count = max(count // k.computed_queue, 0)
    if k.w.chance(0.1):
        count += k.w.pick(-1, 1, -1, 2)
    return max(count, 0)


def rings(k, low, high, start=None):
    """Prologue, loop, and what comes behind: the whole of a ring from `low` to `high`."""
    w = k.w
    token = k.wait == "token"
    kind = "!nvgpu.device.async.token" if k.issue == "nv" else "!async.token"
    tokens = []
    if token and w.chance(0.2) and k.ahead:
        tokens = [w.value(f"async.ready : {kind}", "t") for _ in range(k.ahead)]
    elif k.ahead and not token and w.chance(0.4) and k.issue != "nv":
        w.loop(
            w.pick("for", k.loop),
            w.const(0),
            w.const(k.ahead),
            w.const(1),
            [],
            [],
            lambda i, _: (k.group(w.op("addi", i, low), 0) and []) or [],
        )
    else:
        tokens = [k.group(low, d, token=token) for d in range(k.ahead)]
    if k.issue == "nv":
        k.any_group = tokens[-1] if tokens else w.value("nvgpu.device_async_create_group", "g")
    count = right_count(k)
    carried, types = list(tokens) if token else [], [kind] * len(tokens) if token else []
    counter = k.counter and not k.computed_queue
    if counter:
        carried, types = [*carried, *counters(k)], [*types, *k.counter_types]
    forget = w.chance(0.06)
    barriers = (not w.chance(0.06), k.first and not w.chance(0.06))

    def body(i, values):
        held, own = values[: len(tokens)] if token else [], values[len(tokens) if token else 0 :]
        write, read, onward = turn(k, own) if counter else (None, None, [])
        young = k.group(i, k.ahead, slot=write, token=token) if k.first else None
        if token and not held:
            held = [young] if young else []
        if not forget and (held or not token):
            k.wait_for(i, count, held[0] if held else None, start)
        if barriers[0]:
            k.barrier()
        early = w.chance(0.3) and not k.first
        if early:
            young = k.group(i, k.ahead, slot=write, token=token)
        k.use(i, k.slot(i) if read is None else read)
        if not k.first and not early:
            young = k.group(i, k.ahead, slot=write, token=token)
        if barriers[1]:
            k.barrier()
        if k.stages:
            stage(k, i)
        return [*([*values[: len(tokens)], young][1:] if token and tokens else []), *onward]

    step = w.const(1) if not w.chance(0.05) else w.const(w.pick(2, 3))
    end = w.loop(
        k.loop if not k.nest else w.pick("for", "for", k.loop), low, high, step, carried, types, body
    )
    return end[len(tokens) if token else 0 :]


def counters(k):
    """Slots that are carried from step to step, in place of remainders: where to write, where to read."""
    w = k.w
    kind = (
        w.pick("index", "index", "index", "i8", "i32", "i2")
        if k.wild > 0.3
        else w.pick("index", "index", "index", "i32")
    )
    if kind == "i2" and k.slots > 2:
        kind = "i8"
    k.counter_types = [kind, kind]
    return [w.const(k.ahead % k.slots, kind), w.const(0, kind)]


def turn(k, own):
    """The slots as indices, and the next ones."""
    w, kind = k.w, k.counter_types[0]
    slots, onward = [], []
    form = w.weighted({"select": 3, "rem": 3, "plain": 2})
    for s in own:
        if form == "plain":
            slots.append(w.cast(w.op("remui", s, w.const(k.slots, kind), kind), kind, "index", unsigned=True))
            onward.append(w.add(s, 1, kind))
            continue
        slots.append(w.cast(s, kind, "index", unsigned=w.chance(0.7)))
        then = w.add(s, 1, kind)
        if form == "rem":
            onward.append(w.op("remui", then, w.const(k.slots, kind), kind))
        else:
            over = w.cmp(w.pick("eq", "sge", "uge"), then, w.const(k.slots, kind), kind)
            onward.append(w.select(over, w.const(0, kind), then, kind))
    return slots[0], slots[1], onward


def nest(k):
    """Tiles around a ring: each with a prologue of its own, or one ring that goes on from tile to tile."""
    w = k.w
    low, step = w.const(0), w.const(1)
    if k.grid:
        low, step = w.value("gpu.block_id x"), w.value("gpu.grid_dim x")
    outer = w.pick("%tiles", "%tiles", w.const(w.pick(2, 3)))
    if w.chance(0.35):
        start = w.const(0)

        def tile(t, _):
            if k.issue == "nv" or w.chance(0.8):
                rings(k, start, k.high)
            else:
                rings(k, t, k.high)
            if w.chance(0.6) and k.issue != "nv":
                w.line(f"queue.wait({k.fifo}, 0)")
            if w.chance(0.85):
                k.barrier()
            return []

        w.loop("for", low, outer, step, [], [], tile)
        return
    zero = w.const(0)
    k.tail, inner_high = "none", k.high
    k.high = None
    token = k.wait == "token"
    kind = "!nvgpu.device.async.token" if k.issue == "nv" else "!async.token"
    tokens = [k.group(zero, d, token=token) for d in range(k.ahead)]
    if k.issue == "nv":
        k.any_group = tokens[-1] if tokens else w.value("nvgpu.device_async_create_group", "g")
    if token and not tokens:
        token = False
        if k.issue != "nv":
            k.wait = "count"
    count = right_count(k)
    form = w.weighted({"plain": 3, "slots": 2}) if k.counter else "plain"
    first = [zero] if form == "plain" else counters(k)
    types = ["index"] if form == "plain" else k.counter_types
    held = list(tokens) if token else []
    barriers = (not w.chance(0.06), k.first and not w.chance(0.06))

    def step_(i, values):
        own, have = values[: len(first)], values[len(first) :]
        if form == "plain":
            it = own[0]
            write, read, onward, at = k.slot(it, k.ahead), k.slot(it), [w.add(it, 1)], it
        else:
            write, read, onward = turn(k, own)
            at = i
        young = k.group(at, k.ahead, slot=write, token=token) if k.first else None
        k.wait_for(at, count, have[0] if have else None)
        if barriers[0]:
            k.barrier()
        k.use(at, read)
        if not k.first:
            young = k.group(at, k.ahead, slot=write, token=token)
        if barriers[1]:
            k.barrier()
        return [*onward, *([*have, young][1:] if have else [])]

    def tile_(t, values):
        return w.loop(
            w.pick("for", "for", "for", "while"),
            w.const(0),
            inner_high,
            w.const(1),
            values,
            [*types, *[kind] * len(held)],
            step_,
        )

    w.loop("for", low, outer, step, [*first, *held], [*types, *[kind] * len(held)], tile_)


def stage(k, i):
    """A second, asynchronous stage, on a queue of its own: it reads what was copied."""
    w = k.w
    if k.issue == "nv" or k.threads > 1:
        return
    if not hasattr(k, "second"):
        k.second = f"memref<{max(k.slots - 1, 1)}xf32>"
        w.lines.insert(w.head, f"  %S2 = memref.alloca() : {k.second}")
    n = max(k.slots - 1, 1)
    slot, to = k.slot(i), w.modulo(i, n)
    w.open(f"queue.commit({k.fifo + 1})")
    if w.chance(0.5):
        w.line(f"queue.wait({k.fifo}, {max(k.ahead - 1, 0)})")
    w.open("queue.async")
    x = w.value(f"memref.load {k.rings[0]}[{slot}, {w.const(0)}] : {k.ring_type()}")
    w.line(f"memref.store {x}, %S2[{to}] : {k.second}")
    w.end()
    w.end()
    form = w.pick("queue.wait", "queue.wait", "queue.wait_read")
    w.line(f"{form}({k.fifo + 1}, {w.pick(0, 0, 1, max(n - 1, 0))})")
    if w.chance(0.7):
        y = w.value(f"memref.load %S2[{to if w.chance(0.6) else w.modulo(w.add(i, 1), n)}] : {k.second}")
        w.line(f"memref.store {y}, %out[{i}] : {FLAT}")


def cells(k):
    """The counter of the ring is in memory, and written in more than one way."""
    w = k.w
    kind = w.pick("index", "index", "i32", "i8")
    cell_type = w.pick(f"memref<1x{kind}>", f"memref<{kind}>")
    at = f"[{w.const(0)}]" if "1x" in cell_type else "[]"
    cell = w.value(f"memref.alloca() : {cell_type}", "cell")
    w.line(f"memref.store {w.const(0, kind)}, {cell}{at} : {cell_type}")
    tokens = [k.group(w.const(0), d, token=False) for d in range(k.ahead)]
    if k.issue == "nv":
        k.any_group = tokens[-1] if tokens else w.value("nvgpu.device_async_create_group", "g")
    if k.wait == "token":
        k.wait = "count"
    how = w.weighted({"store": 4, "atomic": 2, "copy": 2, "async": 1, "twice": 1})
    if k.threads > 1:
        how = "store"
    count = right_count(k)
    form = w.pick("plain", "mod")

    def body(i, _):
        c = w.value(f"memref.load {cell}{at} : {cell_type}")
        it = w.cast(c, kind, "index", unsigned=True)
        young = k.first and (k.group(it, k.ahead) or True)
        k.wait_for(it, count)
        k.barrier()
        k.use(i, k.slot(it))
        if not young:
            k.group(it, k.ahead)
        then = w.add(c, 1, kind)
        if form == "mod":
            then = w.op("remui", then, w.const(k.slots, kind), kind)
        if how == "atomic" and form == "plain":
            w.value(
                f"memref.atomic_rmw addi {w.const(1, kind)}, {cell}{at} : ({kind}, {cell_type}) -> {kind}"
            )
        elif how == "copy":
            other = w.value(f"memref.alloca() : {cell_type}", "other")
            w.line(f"memref.store {then}, {other}{at} : {cell_type}")
            w.line(f"memref.copy {other}, {cell} : {cell_type} to {cell_type}")
        elif how == "async":
            w.open("queue.commit(9)")
            w.open("queue.async")
            w.line(f"memref.store {then}, {cell}{at} : {cell_type}")
            w.end()
            w.end()
            if w.chance(0.8):
                w.line("queue.wait(9, 0)")
        else:
            if how == "twice":
                w.line(f"memref.store {w.const(w.pick(0, 1), kind)}, {cell}{at} : {cell_type}")
            w.line(f"memref.store {then}, {cell}{at} : {cell_type}")
        return []

    w.loop(k.loop, w.const(0), k.high, w.const(1), [], [], body)


def recursive(k, attributes):
    """Step after step by recursion: fill, wait, use, and the rest."""
    w = k.w
    k.computed_queue, k.views, k.tail, k.wait, k.issue, k.threads = 0, False, "none", "count", "queue", 1
    k.tile, k.width, k.layout = 1, 1, None
    kind = k.ring_type()
    private = w.chance(0.6)
    arguments = [("%A", FLAT), ("%out", FLAT), ("%i", "index"), ("%n", "index")]
    rings_ = [(f"%R{j}", kind) for j in range(k.buffers)]
    types = ", ".join(t for _, t in [*arguments, *rings_])
    names = [n for n, _ in rings_]
    w.function(
        "step", [*arguments, *rings_], private=private, attributes="" if private else ", ".join(attributes)
    )
    k.source, k.mine, k.neighbour, k.high, k.rings = "%A", w.const(0), None, "%n", names
    go = w.cmp("slt", "%i", "%n")
    w.open(f"scf.if {go}")
    if k.first:
        k.group("%i", k.ahead)
    k.wait_for("%i", right_count(k))
    k.use("%i", k.slot("%i"))
    if not k.first:
        k.group("%i", k.ahead)
    then = w.add("%i", 1)
    w.line(f"func.call @step(%A, %out, {then}, %n, {', '.join(names)}) : ({types}) -> ()")
    if w.chance(0.2):
        k.wait_for("%i", 0)
        k.use("%i", k.slot("%i"))
    w.end()
    w.close()
    w.function("main", [("%A", FLAT), ("%out", FLAT), ("%n", "index")], attributes=", ".join(attributes))
    k.mine, k.high = w.const(0), "%n"
    k.make_rings()
    for d in range(k.ahead):
        k.group(w.const(0), d)
    w.line(f"func.call @step(%A, %out, {w.const(0)}, %n, {', '.join(k.rings)}) : ({types}) -> ()")
    w.close()
