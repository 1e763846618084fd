; What compiled code has of the runtime: the functions that it calls, and fast paths of them that it has inline.
;
; A module that uses one of these gets it, and what that uses (llvm/library.py). `{task.state}` is an offset, `{FAILING}` a
; number: runtime_text.py says which, and a test compares them with runtime.h. A fast path leaves all other cases to the
; function of the runtime that does them all.

; What generated code calls: the runtime's ABI (runtime.h), the C library, LLVM's coroutine intrinsics.

declare noalias ptr @asyncir_frame_allocate(ptr, i64, i64)
declare void @asyncir_frame_free(ptr, i64, i64)
declare ptr @asyncir_task_exhausted(ptr, i32, ptr)
declare i1 @asyncir_task_is_exhausted(ptr)
declare void @asyncir_task_schedule(ptr, ptr)
declare i1 @asyncir_fork(ptr, ptr, ptr, ptr)
declare i1 @asyncir_fork_join(ptr, i64, ptr, i1)
declare i1 @asyncir_start(ptr, ptr, ptr)
declare void @asyncir_launch(ptr, ptr, ptr)
declare void @asyncir_launch_awaited(ptr, ptr, ptr)
declare void @asyncir_deque_grow(ptr)
declare void @asyncir_wake(ptr)
declare void @asyncir_task_finish(ptr, ptr, ptr)
declare i1 @asyncir_task_await(ptr, ptr)
declare i1 @asyncir_await(ptr, ptr)
declare ptr @asyncir_check(ptr, ptr)
declare ptr @asyncir_compute_task(ptr, ptr)
; Whatever it leaves, nobody reads what the program has in registers by then.
declare void @asyncir_poll(ptr) memory(inaccessiblemem: readwrite)
declare void @asyncir_member_failed(ptr, ptr)
declare void @asyncir_task_retain(ptr, i32)
declare void @asyncir_task_release(ptr, i32)
declare ptr @asyncir_task_create(i64, i64, i32)
declare ptr @asyncir_task_payload(ptr, i64)
declare i1 @asyncir_task_set(ptr, ptr, ptr, i32)
declare ptr @asyncir_group_create(i64, ptr, ptr)
declare i64 @asyncir_group_add(ptr, ptr, ptr)
declare noalias ptr @asyncir_handle_allocate(i64, i64)
declare void @asyncir_handle_resume(ptr, ptr)
declare void @asyncir_handle_await_and_resume(ptr, ptr)
declare ptr @asyncir_error_create(ptr, ptr, ptr, ptr)
declare ptr @asyncir_error_create_sizes(ptr, ptr, ptr, i64, i64)
declare ptr @asyncir_error_retain(ptr)
declare i64 @asyncir_runtime_worker_count()
declare ptr @asyncir_worker_here()
declare ptr @asyncir_run(ptr, ptr, ptr)
declare i1 @asyncir_task_block(ptr)
declare i64 @asyncir_clock()
declare ptr @asyncir_operation_create(i64, i64, i32)
declare void @asyncir_operation_name(ptr, ptr, ptr)
declare void @asyncir_operation_sleep(ptr, i64)
declare void @asyncir_operation_sleep_until(ptr, i64)
declare void @asyncir_operation_open(ptr, ptr, i64, i32, ptr, ptr)
declare void @asyncir_operation_close(ptr, i32, ptr)
declare void @asyncir_operation_size(ptr, i32, ptr, ptr)
declare void @asyncir_operation_read(ptr, i32, i64, ptr, i64, ptr, ptr)
declare void @asyncir_operation_write(ptr, i32, i64, ptr, i64, ptr, ptr)
declare void @asyncir_operation_process(ptr, ptr, ptr, ptr, ptr)
declare void @asyncir_operation_call(ptr, ptr, ptr, ptr)
declare void @asyncir_run_async(ptr, ptr, ptr, ptr)
declare noalias ptr @asyncir_memory_allocate(i64, i64 allocalign)
declare void @asyncir_memory_free(ptr)
declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64 allocalign, i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i64 @llvm.coro.align.i64()
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.free(token, ptr)
declare ptr @llvm.stacksave.p0()
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.trap()

; A null token is complete, without an error. ASYNCIR_DONE is 1; acquire makes the payload visible.
define internal i1 @asyncir.has_ended_well(ptr %task) alwaysinline {
  %null = icmp eq ptr %task, null
  br i1 %null, label %yes, label %look
look:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %well = icmp eq i64 %state, 1
  ret i1 %well
yes:
  ret i1 true
}

