// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exhausted.hpp"

#include "error.hpp"
#include "memory.hpp"
#include "task.hpp"
#include "worker.hpp"

#include <array>
#include <cstdio>
#include <mutex>

namespace asyncir {
namespace {

constexpr std::uint32_t many_references = std::uint32_t{1} << 31;

std::mutex mutex; // guards the making of all such tasks

/// What lies before the task: which limit its error names.
std::uint64_t &named_limit(asyncir_task *task) { return reinterpret_cast<std::uint64_t *>(task)[-2]; }

/// Started like any other (asyncir.fork in generated code), it has completed itself, as whatever fails does.
void resume_exhausted(asyncir_task *task) { asyncir_task_release(task, 1); }

/// `1.5G`, as the limit is written.
std::array<char, 32> size_text(std::int64_t bytes) {
  const char *suffix = "KMGT";
  double value = static_cast<double>(bytes) / 1024;
  for (; value >= 1024 && suffix[1] != '\0'; ++suffix)
    value /= 1024;
  std::array<char, 32> text{};
  const bool whole = value == static_cast<double>(static_cast<std::int64_t>(value));
  std::snprintf(text.data(), text.size(), whole ? "%.0f%c" : "%.1f%c", value, *suffix);
  return text;
}

/// It stays for all later failures at this limit, so what it says of now is of the first.
asyncir_error *lasting_error(const char *location) {
  std::array<char, 160> text{};
  const auto used = size_text(memory_in_use());
  if (memory_limit() == INT64_MAX)
    std::snprintf(text.data(), text.size(),
                  "no memory for another task: the system gives no more (tasks had %s when it first ran out)", used.data());
  else
    std::snprintf(text.data(), text.size(), "no memory for another task: the limit is %s (tasks had %s when it first ran out)",
                  size_text(memory_limit()).data(), used.data());
  return make_lasting_error("R004", text.data(), location);
}

void set_up(asyncir_task *task) {
  task->resume = resume_exhausted;
  task->destroy = destroy_exhausted;
  task->worker = nullptr;
  task->flags = ASYNCIR_CLAIMED;
  std::atomic_ref<std::uint32_t>(task->references).store(many_references, std::memory_order_relaxed);
  state_of(*task).store(ASYNCIR_FAILED, std::memory_order_release);
}

/// The task, and words that point to it.
struct alignas(4096) Own {
  std::uint64_t before[512];
  asyncir_task task;
  asyncir_task *around[1024];
};

} // namespace

/// What it is asked for does not come about; should the count ever, it begins anew.
void destroy_exhausted(asyncir_task *task) {
  std::atomic_ref<std::uint32_t>(task->references).store(many_references, std::memory_order_relaxed);
}

asyncir_task *exhausted_task(std::uint32_t references) {
  static Own own;
  static const bool pointed_to = [] {
    for (asyncir_task *&word : own.around)
      word = &own.task;
    return true;
  }();
  (void)pointed_to;
  return asyncir_task_exhausted(&own.task, references, "");
}

asyncir_task *exhausted_group(std::uint32_t references) {
  struct {
    std::uint64_t before[2];
    asyncir_group group;
  } static own;
  return asyncir_task_exhausted(&own.group.task, references, "");
}

std::mutex &exhausted_mutex() { return mutex; }

asyncir_error *exhausted_error(const char *location) {
  // The message is that of an error which is never freed.
  const char *message = asyncir_error_message(exhausted_task(0)->error);
  return asyncir_error_create("R004", message, location, nullptr);
}

} // namespace asyncir

using namespace asyncir;

extern "C" bool asyncir_task_is_exhausted(const asyncir_task *task) { return task != nullptr && is_exhausted(*task); }

extern "C" asyncir_task *asyncir_task_exhausted(asyncir_task *task, uint32_t references, const char *location) {
  {
    const std::lock_guard lock(mutex);
    const std::uint64_t limit = memory_limit_changes();
    if (named_limit(task) != limit) {
      // The old error stays, as others may be reading it; there is one for each function that failed, and each limit.
      std::atomic_ref<asyncir_error *>(task->error).store(lasting_error(location), std::memory_order_release);
      if (named_limit(task) == 0)
        set_up(task);
      named_limit(task) = limit;
    }
  }
  asyncir_task_retain(task, references);
  return task;
}
