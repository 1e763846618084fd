// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Each thread writes to a log of its own, a list of chunks, without a lock; whoever reads goes along the list.
///
///   who                 step                          order
///   the log's thread    writes an event, then `used`  release: the event
///   the log's thread    links a chunk to `next`       release: the empty chunk
///   a reader            `next`, `used`                acquire
///
/// Logs belong to a session, which asyncir_trace_begin starts. A thread that still writes to a log of the session before keeps
/// that alive until it looks again.
#include "trace.hpp"

#include "idle.hpp"
#include "pool.hpp"
#include "worker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asyncir::trace {

std::atomic<bool> on{false};

namespace {

constexpr std::uint32_t chunk_events = 2048;
constexpr std::int64_t default_events = 1 << 22;

struct Chunk {
  std::atomic<std::uint32_t> used{0};
  std::atomic<Chunk *> next{nullptr};
  std::array<asyncir_trace_event, chunk_events> events;
};

/// A function and a place in the program, as the addresses of its constants.
using Origin = std::pair<const char *, const char *>;

/// The events of one thread.
struct Log {
  explicit Log(std::uint64_t number) : session(number) {}
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;
  ~Log() {
    for (Chunk *chunk = first; chunk != nullptr;)
      delete std::exchange(chunk, chunk->next.load(std::memory_order_relaxed));
  }

  const std::uint64_t session;
  Chunk *first = nullptr; // written once, under the mutex of the session
  Chunk *last = nullptr;
  std::atomic<std::int64_t> dropped{0};
  /// Origins seen last, so that most lookups need no lock.
  std::array<std::pair<Origin, std::uint32_t>, 64> recent{};
};

/// What is recorded between a begin and the next one. Guarded by `mutex`, but for the atomic members.
struct Session {
  std::mutex mutex;
  std::atomic<std::uint64_t> number{0};
  std::atomic<std::int64_t> chunks_left{0};
  std::atomic<bool> full{false};
  std::vector<std::shared_ptr<Log>> logs;
  std::map<Origin, std::uint32_t> origins;
  std::map<std::pair<std::string, std::string>, std::uint32_t> texts;
  std::deque<std::pair<std::string, std::string>> table; // by number; a deque, so that texts stay where they are
};

Session &session() {
  alignas(Session) static std::byte storage[sizeof(Session)];
  static Session *one = new (storage) Session; // never destroyed: workers may outlive static objects
  return *one;
}

thread_local std::shared_ptr<Log> my_log;

/// This thread's log in the present session.
Log &log() {
  Session &now_on = session();
  // acquire: the reset of the session that asyncir_trace_begin made.
  const std::uint64_t number = now_on.number.load(std::memory_order_acquire);
  if (my_log == nullptr || my_log->session != number) {
    const std::lock_guard lock(now_on.mutex);
    my_log = std::make_shared<Log>(now_on.number.load(std::memory_order_relaxed));
    now_on.logs.push_back(my_log);
  }
  return *my_log;
}

/// A chunk with room for an event; null: the limit is reached, from now on for everybody.
Chunk *room(Log &log) {
  Session &now_on = session();
  if (now_on.full.load(std::memory_order_relaxed))
    return nullptr;
  if (log.last != nullptr && log.last->used.load(std::memory_order_relaxed) < chunk_events)
    return log.last;
  // Each thread has a first chunk, so that a small limit does not leave a worker out.
  const bool allowed = log.last == nullptr || now_on.chunks_left.fetch_sub(1, std::memory_order_relaxed) > 0;
  auto *chunk = allowed ? new (std::nothrow) Chunk : nullptr;
  if (chunk == nullptr) {
    // A trace that goes on for some threads and not for others would be wrong.
    now_on.full.store(true, std::memory_order_relaxed);
    return nullptr;
  }
  if (log.last != nullptr) {
    log.last->next.store(chunk, std::memory_order_release);
  } else {
    const std::lock_guard lock(now_on.mutex);
    log.first = chunk;
  }
  return log.last = chunk;
}

void write(Log &log, const asyncir_trace_event &event) {
  Chunk *chunk = room(log);
  if (chunk == nullptr) {
    log.dropped.store(log.dropped.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return;
  }
  const std::uint32_t used = chunk->used.load(std::memory_order_relaxed);
  chunk->events[used] = event;
  chunk->used.store(used + 1, std::memory_order_release);
}

std::uint32_t look_up(const Origin &origin) {
  Session &now_on = session();
  const std::lock_guard lock(now_on.mutex);
  const auto [found, is_new] = now_on.origins.try_emplace(origin, 0);
  if (is_new) {
    // Other constants may say the same.
    const auto text = [](const char *constant) { return std::string(constant == nullptr ? "" : constant); };
    const auto [named, is_first] =
        now_on.texts.try_emplace({text(origin.first), text(origin.second)}, static_cast<std::uint32_t>(now_on.table.size()));
    if (is_first)
      now_on.table.push_back(named->first);
    found->second = named->second;
  }
  return found->second;
}

std::uint32_t number_of(Log &log, const Origin &origin) {
  const auto bits = reinterpret_cast<std::uintptr_t>(origin.first) ^ reinterpret_cast<std::uintptr_t>(origin.second);
  auto &[key, number] = log.recent[(bits ^ bits >> 6) % log.recent.size()];
  if (key != origin || origin == Origin{}) {
    number = look_up(origin);
    key = origin;
  }
  return number;
}

asyncir_trace_event event_of(asyncir_trace_kind kind, const asyncir_worker *worker, const void *task) {
  return {static_cast<std::uint64_t>(monotonic_time()),
          reinterpret_cast<std::uintptr_t>(task),
          0,
          0,
          static_cast<std::uint16_t>(is_in_pool(worker) ? worker->row : ASYNCIR_OUTSIDE),
          static_cast<std::uint8_t>(kind),
          0};
}

} // namespace

void record(asyncir_trace_kind kind, const asyncir_worker *worker, const void *task, const void *other,
            std::uint32_t detail, std::uint8_t flags) {
  asyncir_trace_event event = event_of(kind, worker, task);
  event.other = reinterpret_cast<std::uintptr_t>(other);
  event.detail = detail;
  event.flags = flags;
  write(log(), event);
}

void record_stolen(const asyncir_worker *worker, const asyncir_task *task, const asyncir_worker &victim) {
  record(ASYNCIR_STOLEN, worker, task, nullptr, victim.row);
}

void record_thread(asyncir_trace_kind kind, const asyncir_worker *worker) {
  record(kind, worker, nullptr, reinterpret_cast<const void *>(pthread_self()));
}

std::uint16_t next_row() {
  static std::atomic<std::uint32_t> rows{0};
  return static_cast<std::uint16_t>(std::min(rows.fetch_add(1, std::memory_order_relaxed), ASYNCIR_OUTSIDE - 1));
}

void record_created(const asyncir_worker *worker, const asyncir_task *task, const asyncir_descriptor *descriptor,
                    asyncir_trace_sort sort) {
  Log &mine = log();
  asyncir_trace_event event = event_of(ASYNCIR_CREATED, worker, task);
  event.detail = number_of(mine, descriptor == nullptr ? Origin{} : Origin{descriptor->name, descriptor->location});
  event.flags = static_cast<std::uint8_t>(sort);
  write(mine, event);
}

void record_named(const asyncir_worker *worker, const asyncir_task *task, const char *name, const char *location) {
  Log &mine = log();
  asyncir_trace_event event = event_of(ASYNCIR_NAMED, worker, task);
  event.detail = number_of(mine, Origin{name, location});
  write(mine, event);
}

namespace {

/// Call `visit(events, count)` for each chunk of each log.
template <class Visit> void each_chunk(Visit visit) {
  Session &now_on = session();
  const std::lock_guard lock(now_on.mutex);
  for (const auto &log : now_on.logs)
    for (const Chunk *chunk = log->first; chunk != nullptr; chunk = chunk->next.load(std::memory_order_acquire))
      visit(chunk->events.data(), static_cast<std::int64_t>(chunk->used.load(std::memory_order_acquire)));
}

const std::pair<std::string, std::string> *origin_of(std::uint32_t number) {
  Session &now_on = session();
  const std::lock_guard lock(now_on.mutex);
  return number < now_on.table.size() ? &now_on.table[number] : nullptr;
}

/// Start a session with room for that many events.
void reset(std::int64_t events) {
  Session &next = session();
  const std::lock_guard lock(next.mutex);
  next.logs.clear();
  next.origins.clear();
  next.texts.clear();
  next.table.clear();
  next.chunks_left.store((events + chunk_events - 1) / chunk_events, std::memory_order_relaxed);
  next.full.store(false, std::memory_order_relaxed);
  next.number.fetch_add(1, std::memory_order_release);
}

} // namespace
} // namespace asyncir::trace

