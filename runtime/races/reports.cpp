// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The races that were found: each pair of places once. A report does not depend on the order in which the two accesses were met: which
/// is first is decided by the places.
#include "reports.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace asyncir::races {
namespace {

using Report = std::tuple<Site, Site, bool, bool>; // the two places, and whether each writes

struct Reports {
  std::mutex mutex;
  std::set<Report> found;
  std::atomic<std::uint64_t> times{0}; // that they were forgotten
  std::string text;
};

Reports &reports() {
  static auto *all = new Reports;
  return *all;
}

std::atomic<const asyncir_site *> known_sites{nullptr};

const char *kind_of(bool first_writes, bool second_writes) {
  if (first_writes && second_writes)
    return "WAW";
  return first_writes ? "RAW" : "WAR";
}

} // namespace

void know_sites(const asyncir_site *sites) { known_sites.store(sites, std::memory_order_relaxed); }

void report(Kind kind, Site first, Site second) {
  // Where memory is shared by many, the same pair is met again and again.
  thread_local std::pair<Report, std::uint64_t> last{};
  Report found{first, second, kind != Kind::write_after_read, kind != Kind::read_after_write};
  std::uint64_t times = reports().times.load(std::memory_order_relaxed) + 1;
  if (last == std::pair(found, times))
    return;
  last = {found, times};
  if (first > second)
    found = {second, first, std::get<3>(found), std::get<2>(found)};
  Reports &all = reports();
  const std::lock_guard lock(all.mutex);
  all.found.insert(found);
}

} // namespace asyncir::races

using namespace asyncir::races;

void asyncir_races_forget(void) {
  Reports &all = reports();
  const std::lock_guard lock(all.mutex);
  all.found.clear();
  all.times.fetch_add(1, std::memory_order_relaxed);
}

const char *asyncir_races_found(void) {
  Reports &all = reports();
  const std::lock_guard lock(all.mutex);
  all.text.clear();
  const asyncir_site *sites = known_sites.load(std::memory_order_relaxed);
  for (const auto &[first, second, first_writes, second_writes] : all.found) {
    all.text += kind_of(first_writes, second_writes);
    for (const asyncir_site &site : {sites[first], sites[second]})
      for (const char *part : {site.op, site.task, site.location})
        all.text += std::string("\t") + (part == nullptr ? "" : part);
    all.text += "\n";
  }
  return all.text.c_str();
}
