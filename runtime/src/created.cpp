// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tokens and values that belong to no coroutine: whoever holds one may set it, once.
///
/// Setting it drops a reference that was made for that: a hand-written coroutine hands its token to its caller and sets it
/// later, whatever the caller did with it meanwhile.
///
///   pending                          nobody has set it
///   pending, taken                   somebody is about to complete it: with an error, or as a trace wants it
///   done                             set; whoever did that still has a reference
///   done, claimed                    set, and whoever did that has let go of it
///   claimed, or without references   free, where it is none of these
///
/// `state` decides who completes it, so that without an error it is set in two steps: an exchange of `state`, and one of the word
/// with `references` and `flags`, which claims it and gives up at once all references that whoever sets it has. The second comes
/// before a single task that waits is told: it then mostly has the last reference, and frees it without an atomic operation.
///
/// After a deadlock, and where a run is cancelled, all that are waited for are looked for. To be found, one is not put on a list, which
/// would cost more than all the rest: its memory is listed once, and never used for anything else. So whoever looks may look at
/// what is not there, or becomes another token that moment. The word with `references` and `flags` tells what can be retained (stuck.cpp);
/// it is written last at the start of a token's life, and at its end it shows that there are no references or that the token was claimed.
/// Whoever retains one that is set, but not claimed yet, finds that it is complete, and lets go of it.
///
/// A value's payload lies in memory of its own, so that all of them are alike.
#include "created.hpp"

#include "cancel.hpp"
#include "disturb.hpp"
#include "exhausted.hpp"
#include "frame.hpp"
#include "task.hpp"
#include "trace.hpp"
#include "worker.hpp"

#include <map>

