; The `main` of an executable: call, wait, report, stop the workers, return. A template of Jinja.

@head = private unnamed_addr constant [15 x i8] c"error[%s]: %s\0A\00"
@cause = private unnamed_addr constant [31 x i8] c"   = note: caused by: [%s] %s\0A\00"
@place = private unnamed_addr constant [10 x i8] c"  --> %s\0A\00"
@stuck = private unnamed_addr constant [73 x i8] c"error[R104]: deadlock: a task that nothing waits for can never complete\0A\00"

declare ptr @asyncir_error_code(ptr)
declare ptr @asyncir_error_message(ptr)
declare ptr @asyncir_error_location(ptr)
declare ptr @asyncir_error_cause(ptr)
declare void @asyncir_error_release(ptr)
declare i1 @asyncir_task_block(ptr)
declare ptr @asyncir_task_error(ptr)
declare void @asyncir_task_release(ptr, i32)
declare i1 @asyncir_runtime_end_stuck(ptr)
declare void @asyncir_runtime_stop()
declare i32 @dprintf(i32, ptr, ...)
declare i32 @fflush(ptr)

; What went wrong, on standard error, and what that came from. Returns the exit code.
define private i32 @report(ptr %how, ptr %error) {
  %flushed = call i32 @fflush(ptr null)
  br label %link
link:
  %e = phi ptr [ %error, %0 ], [ %next, %done ]
  %form = phi ptr [ %how, %0 ], [ @cause, %done ]
  %code = call ptr @asyncir_error_code(ptr %e)
  %message = call ptr @asyncir_error_message(ptr %e)
  %1 = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr %form, ptr %code, ptr %message)
  %location = call ptr @asyncir_error_location(ptr %e)
  %none = icmp eq ptr %location, null
  br i1 %none, label %done, label %some
some:
  %first = load i8, ptr %location
  %empty = icmp eq i8 %first, 0
  br i1 %empty, label %done, label %show
show:
  %2 = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @place, ptr %location)
  br label %done
done:
  %next = call ptr @asyncir_error_cause(ptr %e)
  %last = icmp eq ptr %next, null
  br i1 %last, label %out, label %link
out:
  ret i32 1
}

{% macro failed(n, error) %}
failed{{ n }}:
  %status{{ n }} = call i32 @report(ptr @head, ptr {{ error }})
  ret i32 %status{{ n }}
{% endmacro %}
declare ptr @{{ entry }}(ptr)

define i32 @main() {
  %why = alloca ptr
  %places = alloca [{{ [results|length, 1]|max }} x ptr]
{% for type in results %}
  %r{{ loop.index0 }} = alloca [{{ type.size }} x i8], align 64
  %p{{ loop.index0 }} = getelementptr ptr, ptr %places, i64 {{ loop.index0 }}
  store ptr %r{{ loop.index0 }}, ptr %p{{ loop.index0 }}
{% endfor %}
  %error = call ptr @{{ entry }}(ptr %places)
  %fine = icmp eq ptr %error, null
  br i1 %fine, label %wait0, label %failed0
{{ failed(0, "%error") }}
{% for result, completion in waits %}{% set n = loop.index0 %}
; A value's payload follows its task's address. After a deadlock the task has an error that says so.
wait{{ n }}:
{% if completion.payload is none %}
  %task{{ n }} = load ptr, ptr %r{{ result }}
{% else %}
  %payload{{ n }} = load ptr, ptr %r{{ result }}
  %word{{ n }} = getelementptr ptr, ptr %payload{{ n }}, i64 -1
  %task{{ n }} = load ptr, ptr %word{{ n }}
{% endif %}
  %done{{ n }} = call i1 @asyncir_task_block(ptr %task{{ n }})
  %error{{ n }} = call ptr @asyncir_task_error(ptr %task{{ n }})
  %fine{{ n }} = icmp eq ptr %error{{ n }}, null
  br i1 %fine{{ n }}, label %release{{ n }}, label %failed{{ n + 1 }}
{{ failed(n + 1, "%error" ~ n) }}
release{{ n }}:
  call void @asyncir_task_release(ptr %task{{ n }}, i32 1)
  br label %wait{{ n + 1 }}
{% endfor %}
; The run ends when every task is complete; a task that can never be is a deadlock.
wait{{ waits|length }}:
  %stuck = call i1 @asyncir_runtime_end_stuck(ptr %why)
  br i1 %stuck, label %ended, label %stop
ended:
  %shown = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @stuck)
  %first = load ptr, ptr %why
  %named = call i32 @report(ptr @cause, ptr %first)
  call void @asyncir_error_release(ptr %first)
  br label %stop
stop:
  call void @asyncir_runtime_stop()
  br i1 %stuck, label %bad, label %end
bad:
  ret i32 1
end:
{% if not bits %}
  ret i32 0
{% elif bits == 32 %}
  %value = load i32, ptr %r0
  ret i32 %value
{% else %}
  %value = load i{{ bits }}, ptr %r0
  %code = {{ "trunc" if bits > 32 else "zext" if bits == 1 else "sext" }} i{{ bits }} %value to i32
  ret i32 %code
{% endif %}
}
