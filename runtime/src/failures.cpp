// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the tasks of nurseries have failed with, by run. The first failure cancels the run: nothing in a program catches errors, so
/// that all that the call does is in vain from then on (docs/decisions/0054).
#include "cancel.hpp"
#include "error.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace asyncir {
namespace {

struct Failure {
  std::uint32_t run;
  asyncir_error *error;
};

struct Failures {
  std::mutex mutex;
  std::vector<Failure> list;
  std::atomic<std::int64_t> count{0};
};

Failures &failures() {
  static auto *the_failures = new Failures; // threads may outlive static objects
  return *the_failures;
}

std::atomic<void (*)(std::uint32_t)> hook{nullptr};

/// Whether the first error behind this one says that its run was cancelled.
bool comes_of_cancellation(const asyncir_error *error) {
  while (const asyncir_error *cause = asyncir_error_cause(error))
    error = cause;
  const char *code = asyncir_error_code(error);
  return std::strcmp(code, "R107") == 0 || std::strcmp(code, "R108") == 0;
}

} // namespace

void tell_of_cancelled(std::uint32_t run) {
  if (auto *tell = hook.load(std::memory_order_acquire))
    tell(run);
}

void forget_failures(std::uint32_t run) {
  if (failures().count.load(std::memory_order_relaxed) == 0)
    return; // a run is closed behind all that it has kept
  std::vector<asyncir_error *> gone;
  {
    const std::lock_guard lock(failures().mutex);
    std::erase_if(failures().list, [run, &gone](const Failure &one) {
      if (one.run == run)
        gone.push_back(one.error);
      return one.run == run;
    });
    failures().count.store(static_cast<std::int64_t>(failures().list.size()), std::memory_order_relaxed);
  }
  for (asyncir_error *error : gone)
    asyncir_error_release(error);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_member_failed(asyncir_task *task, asyncir_error *error) {
  const std::uint32_t run = run_of(*task);
  if (run == 0 || comes_of_cancellation(error))
    return;
  {
    const std::lock_guard lock(failures().mutex);
    failures().list.push_back({run, asyncir_error_retain(error)});
    failures().count.store(static_cast<std::int64_t>(failures().list.size()), std::memory_order_relaxed);
  }
  asyncir_cancel(run, false);
}

asyncir_error *asyncir_run_failure(uint32_t run) {
  if (failures().count.load(std::memory_order_relaxed) == 0)
    return nullptr; // who asks comes behind all that the run has kept
  const std::lock_guard lock(failures().mutex);
  auto &list = failures().list;
  const auto at = std::find_if(list.begin(), list.end(), [run](const Failure &one) { return one.run == run; });
  if (at == list.end())
    return nullptr;
  asyncir_error *error = at->error;
  list.erase(at);
  failures().count.store(static_cast<std::int64_t>(list.size()), std::memory_order_relaxed);
  return error;
}

void asyncir_on_cancel(void (*tell)(uint32_t run)) { hook.store(tell, std::memory_order_release); }
}