; Whether it has that bit.
define internal i1 @asyncir.is_done(ptr %task) alwaysinline {
  %null = icmp eq ptr %task, null
  br i1 %null, label %yes, label %look
look:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %bit = and i64 %state, 1
  %done = icmp ne i64 %bit, 0
  ret i1 %done
yes:
  ret i1 true
}

; The error of a complete task, borrowed.
define internal ptr @asyncir.error_of(ptr %task) alwaysinline {
  %null = icmp eq ptr %task, null
  br i1 %null, label %none, label %look
look:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %bad = icmp eq i64 %state, {FAILED}
  br i1 %bad, label %failed, label %none
failed:
  %place = getelementptr inbounds i8, ptr %task, i64 {task.error}
  %error = load ptr, ptr %place, align 8
  ret ptr %error
none:
  ret ptr null
}

; From the worker's free list of that size; the sizes are constants once the coroutine is split. Null: there is no memory.
define internal ptr @asyncir.allocate(ptr %worker, i64 %size, i64 %alignment) alwaysinline {
  %padded = add i64 %size, 15
  %class = lshr i64 %padded, 4
  %small = icmp ule i64 %class, {SIZE_CLASSES}
  %plain = icmp ule i64 %alignment, 16
  %listed = and i1 %small, %plain
  br i1 %listed, label %look, label %slow
look:
  %lists = getelementptr inbounds i8, ptr %worker, i64 {worker.free}
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
}

; A new token, with so many references more than the two that it has anyway. The counts are written last: a search for
; what is stuck may look at it. Where a trace is to hear of it, the guard is up.
define internal ptr @asyncir.create_token(ptr %worker, i32 %references) {
  %guarded = call i1 @asyncir.stack_is_short(ptr %worker)
  br i1 %guarded, label %slow, label %look, !prof !0
look:
  %list = getelementptr inbounds i8, ptr %worker, i64 {worker.free_tokens}
  %head = load ptr, ptr %list, align 8
  %next = load ptr, ptr %head, align 8
  %empty = icmp eq ptr %next, null
  br i1 %empty, label %slow, label %take, !prof !0
take:
  store ptr %next, ptr %list, align 8
  %room = getelementptr inbounds i8, ptr %head, i64 {created.payload}
  store ptr null, ptr %room, align 8
  %place = getelementptr inbounds i8, ptr %head, i64 {task.worker}
  store ptr %worker, ptr %place, align 8
  %state = getelementptr inbounds i8, ptr %head, i64 {task.state}
  store atomic i64 0, ptr %state monotonic, align 8
  %current = getelementptr inbounds i8, ptr %worker, i64 {worker.run}
  %run = load i64, ptr %current, align 8
  %all = add i32 %references, 2
  %lower = zext i32 %all to i64
  %word = or i64 %run, %lower
  %counts = getelementptr inbounds i8, ptr %head, i64 {task.references}
  store atomic i64 %word, ptr %counts release, align 8
  ret ptr %head
slow:
  %new = call ptr @asyncir_task_create(i64 0, i64 8, i32 %references)
  ret ptr %new
}

; Offsets 16 to 47 of a new frame. `size` is 0 where more than its memory has to be given back at its end.
define internal void @asyncir.init(ptr %task, ptr %worker, i64 %references, i64 %size) alwaysinline {
  %state = getelementptr inbounds i8, ptr %task, i64 {task.state}
  store i64 0, ptr %state, align 8
  %place = getelementptr inbounds i8, ptr %task, i64 {task.worker}
  store ptr %worker, ptr %place, align 8
  %padded = add i64 %size, 15
  %class = lshr i64 %padded, 4
  %small = icmp ule i64 %class, {SIZE_CLASSES}
  %kept = select i1 %small, i64 %class, i64 0
  %upper = shl i64 %kept, 32
  %lower = or i64 %upper, %references
  %current = getelementptr inbounds i8, ptr %worker, i64 {worker.run}
  %run = load i64, ptr %current, align 8
  %word = or i64 %run, %lower
  %counts = getelementptr inbounds i8, ptr %task, i64 {task.references}
  store i64 %word, ptr %counts, align 8
  ret void
}

; Whether something may be started on this stack; not: ask the runtime.
define internal i1 @asyncir.stack_is_short(ptr %worker) alwaysinline {
  %stack = call ptr @llvm.stacksave.p0()
  %at = ptrtoint ptr %stack to i64
  %word = getelementptr inbounds i8, ptr %worker, i64 {worker.stack_limit}
  %limit = load atomic i64, ptr %word monotonic, align 8
  %short = icmp ult i64 %at, %limit
  ret i1 %short
}

