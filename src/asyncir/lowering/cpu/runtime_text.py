"""Inlined fast paths of runtime.h, as LLVM text.

The offsets are those of `asyncir_task` and `asyncir_worker_front` in runtime.h; a test compares them with the header.
Each helper falls back to the function of the runtime that does all cases.
"""

from __future__ import annotations

from asyncir.lowering.cpu.ends_text import ENDS, NEEDED_BY_ENDS

FUNCTIONS: dict[str, str] = {
    "asyncir_frame_allocate": "noalias ptr @asyncir_frame_allocate(ptr, i64, i64)",
    "asyncir_frame_free": "void @asyncir_frame_free(ptr, i64, i64)",
    "asyncir_task_exhausted": "ptr @asyncir_task_exhausted(ptr, i32, ptr)",
    "asyncir_task_is_exhausted": "i1 @asyncir_task_is_exhausted(ptr)",
    "asyncir_task_schedule": "void @asyncir_task_schedule(ptr, ptr)",
    "asyncir_fork": "i1 @asyncir_fork(ptr, ptr, ptr, ptr)",
    "asyncir_fork_join": "i1 @asyncir_fork_join(ptr, i64, ptr, i1)",
    "asyncir_start": "i1 @asyncir_start(ptr, ptr, ptr)",
    "asyncir_launch": "void @asyncir_launch(ptr, ptr, ptr)",
    "asyncir_launch_awaited": "void @asyncir_launch_awaited(ptr, ptr, ptr)",
    "asyncir_deque_grow": "void @asyncir_deque_grow(ptr)",
    "asyncir_wake": "void @asyncir_wake(ptr)",
    "asyncir_task_finish": "void @asyncir_task_finish(ptr, ptr, ptr)",
    "asyncir_task_await": "i1 @asyncir_task_await(ptr, ptr)",
    "asyncir_await": "i1 @asyncir_await(ptr, ptr)",
    "asyncir_check": "ptr @asyncir_check(ptr, ptr)",
    "asyncir_task_retain": "void @asyncir_task_retain(ptr, i32)",
    "asyncir_task_release": "void @asyncir_task_release(ptr, i32)",
    "asyncir_task_create": "ptr @asyncir_task_create(i64, i64, i32)",
    "asyncir_task_payload": "ptr @asyncir_task_payload(ptr, i64)",
    "asyncir_task_set": "i1 @asyncir_task_set(ptr, ptr, ptr, i32)",
    "asyncir_group_create": "ptr @asyncir_group_create(i64, ptr, ptr)",
    "asyncir_group_add": "i64 @asyncir_group_add(ptr, ptr, ptr)",
    "asyncir_handle_allocate": "noalias ptr @asyncir_handle_allocate(i64, i64)",
    "asyncir_handle_resume": "void @asyncir_handle_resume(ptr, ptr)",
    "asyncir_handle_await_and_resume": "void @asyncir_handle_await_and_resume(ptr, ptr)",
    "asyncir_error_create": "ptr @asyncir_error_create(ptr, ptr, ptr, ptr)",
    "asyncir_error_retain": "ptr @asyncir_error_retain(ptr)",
    "asyncir_runtime_worker_count": "i64 @asyncir_runtime_worker_count()",
    "asyncir_worker_here": "ptr @asyncir_worker_here()",
    "asyncir_run": "ptr @asyncir_run(ptr, ptr, ptr)",
    "asyncir_task_block": "i1 @asyncir_task_block(ptr)",
    "malloc": "noalias ptr @malloc(i64)",
    "aligned_alloc": "noalias ptr @aligned_alloc(i64 allocalign, i64)",
    "free": "void @free(ptr)",
    "llvm.coro.id": "token @llvm.coro.id(i32, ptr, ptr, ptr)",
    "llvm.coro.begin": "ptr @llvm.coro.begin(token, ptr)",
    "llvm.coro.size.i64": "i64 @llvm.coro.size.i64()",
    "llvm.coro.align.i64": "i64 @llvm.coro.align.i64()",
    "llvm.coro.save": "token @llvm.coro.save(ptr)",
    "llvm.coro.suspend": "i8 @llvm.coro.suspend(token, i1)",
    "llvm.coro.end": "void @llvm.coro.end(ptr, i1, token)",
    "llvm.coro.free": "ptr @llvm.coro.free(token, ptr)",
    "llvm.stacksave": "ptr @llvm.stacksave.p0()",
    "llvm.memcpy": "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "llvm.cttz.i64": "i64 @llvm.cttz.i64(i64, i1)",
    "llvm.trap": "void @llvm.trap()",
}
"""What generated code calls: the runtime's ABI (runtime.h), the C library, LLVM's coroutine intrinsics."""

