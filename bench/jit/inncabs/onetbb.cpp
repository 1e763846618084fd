// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The programs of programs.py with oneTBB, task by task, as functions that Python calls.
#include "arena.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

using std::uint64_t;

namespace {

constexpr int64_t leaf = 32, merge_cut = 2048, block = 64, small = 256;

int64_t fib_of(int64_t n) {
  if (n < 2)
    return n;
  int64_t one;
  tbb::task_group group;
  group.run([&one, n] { one = fib_of(n - 1); });
  const int64_t other = fib_of(n - 2);
  group.wait();
  return one + other;
}

int64_t queens_at(int64_t full, int64_t columns, int64_t left, int64_t right, int64_t free);

int64_t queens(int64_t full, int64_t columns, int64_t left, int64_t right) {
  if (columns == full)
    return 1;
  return queens_at(full, columns, left, right, full & ~(columns | left | right));
}

int64_t queens_at(int64_t full, int64_t columns, int64_t left, int64_t right, int64_t free) {
  if (free == 0)
    return 0;
  const int64_t bit = free & -free;
  int64_t one;
  tbb::task_group group;
  group.run([=, &one] { one = queens(full, columns | bit, (left | bit) << 1, (right | bit) >> 1); });
  const int64_t rest = queens_at(full, columns, left, right, free & (free - 1));
  group.wait();
  return one + rest;
}

void insert(double *a, int64_t low, int64_t high) {
  for (int64_t i = low + 1; i < high; ++i) {
    const double x = a[i];
    int64_t j = i;
    for (; j > low && a[j - 1] > x; --j)
      a[j] = a[j - 1];
    a[j] = x;
  }
}

void merge(double *a, int64_t low, int64_t middle, int64_t second, int64_t high, double *out, int64_t at) {
  if (middle - low < high - second) {
    std::swap(low, second);
    std::swap(middle, high);
  }
  if (middle - low + high - second <= merge_cut) {
    int64_t i = low, j = second;
    while (i < middle && j < high)
      out[at++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < middle)
      out[at++] = a[i++];
    while (j < high)
      out[at++] = a[j++];
    return;
  }
  const int64_t half = (low + middle) / 2;
  const int64_t first = std::lower_bound(a + second, a + high, a[half]) - a;
  tbb::task_group group;
  group.run([=] { merge(a, low, half, second, first, out, at); });
  merge(a, half, middle, first, high, out, at + half - low + first - second);
  group.wait();
}

void sort_range(double *a, double *other, int64_t low, int64_t high, bool into_other) {
  if (high - low <= leaf) {
    insert(a, low, high);
    if (into_other)
      std::copy(a + low, a + high, other + low);
    return;
  }
  const int64_t middle = (low + high) / 2;
  tbb::task_group group;
  group.run([=] { sort_range(a, other, low, middle, !into_other); });
  sort_range(a, other, middle, high, !into_other);
  group.wait();
  if (into_other)
    merge(a, low, middle, middle, high, other, low);
  else
    merge(other, low, middle, middle, high, a, low);
}

struct Matrix {
  double *start;
  int64_t n, stride;
  double &at(int64_t i, int64_t j) const { return start[i * stride + j]; }
  Matrix part(int64_t i, int64_t j, int64_t h) const { return {start + i * stride + j, h, stride}; }
};

void product(Matrix a, Matrix b, Matrix c) {
  for (int64_t i = 0; i < a.n; ++i) {
    for (int64_t j = 0; j < a.n; ++j)
      c.at(i, j) = 0;
    for (int64_t k = 0; k < a.n; ++k) {
      const double x = a.at(i, k);
      for (int64_t j = 0; j < a.n; ++j)
        c.at(i, j) += x * b.at(k, j);
    }
  }
}

void add(Matrix a, Matrix b, Matrix c, double sign) {
  for (int64_t i = 0; i < a.n; ++i)
    for (int64_t j = 0; j < a.n; ++j)
      c.at(i, j) = a.at(i, j) + sign * b.at(i, j);
}

void multiply(Matrix a, Matrix b, Matrix c) {
  if (a.n <= block)
    return product(a, b, c);
  const int64_t h = a.n / 2;
  const Matrix a11 = a.part(0, 0, h), a12 = a.part(0, h, h), a21 = a.part(h, 0, h), a22 = a.part(h, h, h);
  const Matrix b11 = b.part(0, 0, h), b12 = b.part(0, h, h), b21 = b.part(h, 0, h), b22 = b.part(h, h, h);
  std::unique_ptr<double[]> memory(new double[17 * h * h]);
  const auto temporary = [&](int64_t i) { return Matrix{memory.get() + i * h * h, h, h}; };
  const auto s = temporary;
  const auto m = [&](int64_t i) { return temporary(10 + i); };
  add(a11, a22, s(0), 1);
  add(b11, b22, s(1), 1);
  add(a21, a22, s(2), 1);
  add(b12, b22, s(3), -1);
  add(b21, b11, s(4), -1);
  add(a11, a12, s(5), 1);
  add(a21, a11, s(6), -1);
  add(b11, b12, s(7), 1);
  add(a12, a22, s(8), -1);
  add(b21, b22, s(9), 1);
  tbb::task_group group;
  group.run([=] { multiply(s(0), s(1), m(0)); });
  group.run([=] { multiply(s(2), b11, m(1)); });
  group.run([=] { multiply(a11, s(3), m(2)); });
  group.run([=] { multiply(a22, s(4), m(3)); });
  group.run([=] { multiply(s(5), b22, m(4)); });
  group.run([=] { multiply(s(6), s(7), m(5)); });
  group.run([=] { multiply(s(8), s(9), m(6)); });
  group.wait();
  for (int64_t i = 0; i < h; ++i)
    for (int64_t j = 0; j < h; ++j) {
      c.at(i, j) = m(0).at(i, j) + m(3).at(i, j) - m(4).at(i, j) + m(6).at(i, j);
      c.at(i, h + j) = m(2).at(i, j) + m(4).at(i, j);
      c.at(h + i, j) = m(1).at(i, j) + m(3).at(i, j);
      c.at(h + i, h + j) = m(0).at(i, j) - m(1).at(i, j) + m(2).at(i, j) + m(5).at(i, j);
    }
}

void butterfly(double *y, int64_t to, int64_t h) {
  const double angle = -M_PI / static_cast<double>(h), turn_re = std::cos(angle), turn_im = std::sin(angle);
  double w_re = 1, w_im = 0;
  for (int64_t k = 0; k < h; ++k) {
    double *even = y + 2 * (to + k), *odd = y + 2 * (to + h + k);
    const double e_re = even[0], e_im = even[1];
    const double o_re = odd[0] * w_re - odd[1] * w_im, o_im = odd[0] * w_im + odd[1] * w_re;
    even[0] = e_re + o_re;
    even[1] = e_im + o_im;
    odd[0] = e_re - o_re;
    odd[1] = e_im - o_im;
    const double next = w_re * turn_re - w_im * turn_im;
    w_im = w_re * turn_im + w_im * turn_re;
    w_re = next;
  }
}

void points(const double *x, int64_t at, int64_t step, double *y, int64_t to, int64_t n) {
  if (n == 1) {
    y[2 * to] = x[2 * at];
    y[2 * to + 1] = x[2 * at + 1];
    return;
  }
  const int64_t h = n / 2;
  points(x, at, 2 * step, y, to, h);
  points(x, at + step, 2 * step, y, to + h, h);
  butterfly(y, to, h);
}

void transform(const double *x, int64_t at, int64_t step, double *y, int64_t to, int64_t n) {
  if (n <= small)
    return points(x, at, step, y, to, n);
  const int64_t h = n / 2;
  tbb::task_group group;
  group.run([=] { transform(x, at, 2 * step, y, to, h); });
  transform(x, at + step, 2 * step, y, to + h, h);
  group.wait();
  butterfly(y, to, h);
}

int64_t mixed(int64_t state, int64_t child) {
  uint64_t z = uint64_t(state) * 6364136223846793005u + uint64_t(child) * 1442695040888963407u + 12345;
  z = (z ^ (z >> 30)) * uint64_t(int64_t{-4658895280553007687});
  z = (z ^ (z >> 27)) * uint64_t(int64_t{-7723592293110705685});
  return int64_t(z ^ (z >> 31));
}

int64_t nodes(int64_t state, int64_t first, int64_t last, int64_t children, int64_t chance);

int64_t node(int64_t state, int64_t children, int64_t chance) {
  return ((state >> 16) & 0xFFFF) >= chance ? 1 : 1 + nodes(state, 0, children, children, chance);
}

int64_t nodes(int64_t state, int64_t first, int64_t last, int64_t children, int64_t chance) {
  if (last - first == 1)
    return node(mixed(state, first), children, chance);
  const int64_t middle = (first + last) / 2;
  int64_t one;
  tbb::task_group group;
  group.run([=, &one] { one = nodes(state, first, middle, children, chance); });
  const int64_t other = nodes(state, middle, last, children, chance);
  group.wait();
  return one + other;
}

int64_t align(const int64_t *one, const int64_t *other, int64_t n) {
  std::vector<int64_t> best(n + 1, 0), gap(n + 1, -1000);
  for (int64_t i = 0; i < n; ++i) {
    int64_t diagonal = 0, left = 0, above = -1000;
    for (int64_t j = 1; j <= n; ++j) {
      gap[j] = std::max(gap[j] - 1, best[j] - 5);
      above = std::max(above - 1, left - 5);
      const int64_t same = one[i] == other[j - 1] ? 4 : -2;
      const int64_t here = std::max(std::max(diagonal + same, int64_t{0}), std::max(gap[j], above));
      diagonal = best[j];
      left = best[j] = here;
    }
  }
  return *std::max_element(best.begin(), best.end());
}

void decompose(double *d, int64_t n) {
  for (int64_t k = 0; k < n; ++k)
    for (int64_t i = k + 1; i < n; ++i) {
      d[i * n + k] = d[i * n + k] / d[k * n + k];
      for (int64_t j = k + 1; j < n; ++j)
        d[i * n + j] -= d[i * n + k] * d[k * n + j];
    }
}

void forward(const double *d, double *a, int64_t n) {
  for (int64_t k = 0; k < n; ++k)
    for (int64_t i = k + 1; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        a[i * n + j] -= d[i * n + k] * a[k * n + j];
}

void divide(const double *d, double *a, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < n; ++k) {
      a[i * n + k] = a[i * n + k] / d[k * n + k];
      for (int64_t j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * d[k * n + j];
    }
}

void modify(const double *row, const double *column, double *a, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < n; ++k)
      for (int64_t j = 0; j < n; ++j)
        a[i * n + j] -= row[i * n + k] * column[k * n + j];
}

void pyramid(double *u, int64_t n, int64_t low, int64_t high, int64_t step, int64_t steps, bool grows) {
  for (int64_t t = step; t < step + steps; ++t) {
    const int64_t by = t - step + 1;
    const int64_t first = std::max<int64_t>(1, grows ? low - by : low + by);
    const int64_t last = std::min(n - 1, grows ? high + by : high - by);
    const double *from = u + (t % 2) * n;
    double *to = u + ((t + 1) % 2) * n;
    for (int64_t i = first; i < last; ++i)
      to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
  }
}

struct Costs {
  const int64_t *flow, *distance;
  int64_t n, bound;
};

int64_t assign_from(const Costs &of, int64_t places, int64_t used, int64_t depth, int64_t cost, int64_t place);

int64_t assign(const Costs &of, int64_t places, int64_t used, int64_t depth, int64_t cost) {
  return depth == of.n ? cost : assign_from(of, places, used, depth, cost, 0);
}

int64_t assign_from(const Costs &of, int64_t places, int64_t used, int64_t depth, int64_t cost, int64_t place) {
  const int64_t n = of.n;
  while (place < n && ((used >> place) & 1) == 1)
    ++place;
  if (place == n)
    return of.bound;
  int64_t more = of.flow[depth * n + depth] * of.distance[place * n + place];
  for (int64_t k = 0; k < depth; ++k) {
    const int64_t at = (places >> (4 * k)) & 15;
    more += of.flow[depth * n + k] * of.distance[place * n + at] + of.flow[k * n + depth] * of.distance[at * n + place];
  }
  if (cost + more >= of.bound)
    return assign_from(of, places, used, depth, cost, place + 1);
  const int64_t taken = places | (place << (4 * depth));
  int64_t one;
  tbb::task_group group;
  group.run([=, &one, &of] { one = assign(of, taken, used | (int64_t{1} << place), depth + 1, cost + more); });
  const int64_t other = assign_from(of, places, used, depth, cost, place + 1);
  group.wait();
  return std::min(one, other);
}

} // namespace

