// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tokens and values that belong to no coroutine: whoever holds one may set it, once.
///
/// Setting it drops a reference that was made for that: a hand-written coroutine hands its token to its caller and sets it
/// later, whatever the caller did with it meanwhile.
///
///   pending, unclaimed   nobody has set it
///   pending, claimed     being set
///   done                 set
#include "error.hpp"
#include "stuck.hpp"
#include "task.hpp"
#include "trace.hpp"

namespace asyncir {
namespace {

struct Created {
  asyncir_task task;
  Stuck stuck;
  std::int64_t size, alignment; // of the allocation
};

void destroy_created(asyncir_task *task) {
  auto *created = reinterpret_cast<Created *>(task);
  delist(created->stuck);
  asyncir_frame_free(created, created->size, created->alignment);
}

asyncir_error *explain_unset(Stuck &) {
  return make_error("R104", "deadlock: a token or value is awaited, but nothing is left to run that could set it");
}

std::uintptr_t payload_offset(std::int64_t alignment) {
  const auto aligned = static_cast<std::uintptr_t>(alignment < 16 ? 16 : alignment);
  return (sizeof(Created) + sizeof(void *) + aligned - 1) / aligned * aligned;
}

} // namespace

Stuck *created_stuck(asyncir_task &task) {
  return task.destroy == destroy_created ? &reinterpret_cast<Created *>(&task)->stuck : nullptr;
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_task_create(int64_t payload_size, int64_t payload_alignment) {
  const auto size = static_cast<std::int64_t>(payload_offset(payload_alignment)) + payload_size;
  asyncir_worker *worker = asyncir_worker_current();
  auto *created = static_cast<Created *>(asyncir_frame_allocate(worker, size, payload_alignment));
  init_header(created->task, worker, nullptr, destroy_created, 2);
  created->stuck = {&created->task, [](Stuck &) { return 1; }, explain_unset, 1};
  trace::made(worker, &created->task, ASYNCIR_SORT_TOKEN);
  created->size = size;
  created->alignment = payload_alignment;
  enlist(created->stuck);
  static_cast<void **>(asyncir_task_payload(&created->task, payload_alignment))[-1] = created;
  return &created->task;
}

void *asyncir_task_payload(asyncir_task *task, int64_t payload_alignment) {
  return reinterpret_cast<char *>(task) + payload_offset(payload_alignment);
}

bool asyncir_task_set(asyncir_task *task, asyncir_error *error, asyncir_worker *worker) {
  if (claim(*task)) {
    complete(*task, error, worker);
    asyncir_task_release(task, 1); // the reference of whoever sets it
    return true;
  }
  asyncir_error_release(error);
  return false;
}
}