TASK = {"resume": 0, "destroy": 8, "state": 16, "error": 24, "worker": 32, "references": 40, "flags": 44}
"""Byte offsets in an `asyncir_task`."""

TASK_SIZE = 48
"""Bytes of an `asyncir_task`."""

WORKER = {
    "stack_limit": 0,
    "finished": 8,
    "bottom": 16,
    "slots": 24,
    "mask": 32,
    "room": 40,
    "sleepers": 48,
    "run": 56,
    "started": 64,
    "number": 72,
    "no_thief": 112,
    "top": 128,
    "free": 192,
}
"""Byte offsets in an `asyncir_worker_front`."""

FREE_FRAME = {"room": 24}
"""Byte offsets in an `asyncir_free_frame`."""

CREATED = {"payload": 48}
"""Byte offsets in an `asyncir_created`."""

GROUP = {"size": 48, "counts": 56}
"""Byte offsets in an `asyncir_group`."""

SIZE_CLASSES = 32
TOKEN_CLASS = 33
RESUMED = 0x100
FAILING = 0x400
FAILED = 3


def _at(name: str, base: str, offset: int) -> str:
    return f"  %{name} = getelementptr inbounds i8, ptr %{base}, i64 {offset}\n"


def _release(name: str, then: str) -> str:
    """Drop one reference. Whoever holds the last one frees a frame that owns nothing without an atomic operation."""
    return f"""\
define internal void @{name}(ptr %worker, ptr %task) {{
  %null = icmp eq ptr %task, null
  br i1 %null, label %gone, label %look
look:
{_at("counter", "task", TASK["references"])}\
  %references = load atomic i32, ptr %counter acquire, align 8
  %last = icmp eq i32 %references, 1
  br i1 %last, label %{then}, label %slow
ended:
{_at("word", "task", TASK["state"])}\
  %state = load atomic i64, ptr %word acquire, align 8
  %good = icmp eq i64 %state, 1
  br i1 %good, label %list, label %slow
list:
{_at("bits", "task", TASK["flags"])}\
  %class = load i8, ptr %bits, align 4
{_at("lists", "worker", WORKER["free"])}\
  %wide = zext i8 %class to i64
  %place = getelementptr inbounds ptr, ptr %lists, i64 %wide
  %head = load ptr, ptr %place, align 8
{_at("more", "head", FREE_FRAME["room"])}\
  %before = load i64, ptr %more, align 8
  %after = sub i64 %before, 1
  %full = icmp slt i64 %after, 0
  br i1 %full, label %slow, label %push, !prof !0
push:
{_at("room", "task", FREE_FRAME["room"])}\
  store i64 %after, ptr %room, align 8
  store ptr %head, ptr %task, align 8
  store ptr %task, ptr %place, align 8
  ret void
slow:
  call void @asyncir_task_release(ptr %task, i32 1)
  ret void
gone:
  ret void
}}
"""


