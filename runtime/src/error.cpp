// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "error.hpp"

#include "asyncir/operations.h"
#include "counts.hpp"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
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

std::mutex &forgotten_mutex() { return forgotten().mutex; }

namespace {

/// What there is where memory for an error cannot be had.
asyncir_error &memory_is_gone() {
  alignas(asyncir_error) static std::byte storage[sizeof(asyncir_error)]; // never destroyed, as errors may outlive main()
  static auto *error = new (storage) asyncir_error{"R004", "the system gives no memory, not even for an error", "", nullptr};
  return *error;
}

/// Errors that stay, so that leak checkers see them.
struct Lasting {
  asyncir_error error;
  Lasting *next;
};
std::atomic<Lasting *> lasting{nullptr};

} // namespace

asyncir_error *make_lasting_error(const char *code, const char *message, const char *location) {
  const std::size_t size = std::strlen(message) + 1;
  char *copy = new (std::nothrow) char[size];
  auto *made = copy == nullptr ? nullptr : new (std::nothrow) Lasting{{code, copy, location, nullptr}, nullptr};
  if (made == nullptr) {
    delete[] copy;
    return &memory_is_gone();
  }
  std::memcpy(copy, message, size);
  made->next = lasting.load(std::memory_order_relaxed);
  while (!lasting.compare_exchange_weak(made->next, made, std::memory_order_release, std::memory_order_relaxed)) {
  }
  return &made->error;
}

asyncir_error *make_error(const char *code, std::string message, const char *location) {
  asyncir_error *error = asyncir_error_create(code, nullptr, location, nullptr);
  if (error == &memory_is_gone())
    return error;
  error->owned_message = std::move(message);
  error->message = error->owned_message.c_str();
  return error;
}

} // namespace asyncir

extern "C" {

asyncir_error *asyncir_error_create(const char *code, const char *message, const char *location,
                                    asyncir_error *cause) {
  auto *error = new (std::nothrow) asyncir_error{code, message, location, cause};
  if (error == nullptr) // the chain ends with what came before, or says why there is none
    return cause != nullptr ? cause : asyncir_error_retain(&asyncir::memory_is_gone());
  asyncir::count(&asyncir::Counts::errors, 1);
  return error;
}

asyncir_error *asyncir_error_create_sizes(const char *code, const char *format, const char *location, std::int64_t first,
                                          std::int64_t second) {
  std::string message;
  for (const char *rest = format; *rest != '\0'; ++rest) {
    const bool is_place = rest[0] == '{' && (rest[1] == '0' || rest[1] == '1') && rest[2] == '}';
    if (!is_place) {
      message += *rest;
      continue;
    }
    message += std::to_string(rest[1] == '0' ? first : second);
    rest += 2;
  }
  return asyncir::make_error(code, std::move(message), location);
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
  if (error == &asyncir::memory_is_gone())
    return error;
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