using namespace asyncir::trace;

extern "C" {

void asyncir_trace_begin(int64_t most) {
  on.store(false, std::memory_order_relaxed);
  reset(most > 0 ? most : default_events);
  on.store(true, std::memory_order_seq_cst); // see asyncir_worker::choose_ways
  asyncir::Pool::tell_of_starts();
}

void asyncir_trace_end(void) { on.store(false, std::memory_order_relaxed); }

void asyncir_trace_forget(void) {
  asyncir_trace_end();
  reset(0);
}

int64_t asyncir_trace_size(void) {
  int64_t size = 0;
  each_chunk([&](const asyncir_trace_event *, int64_t count) { size += count; });
  return size;
}

int64_t asyncir_trace_dropped(void) {
  Session &now_on = session();
  const std::lock_guard lock(now_on.mutex);
  int64_t dropped = 0;
  for (const auto &log : now_on.logs)
    dropped += log->dropped.load(std::memory_order_relaxed);
  return dropped;
}

int64_t asyncir_trace_read(asyncir_trace_event *events, int64_t capacity) {
  int64_t size = 0;
  each_chunk([&](const asyncir_trace_event *from, int64_t count) {
    count = std::min(count, capacity - size);
    std::copy_n(from, count, events + size);
    size += count;
  });
  return size;
}

int64_t asyncir_trace_workers(asyncir_trace_worker *workers, int64_t capacity) {
  const auto all = asyncir::Pool::list_workers();
  std::copy_n(all.begin(), std::min(static_cast<std::size_t>(capacity), all.size()), workers);
  return static_cast<std::int64_t>(all.size());
}

const char *asyncir_trace_origin_name(uint32_t origin) {
  const auto *found = origin_of(origin);
  return found == nullptr ? nullptr : found->first.c_str();
}

const char *asyncir_trace_origin_location(uint32_t origin) {
  const auto *found = origin_of(origin);
  return found == nullptr ? nullptr : found->second.c_str();
}
}
