"""What generated code has inline for the end of a function: the memory that it frees, and what it holds where it fails."""

from __future__ import annotations

ENDS: dict[str, str] = {
    # Memory that a coroutine frees when it ends; a frame cannot hold a stack allocation of unknown size.
    "asyncir.scratch": """\
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
""",
    "asyncir.free_scratch": """\
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
""",
    # What a failing function still holds, where a mask tells which slots are full.
    "asyncir.release_full": """\
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
""",
    # What a failing function still holds, where there are more slots than bits: empty ones are null.
    "asyncir.release_all": """\
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
""",
}
"""Internal functions, as those of runtime_text.py."""

NEEDED_BY_ENDS = {
    "asyncir.release_full": ("asyncir_task_release", "llvm.cttz.i64"),
    "asyncir.release_all": ("asyncir_task_release",),
    "asyncir.scratch": ("aligned_alloc",),
    "asyncir.free_scratch": ("free",),
}
"""What they call."""