namespace asyncir {
namespace {

using Created = asyncir_created;
static_assert(sizeof(Created) == created_bytes);

/// The memory of a payload begins with its size, and the word right before the payload points to the task.
std::int64_t payload_offset(std::int64_t alignment) {
  constexpr std::int64_t head = sizeof(std::int64_t) + sizeof(Created *);
  return alignment < head ? head : alignment;
}

/// False: there is no memory for it.
bool make_payload(Created &created, asyncir_worker *worker, std::int64_t size, std::int64_t alignment) {
  const std::int64_t offset = payload_offset(alignment);
  auto *memory = static_cast<char *>(asyncir_frame_allocate(worker, offset + size, alignment));
  created.payload = memory;
  if (memory == nullptr)
    return false;
  count(&Counts::tasks, -1); // with its payload it is one
  created.payload_alignment = alignment;
  *reinterpret_cast<std::int64_t *>(memory) = offset + size;
  reinterpret_cast<Created **>(memory + offset)[-1] = &created;
  return true;
}

/// Of a value, or of a token that nobody has set: compiled programs free the others inline, by their size class.
void destroy_created(asyncir_task *task) {
  auto *created = reinterpret_cast<Created *>(task);
  if (created->payload != nullptr) {
    count(&Counts::tasks, 1);
    asyncir_frame_free(created->payload, *static_cast<std::int64_t *>(created->payload), created->payload_alignment);
  }
  free_created(created);
}

/// What setting adds to `flags`, none of which is there yet. Only then a token may be freed inline: whoever frees one that is not
/// set has more to do.
std::uint64_t set_flags(const asyncir_task &task) {
  const bool frees_inline = reinterpret_cast<const Created &>(task).payload == nullptr;
  return std::uint64_t{frees_inline ? ASYNCIR_CLAIMED | ASYNCIR_TOKEN_CLASS : ASYNCIR_CLAIMED} << 32;
}

/// Whether nobody has to be told anything before the token may be gone: a waiter that is no task may look at what it has waited for.
bool may_be_gone(std::uintptr_t waiters) {
  return waiters == 0 || ((waiters & ASYNCIR_FOREIGN) == 0 && reinterpret_cast<asyncir_task *>(waiters)->next == nullptr);
}

/// Who has completed a token gives up `references` to it.
void let_go(asyncir_task &task, std::uint32_t references) {
  // As asyncir_task_release: acquire: everybody else's use of it comes before its end; release: so does ours.
  const std::uint64_t before = counts_of(task).fetch_add(set_flags(task) - references, std::memory_order_acq_rel);
  if (static_cast<std::uint32_t>(before) == references)
    destroy(&task);
}

/// Complete a created token without an error, and give up `references`. False: somebody else does that, or has.
bool set_at_once(asyncir_task &task, std::uint32_t references, asyncir_worker *worker) {
  std::uintptr_t waiters = state_of(task).load(std::memory_order_relaxed);
  do {
    if ((waiters & (ASYNCIR_DONE | ASYNCIR_TAKEN)) != 0)
      return false;
    // release: the payload; acquire: the waiters.
  } while (!state_of(task).compare_exchange_weak(waiters, ASYNCIR_DONE, std::memory_order_acq_rel, std::memory_order_relaxed));
  disturb();
  const bool early = may_be_gone(waiters);
  if (early)
    let_go(task, references);
  disturb();
  notify(waiters, task, worker);
  if (!early)
    let_go(task, references);
  return true;
}

bool set(asyncir_task &task, asyncir_error *error, std::uint32_t references, asyncir_worker *worker) {
  if (error == nullptr && !trace::tracing() && is_created(task)) [[likely]]
    return set_at_once(task, references, worker);
  // There is something to be written first, to the token or to the trace.
  if (!claim(task))
    return false;
  complete(task, error, worker);
  asyncir_task_release(&task, references);
  return true;
}

struct List {
  std::mutex mutex;
  std::map<char *, std::int64_t> counts; // by where they begin
};

List &list() {
  static auto *the_list = new List; // never destroyed: workers may outlive static objects
  return *the_list;
}

} // namespace

void list_created(void *memory, std::int64_t count) {
  auto *created = static_cast<Created *>(memory);
  for (std::int64_t i = 0; i < count; ++i)
    created[i].task = {nullptr, destroy_created, 0, {nullptr}, nullptr, {}};
  const std::lock_guard lock(list().mutex);
  list().counts[static_cast<char *>(memory)] = count;
}

void delist_created(void *memory) {
  const std::lock_guard lock(list().mutex);
  list().counts.erase(static_cast<char *>(memory));
}

std::mutex &created_mutex() { return list().mutex; }

bool is_created(const asyncir_task &task) { return task.destroy == destroy_created; }

bool take(asyncir_task &task) {
  std::uintptr_t state = state_of(task).load(std::memory_order_relaxed);
  do {
    if ((state & (ASYNCIR_DONE | ASYNCIR_TAKEN)) != 0)
      return false;
    // relaxed: it publishes nothing; completion does.
  } while (!state_of(task).compare_exchange_weak(state, state | ASYNCIR_TAKEN, std::memory_order_relaxed));
  return true;
}

void visit_created(const std::function<void(asyncir_task &)> &visit) {
  const std::lock_guard lock(list().mutex);
  for (const auto &[memory, count] : list().counts)
    for (std::int64_t i = 0; i < count; ++i)
      visit(reinterpret_cast<Created *>(memory)[i].task);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_task_create(int64_t payload_size, int64_t payload_alignment, uint32_t references) {
  asyncir_worker *worker = asyncir_worker_current();
  auto *created = static_cast<Created *>(allocate_created(worker));
  if (created == nullptr)
    return exhausted_task(2 + references);
  asyncir_task &task = created->task; // `destroy` is there for ever
  created->payload = nullptr;
  if (payload_size > 0 && !make_payload(*created, worker, payload_size, payload_alignment)) {
    free_created(created);
    return exhausted_task(2 + references);
  }
  task.worker = worker;
  state_of(task).store(0, std::memory_order_relaxed);
  const std::uint64_t run = worker != nullptr ? worker->run : std::uint64_t{current_run()} << (32 + ASYNCIR_RUN_SHIFT);
  // release: whoever finds references finds the rest, too.
  counts_of(task).store(run | (2 + references), std::memory_order_release);
  trace::made(worker, &task, ASYNCIR_SORT_TOKEN);
  return &task;
}

void *asyncir_task_payload(asyncir_task *task, int64_t payload_alignment) {
  if (is_exhausted(*task)) // no room, but the word before leads to the task
    return reinterpret_cast<char *>(task) + (payload_alignment < 64 ? 64 : payload_alignment);
  return static_cast<char *>(reinterpret_cast<Created *>(task)->payload) + payload_offset(payload_alignment);
}

bool asyncir_task_set(asyncir_task *task, asyncir_error *error, asyncir_worker *worker, uint32_t references) {
  if (task != nullptr && set(*task, error, references + 1, worker))
    return true;
  asyncir_error_release(error);
  if (!asyncir_task_is_exhausted(task))
    return false;
  asyncir_task_release(task, references + 1);
  return true;
}
}
