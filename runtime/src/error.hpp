// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Errors are immutable, reference counted, and chained by their causes; a chain may be as long as a chain of tasks.
#pragma once

#include "asyncir/runtime.h"

#include <mutex>
#include <string>

namespace asyncir {

/// An error of the runtime's own, whose message is made at run time and kept with it.
asyncir_error *make_error(const char *code, std::string message, const char *location = "");

/// One that is never freed, and not counted among those that are alive. Where there is no memory for it, another that is there already.
asyncir_error *make_lasting_error(const char *code, const char *message, const char *location);

/// Guards the numbers of the host's errors that are gone; for whoever forks the process.
std::mutex &forgotten_mutex();

} // namespace asyncir