HELPERS: dict[str, str] = {
    # A null token is complete, without an error. ASYNCIR_DONE is 1; acquire makes the payload visible.
    "asyncir.has_ended_well": f"""\
define internal i1 @asyncir.has_ended_well(ptr %task) alwaysinline {{
  %null = icmp eq ptr %task, null
  br i1 %null, label %yes, label %look
look:
{_at("word", "task", TASK["state"])}\
  %state = load atomic i64, ptr %word acquire, align 8
  %well = icmp eq i64 %state, 1
  ret i1 %well
yes:
  ret i1 true
}}
""",
    # Whether it has that bit.
    "asyncir.is_done": f"""\
define internal i1 @asyncir.is_done(ptr %task) alwaysinline {{
  %null = icmp eq ptr %task, null
  br i1 %null, label %yes, label %look
look:
{_at("word", "task", TASK["state"])}\
  %state = load atomic i64, ptr %word acquire, align 8
  %bit = and i64 %state, 1
  %done = icmp ne i64 %bit, 0
  ret i1 %done
yes:
  ret i1 true
}}
""",
    # The error of a complete task, borrowed.
    "asyncir.error_of": f"""\
define internal ptr @asyncir.error_of(ptr %task) alwaysinline {{
  %null = icmp eq ptr %task, null
  br i1 %null, label %none, label %look
look:
{_at("word", "task", TASK["state"])}\
  %state = load atomic i64, ptr %word acquire, align 8
  %bad = icmp eq i64 %state, {FAILED}
  br i1 %bad, label %failed, label %none
failed:
{_at("place", "task", TASK["error"])}\
  %error = load ptr, ptr %place, align 8
  ret ptr %error
none:
  ret ptr null
}}
""",
    # From the worker's free list of that size; the sizes are constants once the coroutine is split. Null: there is no memory.
    "asyncir.allocate": f"""\
define internal ptr @asyncir.allocate(ptr %worker, i64 %size, i64 %alignment) alwaysinline {{
  %padded = add i64 %size, 15
  %class = lshr i64 %padded, 4
  %small = icmp ule i64 %class, {SIZE_CLASSES}
  %plain = icmp ule i64 %alignment, 16
  %listed = and i1 %small, %plain
  br i1 %listed, label %look, label %slow
look:
{_at("lists", "worker", WORKER["free"])}\
  %list = getelementptr inbounds ptr, ptr %lists, i64 %class
  %head = load ptr, ptr %list, align 8
  %next = load ptr, ptr %head, align 8
  %empty = icmp eq ptr %next, null
  br i1 %empty, label %slow, label %take, !prof !0
take:
  store ptr %next, ptr %list, align 8
  ret ptr %head
slow:
  %new = call ptr @asyncir_frame_allocate(ptr %worker, i64 %size, i64 %alignment)
  ret ptr %new
}}
""",
    # A new token, with so many references more than the two that it has anyway. The counts are written last: a search for
    # what is stuck may look at it. Where a trace is to hear of it, the guard is up.
    "asyncir.create_token": f"""\
define internal ptr @asyncir.create_token(ptr %worker, i32 %references) {{
  %guarded = call i1 @asyncir.stack_is_short(ptr %worker)
  br i1 %guarded, label %slow, label %look, !prof !0
look:
{_at("list", "worker", WORKER["free"] + 8 * TOKEN_CLASS)}\
  %head = load ptr, ptr %list, align 8
  %next = load ptr, ptr %head, align 8
  %empty = icmp eq ptr %next, null
  br i1 %empty, label %slow, label %take, !prof !0
take:
  store ptr %next, ptr %list, align 8
{_at("room", "head", CREATED["payload"])}\
  store ptr null, ptr %room, align 8
{_at("place", "head", TASK["worker"])}\
  store ptr %worker, ptr %place, align 8
{_at("state", "head", TASK["state"])}\
  store atomic i64 0, ptr %state monotonic, align 8
{_at("current", "worker", WORKER["run"])}\
  %run = load i64, ptr %current, align 8
  %all = add i32 %references, 2
  %lower = zext i32 %all to i64
  %word = or i64 %run, %lower
{_at("counts", "head", TASK["references"])}\
  store atomic i64 %word, ptr %counts release, align 8
  ret ptr %head
slow:
  %new = call ptr @asyncir_task_create(i64 0, i64 8, i32 %references)
  ret ptr %new
}}
""",
    # Offsets 16 to 47 of a new frame. `size` is 0 where more than its memory has to be given back at its end.
    "asyncir.init": f"""\
define internal void @asyncir.init(ptr %task, ptr %worker, i64 %references, i64 %size) alwaysinline {{
{_at("state", "task", TASK["state"])}\
  store i64 0, ptr %state, align 8
{_at("place", "task", TASK["worker"])}\
  store ptr %worker, ptr %place, align 8
  %padded = add i64 %size, 15
  %class = lshr i64 %padded, 4
  %small = icmp ule i64 %class, {SIZE_CLASSES}
  %kept = select i1 %small, i64 %class, i64 0
  %upper = shl i64 %kept, 32
  %lower = or i64 %upper, %references
{_at("current", "worker", WORKER["run"])}\
  %run = load i64, ptr %current, align 8
  %word = or i64 %run, %lower
{_at("counts", "task", TASK["references"])}\
  store i64 %word, ptr %counts, align 8
  ret void
}}
""",
    # Whether something may be started on this stack; not: ask the runtime.
    "asyncir.stack_is_short": f"""\
define internal i1 @asyncir.stack_is_short(ptr %worker) alwaysinline {{
  %stack = call ptr @llvm.stacksave.p0()
  %at = ptrtoint ptr %stack to i64
{_at("word", "worker", WORKER["stack_limit"])}\
  %limit = load atomic i64, ptr %word monotonic, align 8
  %short = icmp ult i64 %at, %limit
  ret i1 %short
}}
""",
    # Start a task on this stack. Whether it has run to its end.
    "asyncir.run_child": f"""\
define internal i1 @asyncir.run_child(ptr %worker, ptr %child) alwaysinline {{
{_at("started", "worker", WORKER["started"])}\
  %launched = load atomic i64, ptr %started monotonic, align 8
  %more = add i64 %launched, 1
  store atomic i64 %more, ptr %started monotonic, align 8
  %resume = load ptr, ptr %child, align 8
  call void %resume(ptr %child)
{_at("word", "worker", WORKER["finished"])}\
  %last = load ptr, ptr %word, align 8
  store ptr null, ptr %word, align 8
  %finished = icmp eq ptr %last, %child
  ret i1 %finished
}}
""",
    # Complete a task that has ended and that nobody else waits for: its state, and its own reference. Atomic, as a search for
    # what is stuck may look at it.
    "asyncir.complete_unseen": f"""\
define internal void @asyncir.complete_unseen(ptr %task) alwaysinline {{
{_at("state", "task", TASK["state"])}\
  store atomic i64 1, ptr %state monotonic, align 8
{_at("counter", "task", TASK["references"])}\
  %before = load atomic i32, ptr %counter monotonic, align 8
  %after = sub i32 %before, 1
  store atomic i32 %after, ptr %counter monotonic, align 8
  ret void
}}
""",
    # Push the parent, run the child, take the parent back: asyncir_fork, where nothing comes in between. Never inlined:
    # between a coroutine's llvm.coro.save and its suspension LLVM keeps what is used in more than one block in the frame,
    # which is another worker's once the parent is pushed.
    "asyncir.fork": f"""\
define internal i1 @asyncir.fork(ptr %worker, ptr %parent, ptr %child, ptr %descriptor) noinline {{
  %short = call i1 @asyncir.stack_is_short(ptr %worker)
  br i1 %short, label %slow, label %look, !prof !0
slow:
  %going_on = call i1 @asyncir_fork(ptr %worker, ptr %parent, ptr %child, ptr %descriptor)
  ret i1 %going_on
look:
{_at("end", "worker", WORKER["bottom"])}\
  %bottom = load atomic i64, ptr %end monotonic, align 8
{_at("limit", "worker", WORKER["room"])}\
  %room = load i64, ptr %limit, align 8
  %full = icmp sge i64 %bottom, %room
  br i1 %full, label %grow, label %push, !prof !0
grow:
  call void @asyncir_deque_grow(ptr %worker)
  br label %push
push:
{_at("ring", "worker", WORKER["slots"])}\
  %slots = load ptr, ptr %ring, align 8
{_at("size", "worker", WORKER["mask"])}\
  %mask = load i64, ptr %size, align 8
  %index = and i64 %bottom, %mask
  %slot = getelementptr inbounds ptr, ptr %slots, i64 %index
  store atomic ptr %parent, ptr %slot monotonic, align 8
  %above = add i64 %bottom, 1
  store atomic i64 %above, ptr %end release, align 8
  fence syncscope("singlethread") seq_cst
{_at("who", "worker", WORKER["sleepers"])}\
  %sleepers = load ptr, ptr %who, align 8
  %asleep = load atomic i64, ptr %sleepers monotonic, align 8
  %any = icmp ne i64 %asleep, 0
  br i1 %any, label %wake, label %run, !prof !0
wake:
  call void @asyncir_wake(ptr %worker)
  br label %run
run:
  %finished = call i1 @asyncir.run_child(ptr %worker, ptr %child)
  br i1 %finished, label %back, label %join
back:
  %over = load atomic i64, ptr %end monotonic, align 8
  %same = icmp eq i64 %over, %above
  br i1 %same, label %pop, label %join
pop:
  store atomic i64 %bottom, ptr %end monotonic, align 8
  fence syncscope("singlethread") seq_cst
{_at("other", "worker", WORKER["top"])}\
  %top = load atomic i64, ptr %other monotonic, align 8
  %ours = icmp slt i64 %top, %bottom
  br i1 %ours, label %own, label %last_one
last_one:
  %there = icmp eq i64 %top, %bottom
  br i1 %there, label %look_around, label %restore
look_around:
{_at("others", "worker", WORKER["no_thief"])}\
  %unobserved = load atomic i64, ptr %others acquire, align 8
  %nobody = icmp ne i64 %unobserved, 0
  br i1 %nobody, label %again, label %race
again:
  %now = load atomic i64, ptr %other monotonic, align 8
  %left = icmp eq i64 %now, %bottom
  br i1 %left, label %own, label %restore
race:
  %raced = cmpxchg ptr %other, i64 %bottom, i64 %above seq_cst monotonic, align 8
  %won = extractvalue {{ i64, i1 }} %raced, 1
  store atomic i64 %above, ptr %end release, align 8
  br i1 %won, label %own, label %join
restore:
  store atomic i64 %above, ptr %end release, align 8
  br label %join
own:
  call void @asyncir.complete_unseen(ptr %child)
  ret i1 true
join:
  %goes_on = call i1 @asyncir_fork_join(ptr %worker, i64 %bottom, ptr %child, i1 %finished)
  ret i1 %goes_on
}}
""",
    # Run the child on this stack, its parent will wait for it next: asyncir_launch_awaited, where nothing comes in between.
    "asyncir.launch_awaited": """\
define internal void @asyncir.launch_awaited(ptr %worker, ptr %child, ptr %descriptor) alwaysinline {
  %short = call i1 @asyncir.stack_is_short(ptr %worker)
  br i1 %short, label %slow, label %run, !prof !0
slow:
  call void @asyncir_launch_awaited(ptr %worker, ptr %child, ptr %descriptor)
  ret void
run:
  %finished = call i1 @asyncir.run_child(ptr %worker, ptr %child)
  br i1 %finished, label %unseen, label %going_on
unseen:
  call void @asyncir.complete_unseen(ptr %child)
  br label %going_on
going_on:
  ret void
}
""",
    # The error of a coroutine that is about to end, which then takes the long way.
    "asyncir.fail": f"""\
define internal void @asyncir.fail(ptr %task, ptr %error) {{
{_at("place", "task", TASK["error"])}\
  store ptr %error, ptr %place, align 8
{_at("bits", "task", TASK["flags"])}\
  %before = load atomic i32, ptr %bits monotonic, align 4
  %failing = or i32 %before, {FAILING}
  store atomic i32 %failing, ptr %bits monotonic, align 4
  ret void
}}
""",
    # The error of whoever waited for a task that failed. One call: what is used behind it needs no register meanwhile.
    "asyncir.error_after": """\
define internal ptr @asyncir.error_after(ptr %code, ptr %message, ptr %place, ptr %error) noinline {
  %cause = call ptr @asyncir_error_retain(ptr %error)
  %new = call ptr @asyncir_error_create(ptr %code, ptr %message, ptr %place, ptr %cause)
  ret ptr %new
}
""",
    "asyncir.finish_slowly": f"""\
define internal void @asyncir.finish_slowly(ptr %task, ptr %worker) noinline {{
{_at("place", "task", TASK["error"])}\
  %failure = load ptr, ptr %place, align 8
{_at("bits", "task", TASK["flags"])}\
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {FAILING}
  %bad = icmp ne i32 %bit, 0
  %error = select i1 %bad, ptr %failure, ptr null
  call void @asyncir_task_finish(ptr %task, ptr %error, ptr %worker)
  ret void
}}
""",
    # The end of a coroutine that a fork may have started: then who started it completes it.
    "asyncir.finish_started": f"""\
define internal void @asyncir.finish_started(ptr %task, ptr %worker) alwaysinline {{
{_at("bits", "task", TASK["flags"])}\
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {RESUMED | FAILING}
  %known = icmp ne i32 %bit, 0
  br i1 %known, label %slow, label %quick, !prof !0
quick:
{_at("word", "worker", WORKER["finished"])}\
  store ptr %task, ptr %word, align 8
  ret void
slow:
  call void @asyncir.finish_slowly(ptr %task, ptr %worker)
  ret void
}}
""",
    # The end of a coroutine that began in its caller: if it never left it, its caller is the only one to know of it, and all
    # references but its own are still there.
    "asyncir.finish_called": f"""\
define internal void @asyncir.finish_called(ptr %task, i32 %held, ptr %worker) alwaysinline {{
{_at("bits", "task", TASK["flags"])}\
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {RESUMED | FAILING}
  %known = icmp ne i32 %bit, 0
  br i1 %known, label %slow, label %quick, !prof !0
quick:
{_at("state", "task", TASK["state"])}\
  store atomic i64 1, ptr %state monotonic, align 8
{_at("counter", "task", TASK["references"])}\
  store atomic i32 %held, ptr %counter monotonic, align 8
  ret void
slow:
  call void @asyncir.finish_slowly(ptr %task, ptr %worker)
  ret void
}}
""",
    "asyncir.release": _release("asyncir.release", "ended"),
    # The same of a task that is known to be complete, without an error.
    "asyncir.release_ended": _release("asyncir.release_ended", "list"),
    # The rank of a new member. One that ended well is counted here, unless it is the last or one too many, or a trace is to
    # hear of it.
    "asyncir.group_add": f"""\
define internal i64 @asyncir.group_add(ptr %group, ptr %task, ptr %worker) {{
  %guarded = call i1 @asyncir.stack_is_short(ptr %worker)
  %null = icmp eq ptr %task, null
  %unusual = or i1 %guarded, %null
  br i1 %unusual, label %slow, label %look, !prof !0
look:
{_at("word", "task", TASK["state"])}\
  %state = load atomic i64, ptr %word acquire, align 8
  %good = icmp eq i64 %state, 1
  br i1 %good, label %count, label %slow
count:
{_at("limit", "group", GROUP["size"])}\
  %size = load i64, ptr %limit, align 8
{_at("both", "group", GROUP["counts"])}\
  %counts = load atomic i64, ptr %both monotonic, align 8
  %rank = lshr i64 %counts, 32
  %next = add i64 %rank, 1
  %more = icmp slt i64 %next, %size
  br i1 %more, label %add, label %slow
add:
  %new = add i64 %counts, {(1 << 32) + 1}
  %exchanged = cmpxchg ptr %both, i64 %counts, i64 %new acq_rel monotonic, align 8
  %won = extractvalue {{ i64, i1 }} %exchanged, 1
  br i1 %won, label %counted, label %slow
counted:
  ret i64 %rank
slow:
  %slowly = call i64 @asyncir_group_add(ptr %group, ptr %task, ptr %worker)
  ret i64 %slowly
}}
""",
    **ENDS,
}
"""Internal functions, written where they are used."""

