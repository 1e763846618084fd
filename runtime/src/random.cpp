// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Random numbers as NumPy's functions of `np.random` draw them: the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), and
/// what NumPy has made of its numbers since its first versions. Each thread has a state of its own, seeded by the system.
#include "asyncir/runtime.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace {

class Twister {
public:
  Twister() {
    std::random_device system;
    seed(system());
  }

  void seed(std::uint32_t number) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = number;
      number = 1812433253U * (number ^ (number >> 30)) + static_cast<std::uint32_t>(i) + 1U;
    }
    next = words.size();
    has_normal = false;
  }

  std::uint32_t draw() {
    if (next == words.size())
      twist();
    std::uint32_t y = words[next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680U;
    y ^= (y << 15) & 0xefc60000U;
    return y ^ (y >> 18);
  }

  /// In [0, 1), of 53 bits.
  double fraction() {
    const std::uint32_t high = draw() >> 5, low = draw() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  /// The polar method gives two numbers at once.
  double normal() {
    if (has_normal) {
      has_normal = false;
      return other_normal;
    }
    double x, y, square;
    do {
      x = 2.0 * fraction() - 1.0;
      y = 2.0 * fraction() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    const double scale = std::sqrt(-2.0 * std::log(square) / square);
    other_normal = scale * x;
    has_normal = true;
    return scale * y;
  }

  /// From 0 to `most`: numbers of as many bits are drawn until one is not larger.
  std::uint64_t at_most(std::uint64_t most) {
    if (most == 0)
      return 0;
    std::uint64_t mask = most;
    for (unsigned shift = 1; shift < 64; shift *= 2)
      mask |= mask >> shift;
    for (;;) {
      std::uint64_t number = draw();
      if (most > UINT32_MAX)
        number = number << 32 | draw();
      if ((number & mask) <= most)
        return number & mask;
    }
  }

private:
  void twist() {
    constexpr std::size_t middle = 397;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t y = (words[i] & 0x80000000U) | (words[(i + 1) % words.size()] & 0x7fffffffU);
      words[i] = words[(i + middle) % words.size()] ^ (y >> 1) ^ ((y & 1U) != 0 ? 0x9908b0dfU : 0U);
    }
    next = 0;
  }

  std::array<std::uint32_t, 624> words{};
  std::size_t next = 0;
  double other_normal = 0.0;
  bool has_normal = false;
};

Twister &own() {
  thread_local Twister twister;
  return twister;
}

} // namespace

extern "C" {

void asyncir_random_seed(int64_t seed) {
  if (seed < 0)
    own() = Twister();
  else
    own().seed(static_cast<std::uint32_t>(seed));
}

double asyncir_random_fraction(void) { return own().fraction(); }

double asyncir_random_normal(void) { return own().normal(); }

double asyncir_random_exponential(void) { return -std::log(1.0 - own().fraction()); }

int64_t asyncir_random_at_most(int64_t most) {
  return static_cast<int64_t>(own().at_most(static_cast<std::uint64_t>(most)));
}
}
