// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The programs of simulations.py with oneTBB, task by task, as functions that Python calls.
#include "arena.hpp"

#include <algorithm>
#include <vector>

namespace {

// ---- health

constexpr int64_t branches = 4, room = 400, at_home = 0, waiting = 1, looked_at = 2, inside = 3, sent = 4, look = 3, stay = 10;

struct Villages {
  int64_t *lists, *counts, *patients, *hospitals, villages, people;
  int64_t *list(int64_t village, int64_t which) const { return lists + (village * 5 + which) * room; }
  int64_t &count(int64_t village, int64_t which) const { return counts[village * 5 + which]; }
  int64_t &left(int64_t patient) const { return patients[patient]; }
  int64_t &visits(int64_t patient) const { return patients[people + patient]; }
  int64_t &time(int64_t patient) const { return patients[2 * people + patient]; }
  int64_t &free(int64_t village) const { return hospitals[2 * village + 1]; }
  int64_t drawn(int64_t village) const {
    int64_t &state = hospitals[2 * village];
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF;
    return (state >> 8) % 1000;
  }
  void put(int64_t village, int64_t which, int64_t patient) const {
    list(village, which)[count(village, which)++] = patient;
  }
};

void take_in(const Villages &of, int64_t village, int64_t child) {
  for (int64_t place = 0; place < of.count(child, sent); ++place)
    of.put(village, waiting, of.list(child, sent)[place]);
  of.count(child, sent) = 0;
}

void those_inside(const Villages &of, int64_t village) {
  int64_t stays = 0;
  const int64_t count = of.count(village, inside);
  for (int64_t place = 0; place < count; ++place) {
    const int64_t patient = of.list(village, inside)[place];
    ++of.time(patient);
    if (--of.left(patient) == 0) {
      ++of.free(village);
      of.put(village, at_home, patient);
    } else {
      of.list(village, inside)[stays++] = patient;
    }
  }
  of.count(village, inside) = stays;
}

void those_looked_at(const Villages &of, int64_t village) {
  int64_t stays = 0;
  const int64_t count = of.count(village, looked_at);
  for (int64_t place = 0; place < count; ++place) {
    const int64_t patient = of.list(village, looked_at)[place];
    ++of.time(patient);
    if (--of.left(patient) > 0) {
      of.list(village, looked_at)[stays++] = patient;
    } else if (of.drawn(village) >= 300) {
      ++of.free(village);
      of.put(village, at_home, patient);
    } else if (village > 0 && of.drawn(village) < 200) {
      ++of.free(village);
      of.put(village, sent, patient);
    } else {
      of.left(patient) = stay;
      of.put(village, inside, patient);
    }
  }
  of.count(village, looked_at) = stays;
}

void those_who_wait(const Villages &of, int64_t village) {
  int64_t stays = 0;
  const int64_t count = of.count(village, waiting);
  for (int64_t place = 0; place < count; ++place) {
    const int64_t patient = of.list(village, waiting)[place];
    if (of.free(village) > 0) {
      --of.free(village);
      of.left(patient) = look;
      of.put(village, looked_at, patient);
    } else {
      ++of.time(patient);
      of.list(village, waiting)[stays++] = patient;
    }
  }
  of.count(village, waiting) = stays;
}

void those_at_home(const Villages &of, int64_t village) {
  int64_t stays = 0;
  const int64_t count = of.count(village, at_home);
  for (int64_t place = 0; place < count; ++place) {
    const int64_t patient = of.list(village, at_home)[place];
    if (of.drawn(village) < 20) {
      ++of.visits(patient);
      of.put(village, waiting, patient);
    } else {
      of.list(village, at_home)[stays++] = patient;
    }
  }
  of.count(village, at_home) = stays;
}

void passes(const Villages &of, int64_t village) {
  const int64_t first = village * branches + 1;
  if (first < of.villages) {
    tbb::task_group group;
    for (int64_t child = first; child < first + branches; ++child)
      group.run([&of, child] { passes(of, child); });
    group.wait();
    for (int64_t child = first; child < first + branches; ++child)
      take_in(of, village, child);
  }
  those_inside(of, village);
  those_looked_at(of, village);
  those_who_wait(of, village);
  those_at_home(of, village);
}

// ---- floorplan

constexpr int64_t rows_of_board = 62, tries = 3, alternatives = 2;

bool is_free(const int64_t *board, int64_t row, int64_t height, int64_t bits) {
  for (int64_t at = row; at < row + height; ++at)
    if ((board[at] & bits) != 0)
      return false;
  return true;
}

int64_t first_free(const int64_t *board, int64_t rows, int64_t columns, int64_t height, int64_t width) {
  const int64_t bits = (int64_t{1} << width) - 1;
  for (int64_t row = 0; row < std::min(rows, rows_of_board - height + 1); ++row)
    for (int64_t column = 0; column < std::min(columns, rows_of_board - width + 1); ++column)
      if (is_free(board, row, height, bits << column))
        return row * rows_of_board + column;
  return -1;
}

struct Cells {
  const int64_t *shapes;
  int64_t cells, bound;
  int64_t height(int64_t cell, int64_t shape) const { return shapes[(cell * alternatives + shape) * 2]; }
  int64_t width(int64_t cell, int64_t shape) const { return shapes[(cell * alternatives + shape) * 2 + 1]; }
};

int64_t place_cell(const Cells &of, int64_t cell, const int64_t *board, int64_t rows, int64_t columns);

int64_t tried(const Cells &of, int64_t cell, const int64_t *board, int64_t row, int64_t column, int64_t shape, int64_t rows,
              int64_t columns) {
  std::vector<int64_t> own(board, board + rows_of_board);
  for (int64_t at = row; at < row + of.height(cell, shape); ++at)
    own[at] |= ((int64_t{1} << of.width(cell, shape)) - 1) << column;
  return place_cell(of, cell + 1, own.data(), rows, columns);
}

int64_t place_cell(const Cells &of, int64_t cell, const int64_t *board, int64_t rows, int64_t columns) {
  if (cell == of.cells)
    return rows * columns;
  std::vector<int64_t> found(alternatives * tries, of.bound);
  tbb::task_group group;
  for (int64_t shape = 0; shape < alternatives; ++shape) {
    const int64_t height = of.height(cell, shape), width = of.width(cell, shape);
    for (int64_t which = 0; which < tries; ++which) {
      int64_t row = which == 0 ? 0 : rows, column = which == 0 ? columns : 0;
      if (which == 2) {
        const int64_t place = first_free(board, rows, columns, height, width);
        if (place < 0)
          continue;
        row = place / rows_of_board;
        column = place % rows_of_board;
      }
      if (row + height > rows_of_board || column + width > rows_of_board)
        continue;
      const int64_t down = std::max(rows, row + height), right = std::max(columns, column + width);
      if (down * right < of.bound)
        group.run([=, &of, to = &found[shape * tries + which]] {
          *to = tried(of, cell, board, row, column, shape, down, right);
        });
    }
  }
  group.wait();
  return *std::min_element(found.begin(), found.end());
}

} // namespace

extern "C" {

double health(int64_t threads, int64_t *lists, int64_t villages, int64_t *counts, int64_t, int64_t *patients, int64_t,
              int64_t *hospitals, int64_t, int64_t steps) {
  const Villages of{lists, counts, patients, hospitals, villages, 20 * villages};
  return in_arena(threads, [&] {
    for (int64_t step = 0; step < steps; ++step)
      passes(of, 0);
    double visits = 0, time = 0;
    for (int64_t patient = 0; patient < of.people; ++patient) {
      visits += static_cast<double>(of.visits(patient));
      time += static_cast<double>(of.time(patient));
    }
    return visits * 1000 + time;
  });
}

double floorplan(int64_t threads, int64_t *shapes, int64_t cells, int64_t bound) {
  const Cells of{shapes, cells, bound};
  const std::vector<int64_t> board(rows_of_board, 0);
  return in_arena(threads, [&] { return static_cast<double>(place_cell(of, 0, board.data(), 0, 0)); });
}
}
