// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "error.hpp"

#include "counts.hpp"

#include <atomic>
#include <utility>

struct asyncir_error {
  const char *code;
  const char *message;
  const char *location;
  asyncir_error *cause;
  std::string owned_message; // what `message` points to, if the program has no such constant
  std::atomic<std::uint32_t> references{1};
};

namespace asyncir {

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
  return new asyncir_error{code, message, location, cause, {}};
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
    delete error;
    asyncir::count(&asyncir::Counts::errors, -1);
    error = cause;
  }
}

const char *asyncir_error_code(const asyncir_error *error) { return error->code; }
const char *asyncir_error_message(const asyncir_error *error) { return error->message; }
const char *asyncir_error_location(const asyncir_error *error) { return error->location; }
const asyncir_error *asyncir_error_cause(const asyncir_error *error) { return error->cause; }
}