NEEDED = {
    "asyncir.allocate": ("asyncir_frame_allocate",),
    "asyncir.stack_is_short": ("llvm.stacksave",),
    "asyncir.create_token": ("asyncir.stack_is_short", "asyncir_task_create"),
    "asyncir.fork": (
        "asyncir.stack_is_short",
        "asyncir.run_child",
        "asyncir.complete_unseen",
        "asyncir_fork",
        "asyncir_fork_join",
        "asyncir_deque_grow",
        "asyncir_wake",
    ),
    "asyncir.launch_awaited": (
        "asyncir.stack_is_short",
        "asyncir.run_child",
        "asyncir.complete_unseen",
        "asyncir_launch_awaited",
    ),
    "asyncir.error_after": ("asyncir_error_retain", "asyncir_error_create"),
    "asyncir.finish_slowly": ("asyncir_task_finish",),
    "asyncir.finish_started": ("asyncir.finish_slowly",),
    "asyncir.finish_called": ("asyncir.finish_slowly",),
    "asyncir.release": ("asyncir_task_release",),
    "asyncir.release_ended": ("asyncir_task_release",),
    "asyncir.group_add": ("asyncir.stack_is_short", "asyncir_group_add"),
    **NEEDED_BY_ENDS,
}
"""What a helper calls."""