; Start a task on this stack. Whether it has run to its end.
define internal i1 @asyncir.run_child(ptr %worker, ptr %child) alwaysinline {
  %started = getelementptr inbounds i8, ptr %worker, i64 {worker.started}
  %launched = load atomic i64, ptr %started monotonic, align 8
  %more = add i64 %launched, 1
  store atomic i64 %more, ptr %started monotonic, align 8
  %resume = load ptr, ptr %child, align 8
  call void %resume(ptr %child)
  %word = getelementptr inbounds i8, ptr %worker, i64 {worker.finished}
  %last = load ptr, ptr %word, align 8
  store ptr null, ptr %word, align 8
  %finished = icmp eq ptr %last, %child
  ret i1 %finished
}

; Complete a task that has ended and that nobody else waits for: its state, and its own reference. Atomic, as a search for
; what is stuck may look at it.
define internal void @asyncir.complete_unseen(ptr %task) alwaysinline {
  %state = getelementptr inbounds i8, ptr %task, i64 {task.state}
  store atomic i64 1, ptr %state monotonic, align 8
  %counter = getelementptr inbounds i8, ptr %task, i64 {task.references}
  %before = load atomic i32, ptr %counter monotonic, align 8
  %after = sub i32 %before, 1
  store atomic i32 %after, ptr %counter monotonic, align 8
  ret void
}

; Push the parent, run the child, take the parent back: asyncir_fork, where nothing comes in between. Never inlined:
; between a coroutine's llvm.coro.save and its suspension LLVM keeps what is used in more than one block in the frame,
; which is another worker's once the parent is pushed.
define internal i1 @asyncir.fork(ptr %worker, ptr %parent, ptr %child, ptr %descriptor) noinline {
  %short = call i1 @asyncir.stack_is_short(ptr %worker)
  br i1 %short, label %slow, label %look, !prof !0
slow:
  %going_on = call i1 @asyncir_fork(ptr %worker, ptr %parent, ptr %child, ptr %descriptor)
  ret i1 %going_on
look:
  %end = getelementptr inbounds i8, ptr %worker, i64 {worker.bottom}
  %bottom = load atomic i64, ptr %end monotonic, align 8
  %limit = getelementptr inbounds i8, ptr %worker, i64 {worker.room}
  %room = load i64, ptr %limit, align 8
  %full = icmp sge i64 %bottom, %room
  br i1 %full, label %grow, label %push, !prof !0
grow:
  call void @asyncir_deque_grow(ptr %worker)
  br label %push
push:
  %ring = getelementptr inbounds i8, ptr %worker, i64 {worker.slots}
  %slots = load ptr, ptr %ring, align 8
  %size = getelementptr inbounds i8, ptr %worker, i64 {worker.mask}
  %mask = load i64, ptr %size, align 8
  %index = and i64 %bottom, %mask
  %slot = getelementptr inbounds ptr, ptr %slots, i64 %index
  store atomic ptr %parent, ptr %slot monotonic, align 8
  %above = add i64 %bottom, 1
  store atomic i64 %above, ptr %end release, align 8
  fence syncscope("singlethread") seq_cst
  %who = getelementptr inbounds i8, ptr %worker, i64 {worker.sleepers}
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
  %other = getelementptr inbounds i8, ptr %worker, i64 {worker.top}
  %top = load atomic i64, ptr %other monotonic, align 8
  %ours = icmp slt i64 %top, %bottom
  br i1 %ours, label %own, label %last_one
last_one:
  %there = icmp eq i64 %top, %bottom
  br i1 %there, label %look_around, label %restore
look_around:
  %others = getelementptr inbounds i8, ptr %worker, i64 {worker.no_thief}
  %unobserved = load atomic i64, ptr %others acquire, align 8
  %nobody = icmp ne i64 %unobserved, 0
  br i1 %nobody, label %again, label %race
again:
  %now = load atomic i64, ptr %other monotonic, align 8
  %left = icmp eq i64 %now, %bottom
  br i1 %left, label %own, label %restore
race:
  %raced = cmpxchg ptr %other, i64 %bottom, i64 %above seq_cst monotonic, align 8
  %won = extractvalue { i64, i1 } %raced, 1
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
}

; Run the child on this stack, its parent will wait for it next: asyncir_launch_awaited, where nothing comes in between.
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

; The error of a coroutine that is about to end, which then takes the long way.
define internal void @asyncir.fail(ptr %task, ptr %error) {
  %place = getelementptr inbounds i8, ptr %task, i64 {task.error}
  store ptr %error, ptr %place, align 8
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %before = load atomic i32, ptr %bits monotonic, align 4
  %failing = or i32 %before, {FAILING}
  store atomic i32 %failing, ptr %bits monotonic, align 4
  ret void
}

