// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory for many small objects of one size. What is given back is used again, by any thread, and never returned to the system.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace asyncir::races {

template <std::size_t size> class Pool {
public:
#ifdef __SANITIZE_ADDRESS__
  // So that it sees what is used after it was given back.
  static void *take() { return std::malloc(size); }
  static void give(void *memory) { std::free(memory); }
#else
  static void *take() {
    Local &own = local();
    if (own.first == nullptr)
      own.fill();
    Free *taken = own.first;
    own.first = taken->next;
    --own.count;
    return taken;
  }

  static void give(void *memory) {
    Local &own = local();
    own.first = new (memory) Free{own.first};
    if (++own.count == batch)
      own.put_aside();
  }
#endif

private:
  static constexpr std::size_t batch = 512;

  struct Free {
    Free *next;
  };
  static_assert(size >= sizeof(Free));

  /// Objects that are not used, and how many: to count them would be to look at each, and none is in the cache.
  struct Batch {
    Free *first = nullptr;
    std::size_t count = 0;
  };

  /// Batches that no thread has.
  struct Shared {
    std::mutex mutex;
    std::vector<Batch> batches;
  };

  static Shared &shared() {
    static auto *all = new Shared; // never destroyed: threads may outlive the process's other objects
    return *all;
  }

  static void share(Batch given) {
    if (given.first == nullptr)
      return;
    const std::lock_guard lock(shared().mutex);
    shared().batches.push_back(given);
  }

  struct Local : Batch {
    /// A whole batch: who takes and gives by turns does not ask the others for each.
    Free *aside = nullptr;

    ~Local() {
      share({std::exchange(aside, nullptr), batch});
      share({std::exchange(this->first, nullptr), std::exchange(this->count, 0)});
    }

    void fill() {
      if (aside != nullptr) {
        this->first = std::exchange(aside, nullptr);
        this->count = batch;
        return;
      }
      {
        const std::lock_guard lock(shared().mutex);
        if (!shared().batches.empty()) {
          static_cast<Batch &>(*this) = shared().batches.back();
          shared().batches.pop_back();
          return;
        }
      }
      auto *room = static_cast<std::byte *>(std::malloc(batch * size));
      if (room == nullptr)
        std::abort();
      for (std::size_t i = 0; i < batch; ++i)
        this->first = new (room + i * size) Free{this->first};
      this->count = batch;
    }

    /// Begin a new batch; others may have the one that was put aside before.
    void put_aside() {
      share({std::exchange(aside, this->first), batch});
      this->first = nullptr;
      this->count = 0;
    }
  };

  static Local &local() {
    thread_local Local own;
    return own;
  }
};

/// A vector whose first elements lie in it.
template <class T> class Short {
public:
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  T &operator[](std::size_t i) { return i < room ? first_[i] : rest_[i - room]; }
  T &back() { return (*this)[count_ - 1]; }
  void push_back(T one) {
    if (count_ < room)
      first_[count_] = one;
    else
      rest_.push_back(one);
    ++count_;
  }
  void pop_back() {
    if (--count_ >= room)
      rest_.pop_back();
  }
  void clear() {
    rest_.clear();
    count_ = 0;
  }
  void swap(Short &other) {
    std::swap(first_, other.first_);
    rest_.swap(other.rest_);
    std::swap(count_, other.count_);
  }
  template <class F> void for_each(F f) {
    for (std::size_t i = 0; i < count_; ++i)
      f((*this)[i]);
  }

private:
  static constexpr std::size_t room = 2;

  T first_[room] = {};
  std::vector<T> rest_;
  std::size_t count_ = 0;
};

} // namespace asyncir::races
