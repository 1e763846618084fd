// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "asyncir/inboxes.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

namespace asyncir {
namespace {

struct Entry {
  std::uint64_t number;
  asyncir_task *task;
};

struct Inbox {
  int descriptor = -1;
  std::vector<Entry> entries;
  std::size_t taken = 0; // from the front of `entries`
};

constexpr std::size_t most_inboxes = 1u << 16;

struct Inboxes {
  std::mutex mutex; // of all: held for some nanoseconds
  std::vector<std::unique_ptr<Inbox>> list;
};

Inboxes &inboxes() {
  static auto *the_inboxes = new Inboxes; // threads may outlive static objects
  return *the_inboxes;
}

/// Under the mutex.
Inbox *find(std::int64_t inbox) {
  auto &list = inboxes().list;
  return inbox >= 0 && static_cast<std::size_t>(inbox) < list.size() ? list[static_cast<std::size_t>(inbox)].get() : nullptr;
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

int64_t asyncir_inbox_open(void) {
  const int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor < 0)
    return -1;
  const std::lock_guard lock(inboxes().mutex);
  auto &list = inboxes().list;
  auto free = std::find(list.begin(), list.end(), nullptr);
  if (free == list.end()) {
    if (list.size() == most_inboxes) {
      close(descriptor);
      return -1;
    }
    free = list.insert(list.end(), nullptr);
  }
  *free = std::make_unique<Inbox>();
  (*free)->descriptor = descriptor;
  return free - list.begin();
}

int asyncir_inbox_descriptor(int64_t inbox) {
  const std::lock_guard lock(inboxes().mutex);
  const Inbox *found = find(inbox);
  return found == nullptr ? -1 : found->descriptor;
}

void asyncir_inbox_put(void *number, asyncir_task *task) {
  const auto given = reinterpret_cast<std::uint64_t>(number);
  {
    const std::lock_guard lock(inboxes().mutex);
    if (Inbox *inbox = find(static_cast<std::int64_t>(given >> ASYNCIR_INBOX_SHIFT))) {
      inbox->entries.push_back({given, task});
      if (inbox->entries.size() == inbox->taken + 1) { // else it is readable already
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(inbox->descriptor, &one, sizeof one);
      }
      return;
    }
  }
  asyncir_task_release(task, 1);
}

int64_t asyncir_inbox_take(int64_t inbox, uint64_t *pairs, int64_t most) {
  const std::lock_guard lock(inboxes().mutex);
  Inbox *found = find(inbox);
  if (found == nullptr)
    return 0;
  std::int64_t count = 0;
  for (; count < most && found->taken < found->entries.size(); ++count, ++found->taken) {
    pairs[2 * count] = found->entries[found->taken].number;
    pairs[2 * count + 1] = reinterpret_cast<std::uint64_t>(found->entries[found->taken].task);
  }
  if (found->taken == found->entries.size()) {
    found->entries.clear();
    found->taken = 0;
    std::uint64_t ignored;
    [[maybe_unused]] const auto got = read(found->descriptor, &ignored, sizeof ignored);
  }
  return count;
}

void asyncir_inbox_close(int64_t inbox) {
  std::unique_ptr<Inbox> gone;
  {
    const std::lock_guard lock(inboxes().mutex);
    if (find(inbox) != nullptr)
      gone = std::move(inboxes().list[static_cast<std::size_t>(inbox)]);
  }
  if (gone == nullptr)
    return;
  for (std::size_t i = gone->taken; i < gone->entries.size(); ++i)
    asyncir_task_release(gone->entries[i].task, 1);
  close(gone->descriptor);
}
}