; The error of whoever waited for a task that failed. One call: what is used behind it needs no register meanwhile.
define internal ptr @asyncir.error_after(ptr %code, ptr %message, ptr %place, ptr %error) noinline {
  %cause = call ptr @asyncir_error_retain(ptr %error)
  %new = call ptr @asyncir_error_create(ptr %code, ptr %message, ptr %place, ptr %cause)
  ret ptr %new
}

; The end of a coroutine whose task somebody may know of, or that fails.
define internal void @asyncir.finish_slowly(ptr %task, ptr %worker) noinline {
  %place = getelementptr inbounds i8, ptr %task, i64 {task.error}
  %failure = load ptr, ptr %place, align 8
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {FAILING}
  %bad = icmp ne i32 %bit, 0
  %error = select i1 %bad, ptr %failure, ptr null
  call void @asyncir_task_finish(ptr %task, ptr %error, ptr %worker)
  ret void
}

; The end of a coroutine that a fork may have started: then who started it completes it.
define internal void @asyncir.finish_started(ptr %task, ptr %worker) alwaysinline {
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {RESUMED_OR_FAILING}
  %known = icmp ne i32 %bit, 0
  br i1 %known, label %slow, label %quick, !prof !0
quick:
  %word = getelementptr inbounds i8, ptr %worker, i64 {worker.finished}
  store ptr %task, ptr %word, align 8
  ret void
slow:
  call void @asyncir.finish_slowly(ptr %task, ptr %worker)
  ret void
}

; The end of a coroutine that began in its caller: if it never left it, its caller is the only one to know of it, and all
; references but its own are still there.
define internal void @asyncir.finish_called(ptr %task, i32 %held, ptr %worker) alwaysinline {
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %flags = load i32, ptr %bits, align 4
  %bit = and i32 %flags, {RESUMED_OR_FAILING}
  %known = icmp ne i32 %bit, 0
  br i1 %known, label %slow, label %quick, !prof !0
quick:
  %state = getelementptr inbounds i8, ptr %task, i64 {task.state}
  store atomic i64 1, ptr %state monotonic, align 8
  %counter = getelementptr inbounds i8, ptr %task, i64 {task.references}
  store atomic i32 %held, ptr %counter monotonic, align 8
  ret void
slow:
  call void @asyncir.finish_slowly(ptr %task, ptr %worker)
  ret void
}

; Drop one reference. Whoever holds the last one frees a frame that owns nothing without an atomic operation.
define internal void @asyncir.release(ptr %worker, ptr %task) {
  %null = icmp eq ptr %task, null
  br i1 %null, label %gone, label %look
look:
  %counter = getelementptr inbounds i8, ptr %task, i64 {task.references}
  %references = load atomic i32, ptr %counter acquire, align 8
  %last = icmp eq i32 %references, 1
  br i1 %last, label %ended, label %slow
ended:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %good = icmp eq i64 %state, 1
  br i1 %good, label %list, label %slow
list:
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %class = load i8, ptr %bits, align 4
  %lists = getelementptr inbounds i8, ptr %worker, i64 {worker.free}
  %wide = zext i8 %class to i64
  %place = getelementptr inbounds ptr, ptr %lists, i64 %wide
  %head = load ptr, ptr %place, align 8
  %more = getelementptr inbounds i8, ptr %head, i64 {free_frame.room}
  %before = load i64, ptr %more, align 8
  %after = sub i64 %before, 1
  %full = icmp slt i64 %after, 0
  br i1 %full, label %slow, label %push, !prof !0
push:
  %room = getelementptr inbounds i8, ptr %task, i64 {free_frame.room}
  store i64 %after, ptr %room, align 8
  store ptr %head, ptr %task, align 8
  store ptr %task, ptr %place, align 8
  ret void
slow:
  call void @asyncir_task_release(ptr %task, i32 1)
  ret void
gone:
  ret void
}

