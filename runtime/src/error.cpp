// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "error.hpp"

#include "asyncir/operations.h"
#include "counts.hpp"

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

struct asyncir_error {
  const char *code;
  const char *message;
  const char *location;
  asyncir_error *cause;
  std::string owned_message{}; // what `message` points to, if the program has no such constant
  std::atomic<std::uint32_t> references{1};
  std::uint64_t host = 0;     // the host's number for it
  std::string owned_location{}; // as owned_message
};

namespace asyncir {
namespace {

/// Numbers of errors that are gone. The host asks for them when it likes: a release may come from any thread, at any time, when the
/// host's own locks are held or it is already ending.
struct Forgotten {
  std::mutex mutex;
  std::vector<std::uint64_t> hosts;
};

Forgotten &forgotten() {
  static auto *list = new Forgotten; // never destroyed, as errors may outlive main()
  return *list;
}

void forget(std::uint64_t host) {
  const std::lock_guard lock(forgotten().mutex);
  forgotten().hosts.push_back(host);
}

} // namespace

asyncir_error *make_error(const char *code, std::string message) {
  asyncir_error *error = asyncir_error_create(code, nullptr, "", nullptr);
  error->owned_message = std::move(message);
  error->message = error->owned_message.c_str();
  return error;
}

} // namespace asyncir

extern "C" {

asyncir_error *asyncir_error_create(const char *code, const char *message, const char *location,
                                    asyncir_error *cause) {
  asyncir::count(&asyncir::Counts::errors, 1);
  return new asyncir_error{code, message, location, cause};
}

asyncir_error *asyncir_error_retain(asyncir_error *error) {
  if (error != nullptr)
    error->references.fetch_add(1, std::memory_order_relaxed); // who retains already holds one
  return error;
}

void asyncir_error_release(asyncir_error *error) {
  // A loop, for a chain of causes is as long as the chain of tasks through which the failure went.
  // acq_rel: everybody's use of the error comes before its end.
  while (error != nullptr && error->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    asyncir_error *cause = error->cause;
    if (error->host != 0)
      asyncir::forget(error->host);
    delete error;
    asyncir::count(&asyncir::Counts::errors, -1);
    error = cause;
  }
}

asyncir_error *asyncir_error_create_host(const char *code, const char *message, const char *location, uint64_t host) {
  asyncir_error *error = asyncir::make_error(code, message);
  error->owned_location = location == nullptr ? "" : location;
  error->location = error->owned_location.c_str();
  error->host = host;
  return error;
}

uint64_t asyncir_error_host(const asyncir_error *error) { return error->host; }

uint64_t asyncir_error_forgotten_host(void) {
  const std::lock_guard lock(asyncir::forgotten().mutex);
  std::vector<std::uint64_t> &hosts = asyncir::forgotten().hosts;
  if (hosts.empty())
    return 0;
  const std::uint64_t host = hosts.back();
  hosts.pop_back();
  return host;
}

const char *asyncir_error_code(const asyncir_error *error) { return error->code; }
const char *asyncir_error_message(const asyncir_error *error) { return error->message; }
const char *asyncir_error_location(const asyncir_error *error) { return error->location; }
const asyncir_error *asyncir_error_cause(const asyncir_error *error) { return error->cause; }
}
