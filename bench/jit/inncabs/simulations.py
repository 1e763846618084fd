"""Two programs whose tasks work on arrays that stand for things: people in villages, cells on a board.

As in programs.py: numbers and arrays in, a number out, and the same in `onetbb.cpp`, task by task.
"""

from __future__ import annotations

import numpy as np

import asyncir

BRANCHES = 4
"""Villages right below a village."""

# ---- health: people fall ill, wait for somebody free in the hospital of their village, are looked at, and stay there, go
# home, or are sent to the hospital of the village above. Of each village there is a task in each step of time.

AT_HOME, WAITING, LOOKED_AT, INSIDE, SENT = 0, 1, 2, 3, 4
"""The lists of a village: `lists[village, which, place]` is a patient, `counts[village, which]` how many there are."""
LEFT, VISITS, TIME = 0, 1, 2
"""What is known of a patient: `patients[what, patient]`."""
LOOK, STAY = 3, 10
"""So many steps it takes to look at somebody, and to cure who stays."""


@asyncir.jit
def drawn(hospitals, village):
    """A number below 1000, from the village's own generator."""
    state = (hospitals[village, 0] * 1103515245 + 12345) & 0x7FFFFFFF
    hospitals[village, 0] = state
    return (state >> 8) % 1000


@asyncir.jit
def put(lists, counts, village, which, patient):
    lists[village, which, counts[village, which]] = patient
    counts[village, which] += 1


@asyncir.jit
def take_in(lists, counts, village, child):
    for place in range(counts[child, SENT]):
        put(lists, counts, village, WAITING, lists[child, SENT, place])
    counts[child, SENT] = 0


@asyncir.jit
def those_inside(lists, counts, patients, hospitals, village):
    stay = 0
    for place in range(counts[village, INSIDE]):
        patient = lists[village, INSIDE, place]
        patients[TIME, patient] += 1
        patients[LEFT, patient] -= 1
        if patients[LEFT, patient] == 0:
            hospitals[village, 1] += 1
            put(lists, counts, village, AT_HOME, patient)
        else:
            lists[village, INSIDE, stay] = patient
            stay += 1
    counts[village, INSIDE] = stay


@asyncir.jit
def those_looked_at(lists, counts, patients, hospitals, village):
    stay = 0
    for place in range(counts[village, LOOKED_AT]):
        patient = lists[village, LOOKED_AT, place]
        patients[TIME, patient] += 1
        patients[LEFT, patient] -= 1
        if patients[LEFT, patient] > 0:
            lists[village, LOOKED_AT, stay] = patient
            stay += 1
        elif drawn(hospitals, village) >= 300:
            hospitals[village, 1] += 1
            put(lists, counts, village, AT_HOME, patient)
        elif village > 0 and drawn(hospitals, village) < 200:
            hospitals[village, 1] += 1
            put(lists, counts, village, SENT, patient)
        else:
            patients[LEFT, patient] = STAY
            put(lists, counts, village, INSIDE, patient)
    counts[village, LOOKED_AT] = stay


@asyncir.jit
def those_who_wait(lists, counts, patients, hospitals, village):
    stay = 0
    for place in range(counts[village, WAITING]):
        patient = lists[village, WAITING, place]
        if hospitals[village, 1] > 0:
            hospitals[village, 1] -= 1
            patients[LEFT, patient] = LOOK
            put(lists, counts, village, LOOKED_AT, patient)
        else:
            patients[TIME, patient] += 1
            lists[village, WAITING, stay] = patient
            stay += 1
    counts[village, WAITING] = stay


@asyncir.jit
def those_at_home(lists, counts, patients, hospitals, village):
    stay = 0
    for place in range(counts[village, AT_HOME]):
        patient = lists[village, AT_HOME, place]
        if drawn(hospitals, village) < 20:
            patients[VISITS, patient] += 1
            put(lists, counts, village, WAITING, patient)
        else:
            lists[village, AT_HOME, stay] = patient
            stay += 1
    counts[village, AT_HOME] = stay


@asyncir.jit
async def passes(lists, counts, patients, hospitals, village):
    """A step of time in a village, after those below it."""
    first = village * BRANCHES + 1
    if first < counts.shape[0]:
        async with asyncir.task_group() as group:
            for child in range(first, first + BRANCHES):
                group.spawn(passes, lists, counts, patients, hospitals, child)
        for child in range(first, first + BRANCHES):
            take_in(lists, counts, village, child)
    those_inside(lists, counts, patients, hospitals, village)
    those_looked_at(lists, counts, patients, hospitals, village)
    those_who_wait(lists, counts, patients, hospitals, village)
    those_at_home(lists, counts, patients, hospitals, village)


@asyncir.jit
async def health(lists, counts, patients, hospitals, steps):
    for _ in range(steps):
        await passes(lists, counts, patients, hospitals, 0)
    return patients[VISITS].sum() * 1000.0 + patients[TIME].sum()


# ---- floorplan: the least rectangle for cells that have several shapes each, put in turn to the right of all that is there,
# below it, or into the first place that is free. A row of the board is a number, with a bit for each column; each try has a
# board of its own.

ROWS = 62
"""And as many columns."""
PLACES = 3


@asyncir.jit
def is_free(board, row, height, bits):
    return all(board[at] & bits == 0 for at in range(row, row + height))


@asyncir.jit
def first_free(board, rows, columns, height, width):
    """The place in the rectangle, row by row, at which a cell fits; -1 where it does not fit anywhere."""
    bits = (1 << width) - 1
    for row in range(min(rows, ROWS - height + 1)):
        for column in range(min(columns, ROWS - width + 1)):
            if is_free(board, row, height, bits << column):
                return row * ROWS + column
    return -1


@asyncir.jit
async def place_cell(shapes, cell, board, rows, columns, bound):
    """The least area with this cell and those after it; the bound where none is below."""
    if cell == shapes.shape[0]:
        return rows * columns
    found = np.full(shapes.shape[1] * PLACES, bound)
    async with asyncir.task_group() as group:
        for shape in range(shapes.shape[1]):
            height, width = shapes[cell, shape, 0], shapes[cell, shape, 1]
            for which in range(PLACES):
                row, column = 0, columns
                if which == 1:
                    row, column = rows, 0
                elif which == 2:
                    place = first_free(board, rows, columns, height, width)
                    row, column = place // ROWS, place % ROWS
                if row >= 0 and row + height <= ROWS and column + width <= ROWS:
                    now_rows, now_columns = max(rows, row + height), max(columns, column + width)
                    if now_rows * now_columns < bound:
                        group.spawn(
                            tried,
                            shapes,
                            cell,
                            board,
                            row,
                            column,
                            shape,
                            now_rows,
                            now_columns,
                            bound,
                            found,
                            shape * PLACES + which,
                        )
    return found.min()


@asyncir.jit
async def tried(shapes, cell, board, row, column, shape, rows, columns, bound, found, which):
    height, width = shapes[cell, shape, 0], shapes[cell, shape, 1]
    own = board.copy()
    for at in range(row, row + height):
        own[at] |= ((1 << width) - 1) << column
    found[which] = await place_cell(shapes, cell + 1, own, rows, columns, bound)


@asyncir.jit
async def floorplan(shapes, bound):
    return await place_cell(shapes, 0, np.zeros(ROWS, np.int64), 0, 0, bound)