; The same of a task that is known to be complete, without an error.
define internal void @asyncir.release_ended(ptr %worker, ptr %task) {
  %null = icmp eq ptr %task, null
  br i1 %null, label %gone, label %look
look:
  %counter = getelementptr inbounds i8, ptr %task, i64 {task.references}
  %references = load atomic i32, ptr %counter acquire, align 8
  %last = icmp eq i32 %references, 1
  br i1 %last, label %list, label %slow
ended:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %good = icmp eq i64 %state, 1
  br i1 %good, label %list, label %slow
list:
  %bits = getelementptr inbounds i8, ptr %task, i64 {task.flags}
  %class = load i8, ptr %bits, align 4
  %lists = getelementptr inbounds i8, ptr %worker, i64 {worker.free}
  %wide = zext i8 %class to i64
  %place = getelementptr inbounds ptr, ptr %lists, i64 %wide
  %head = load ptr, ptr %place, align 8
  %more = getelementptr inbounds i8, ptr %head, i64 {free_frame.room}
  %before = load i64, ptr %more, align 8
  %after = sub i64 %before, 1
  %full = icmp slt i64 %after, 0
  br i1 %full, label %slow, label %push, !prof !0
push:
  %room = getelementptr inbounds i8, ptr %task, i64 {free_frame.room}
  store i64 %after, ptr %room, align 8
  store ptr %head, ptr %task, align 8
  store ptr %task, ptr %place, align 8
  ret void
slow:
  call void @asyncir_task_release(ptr %task, i32 1)
  ret void
gone:
  ret void
}

; The rank of a new member. One that ended well is counted here, unless it is the last or one too many, or a trace is to
; hear of it.
define internal i64 @asyncir.group_add(ptr %group, ptr %task, ptr %worker) {
  %guarded = call i1 @asyncir.stack_is_short(ptr %worker)
  %null = icmp eq ptr %task, null
  %unusual = or i1 %guarded, %null
  br i1 %unusual, label %slow, label %look, !prof !0
look:
  %word = getelementptr inbounds i8, ptr %task, i64 {task.state}
  %state = load atomic i64, ptr %word acquire, align 8
  %good = icmp eq i64 %state, 1
  br i1 %good, label %count, label %slow
count:
  %limit = getelementptr inbounds i8, ptr %group, i64 {group.size}
  %size = load i64, ptr %limit, align 8
  %both = getelementptr inbounds i8, ptr %group, i64 {group.counts}
  %counts = load atomic i64, ptr %both monotonic, align 8
  %rank = lshr i64 %counts, 32
  %next = add i64 %rank, 1
  %more = icmp slt i64 %next, %size
  br i1 %more, label %add, label %slow
add:
  %new = add i64 %counts, 4294967297
  %exchanged = cmpxchg ptr %both, i64 %counts, i64 %new acq_rel monotonic, align 8
  %won = extractvalue { i64, i1 } %exchanged, 1
  br i1 %won, label %counted, label %slow
counted:
  ret i64 %rank
slow:
  %slowly = call i64 @asyncir_group_add(ptr %group, ptr %task, ptr %worker)
  ret i64 %slowly
}

; Memory that a coroutine frees when it ends; a frame cannot hold a stack allocation of unknown size.
define internal ptr @asyncir.scratch(ptr %head, i64 %size) noinline {
  %padded = add i64 %size, 127
  %rounded = and i64 %padded, -64
  %block = call ptr @aligned_alloc(i64 64, i64 %rounded)
  %before = load ptr, ptr %head, align 8
  store ptr %before, ptr %block, align 8
  store ptr %block, ptr %head, align 8
  %memory = getelementptr inbounds i8, ptr %block, i64 64
  ret ptr %memory
}

; Free all of it: a list, each block of which begins with the address of the next one.
define internal void @asyncir.free_scratch(ptr %first) noinline {
entry:
  br label %loop
loop:
  %block = phi ptr [ %first, %entry ], [ %next, %more ]
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %more
more:
  %next = load ptr, ptr %block, align 8
  call void @free(ptr %block)
  br label %loop
done:
  ret void
}

; What a failing function still holds, where a mask tells which slots are full.
define internal void @asyncir.release_full(ptr %slots, i64 %full) noinline {
entry:
  br label %look
look:
  %left = phi i64 [ %full, %entry ], [ %rest, %more ]
  %none = icmp eq i64 %left, 0
  br i1 %none, label %done, label %more
more:
  %i = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %address = getelementptr inbounds ptr, ptr %slots, i64 %i
  %task = load ptr, ptr %address, align 8
  call void @asyncir_task_release(ptr %task, i32 1)
  %below = sub i64 %left, 1
  %rest = and i64 %left, %below
  br label %look
done:
  ret void
}

; What a failing function still holds, where there are more slots than bits: empty ones are null.
define internal void @asyncir.release_all(ptr %slots, i64 %count) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = getelementptr inbounds ptr, ptr %slots, i64 %i
  %task = load ptr, ptr %address, align 8
  call void @asyncir_task_release(ptr %task, i32 1)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}