extern "C" {

double fib(int64_t threads, int64_t n) {
  return in_arena(threads, [=] { return static_cast<double>(fib_of(n)); });
}

double nqueens(int64_t threads, int64_t n) {
  return in_arena(threads, [=] { return static_cast<double>(queens((int64_t{1} << n) - 1, 0, 0, 0)); });
}

double sort(int64_t threads, double *a, int64_t n, double *other, int64_t) {
  return in_arena(threads, [=] {
    sort_range(a, other, 0, n, false);
    int64_t wrong = 0;
    for (int64_t i = 1; i < n; ++i)
      wrong += a[i - 1] > a[i];
    return static_cast<double>(wrong);
  });
}

double strassen(int64_t threads, double *a, int64_t n, double *b, int64_t, double *c, int64_t) {
  return in_arena(threads, [=] {
    multiply({a, n, n}, {b, n, n}, {c, n, n});
    double sum = 0;
    for (int64_t i = 0; i < n * n; ++i)
      sum += c[i];
    return sum;
  });
}

double fft(int64_t threads, double *x, int64_t n, double *y, int64_t) {
  return in_arena(threads, [=] {
    transform(x, 0, 1, y, 0, n / 2);
    double total = 0;
    for (int64_t k = 0; k < n; ++k)
      total += std::abs(y[k]);
    return total;
  });
}

double uts(int64_t threads, int64_t roots, int64_t children, int64_t chance) {
  return in_arena(threads, [=] { return static_cast<double>(nodes(42, 0, roots, children, chance)); });
}

double alignment(int64_t threads, int64_t *sequences, int64_t m, int64_t *scores, int64_t) {
  const int64_t n = 200;
  return in_arena(threads, [=] {
    tbb::task_group group;
    for (int64_t pair = 0; pair < m * m; ++pair)
      group.run([=] { scores[pair] = align(sequences + pair / m * n, sequences + pair % m * n, n); });
    group.wait();
    int64_t sum = 0;
    for (int64_t pair = 0; pair < m * m; ++pair)
      sum += scores[pair];
    return static_cast<double>(sum);
  });
}

double sparselu(int64_t threads, double *blocks, int64_t m, int64_t *there, int64_t) {
  const int64_t n = 32;
  return in_arena(threads, [=] {
    const auto at = [=](int64_t i, int64_t j) { return blocks + (i * m + j) * n * n; };
    for (int64_t k = 0; k < m; ++k) {
      decompose(at(k, k), n);
      tbb::task_group group;
      for (int64_t j = k + 1; j < m; ++j) {
        if (there[k * m + j] > 0)
          group.run([=] { forward(at(k, k), at(k, j), n); });
        if (there[j * m + k] > 0)
          group.run([=] { divide(at(k, k), at(j, k), n); });
      }
      group.wait();
      for (int64_t i = k + 1; i < m; ++i)
        if (there[i * m + k] > 0)
          for (int64_t j = k + 1; j < m; ++j)
            if (there[k * m + j] > 0) {
              there[i * m + j] = 1;
              group.run([=] { modify(at(i, k), at(k, j), at(i, j), n); });
            }
      group.wait();
    }
    double sum = 0;
    for (int64_t i = 0; i < m * m * n * n; ++i)
      sum += blocks[i];
    return sum;
  });
}

double pyramids(int64_t threads, double *u, int64_t, int64_t steps, int64_t width) {
  const int64_t n = 1 << 16;
  return in_arena(threads, [=] {
    const int64_t height = width / 2 - 1, count = n / width;
    for (int64_t step = 0; step < steps;) {
      const int64_t now = std::min(height, steps - step);
      tbb::task_group group;
      for (int64_t k = 0; k < count; ++k)
        group.run([=] {
          pyramid(u, n, k == 0 ? -height : k * width, k == count - 1 ? n + height : (k + 1) * width, step, now, false);
        });
      group.wait();
      for (int64_t k = 1; k < count; ++k)
        group.run([=] { pyramid(u, n, k * width, k * width, step, now, true); });
      group.wait();
      step += now;
    }
    double sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += u[(steps % 2) * n + i];
    return sum;
  });
}

double qap(int64_t threads, int64_t *flow, int64_t n, int64_t *distance, int64_t, int64_t bound) {
  return in_arena(threads, [=] { return static_cast<double>(assign({flow, distance, n, bound}, 0, 0, 0, 0)); });
}
}
