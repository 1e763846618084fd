// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "asyncir/races.h"
#include "shadow.hpp"

namespace asyncir::races {

enum class Kind : std::uint8_t { read_after_write, write_after_read, write_after_write };

/// There is a race: two accesses of which neither happens before the other, in the order in which they were met.
void report(Kind kind, Site first, Site second);

/// Where the accesses of the program are.
void know_sites(const asyncir_site *sites);

} // namespace asyncir::races
