// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A worker that is loaned: it has no thread of its own, and a thread outside that waits for a task runs it meanwhile.
///
///   free       nobody holds it; not among the sleepers, so that no push looks at it
///   visited    the thread that waits holds it, from before its call is queued until what it waits for is complete
///   held       by a thread of the pool, which stands in: the visitor blocks in a native frame; or it is the only worker, work came from
///              outside, and nobody sat down. Once it finds nothing to do it leaves the worker free
///
/// A visitor is a Thread to everybody: it may lend the worker and take it back, find deadlocks, be a claimant. Who wants the worker
/// back may have it from the visitor, too, which then waits as if there were no loan.
#include "loan.hpp"

#include "cancel.hpp"
#include "pool.hpp"

#include <cstdint>
#include <pthread.h>

namespace asyncir {
namespace {

/// Starts nest for half a megabyte; the last of them may call what needs some more.
constexpr std::uintptr_t least_room = std::uintptr_t{2} << 20;

/// The lowest address of the calling thread's stack; 0: unknown.
std::uintptr_t stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void *lowest = nullptr;
  std::size_t size = 0;
  const int failure = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return failure == 0 ? reinterpret_cast<std::uintptr_t>(lowest) : 0;
}

} // namespace

bool has_room_for_tasks() {
  thread_local const std::uintptr_t end = stack_end(); // of the main thread it is read from a file
  return end != 0 && reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - end >= least_room;
}

bool Pool::sit_down(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  if (!free_ || stopping_)
    return false;
  free_ = false;
  ++visitors_;
  loaned_->holder = &visitor;
  visitor.worker = loaned_->worker.get();
  searching_.fetch_add(1, std::memory_order_seq_cst); // it will look for work before it sleeps
  return true;
}

void Pool::run_visitor(Thread &visitor, const asyncir_call_options *options) {
  asyncir_worker &worker = *visitor.worker;
  const OfCall call = leave_call();
  asyncir_runtime *selected = asyncir_runtime_select(nullptr);
  Thread *const before = Thread::become(&visitor);
  searching_.fetch_sub(1, std::memory_order_seq_cst); // it counts itself when it does search
  worker.is_visited(options);
  worker.loop();
  get_up_from_loan(visitor);
  Thread::become(before);
  asyncir_runtime_select(selected);
  enter_call(call);
}

void Pool::tell_visitor(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  visitor.told = true;
  if (visitor.worker != nullptr) // else it blocks, or has got up
    visitor.worker->wanted.store(true, std::memory_order_relaxed);
  visitor.changed.notify_one();
}

void Pool::get_up_from_loan(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  --visitors_;
  Seat &seat = *loaned_;
  if (visitor.worker != nullptr) { // nobody has taken it
    if (seat.asleep)
      get_up(seat);
    if (!hand_to_claimant(seat)) {
      seat.worker->wanted.store(false, std::memory_order_relaxed);
      drain(*seat.worker);
      visitor.worker = nullptr;
      leave_free(seat);
      if (!stopping_ && (anything_queued() || (quiescent() && anybody_waits())))
        wake_one();
    }
  }
  if (stopping_ || quiescent())
    idle_.notify_all();
}

/// Nobody holds it, and its deque is empty.
void Pool::leave_free(Seat &seat) {
  seat.holder = nullptr;
  seat.worker->asks = nullptr;
  seat.worker->idle.begin();
  free_ = true;
}

} // namespace asyncir
