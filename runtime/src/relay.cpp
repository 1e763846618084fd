// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "relay.hpp"

#include "cancel.hpp"
#include "task.hpp"

#include <atomic>
#include <mutex>
#include <new>
#include <utility>

namespace asyncir {
namespace {

struct Relay {
  asyncir_waiter waiter; // first: found from its address
  asyncir_task *waiting;
  std::uint32_t run;
  bool listed = false; // under the list's mutex
  Relay *previous = nullptr;
  Relay *next = nullptr;
  std::atomic<bool> passed{false};
  std::atomic<int> owners{2}; // the awaited task's list, and the list of all
};

struct List {
  std::mutex mutex;
  Relay *first = nullptr;
};

List &list() {
  static auto *the_list = new List; // never destroyed: workers may outlive static objects
  return *the_list;
}

void drop(Relay *relay) {
  if (relay->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) // acq_rel: both are through with it
    delete relay;
}

void enlist(Relay &relay) {
  const std::lock_guard lock(list().mutex);
  relay.listed = true;
  relay.next = list().first;
  if (relay.next != nullptr)
    relay.next->previous = &relay;
  list().first = &relay;
}

/// Under the mutex.
void unlink(Relay &relay) {
  relay.listed = false;
  (relay.previous != nullptr ? relay.previous->next : list().first) = relay.next;
  if (relay.next != nullptr)
    relay.next->previous = relay.previous;
}

/// The list's ownership goes with it.
bool delist(Relay &relay) {
  const std::lock_guard lock(list().mutex);
  const bool was = relay.listed;
  if (was)
    unlink(relay);
  return was;
}

void pass(Relay &relay, asyncir_worker *worker) {
  // acq_rel: the awaited task's results, if it is complete.
  if (!relay.passed.exchange(true, std::memory_order_acq_rel))
    asyncir_task_schedule(relay.waiting, worker);
}

void task_is_complete(asyncir_waiter *waiter, asyncir_worker *worker) {
  auto *relay = reinterpret_cast<Relay *>(waiter);
  if (delist(*relay))
    drop(relay);
  pass(*relay, worker);
  drop(relay);
}

/// The relay is on the list of all.
bool wait_with(Relay &relay, asyncir_task &task) {
  // The list's mutex is between this look and that of end_relays_of, which comes after the run was marked.
  const bool cancelled = is_cancelled(relay.run);
  if (!cancelled && push_waiter(task, relay.waiter))
    return true; // it may be running elsewhere already
  const bool ended_by_others = !delist(relay);
  if (!ended_by_others) {
    delete &relay;
    return false;
  }
  drop(&relay); // for the awaited task's list, on which it is not; whoever ended it queues `waiting`
  return true;
}

} // namespace

std::mutex &relays_mutex() { return list().mutex; }

bool await_in_other_run(asyncir_task &task, asyncir_task &waiting, std::uint32_t run) {
  auto *relay = new (std::nothrow) Relay{{nullptr, task_is_complete}, &waiting, run};
  if (relay == nullptr) // then it is told of a cancellation when the wait is over
    return asyncir_task_await(&task, &waiting);
  enlist(*relay);
  asyncir_task_retain(&task, 1); // from now on `waiting` may go on elsewhere and let go of it
  const bool suspends = wait_with(*relay, task);
  asyncir_task_release(&task, 1);
  return suspends;
}

void end_relays_of(std::uint32_t run) {
  Relay *ended = nullptr; // linked anew, through `next`: there may be no memory for more
  {
    const std::lock_guard lock(list().mutex);
    for (Relay *left = list().first; left != nullptr;) {
      Relay *relay = std::exchange(left, left->next);
      if (relay->run != run)
        continue;
      unlink(*relay);
      relay->next = std::exchange(ended, relay);
    }
  }
  while (ended != nullptr) {
    Relay *relay = std::exchange(ended, ended->next);
    pass(*relay, asyncir_worker_current());
    drop(relay);
  }
}

} // namespace asyncir
