"""Reading and filling tables in a spiral, clockwise from the top left corner."""


def read_spiral(table):
    cells = []
    top, bottom = 0, len(table) - 1
    left, right = 0, len(table[0]) - 1 if table else -1
    while top <= bottom and left <= right:
        cells += table[top][left : right + 1]
        top += 1
        cells += [table[row][right] for row in range(top, bottom + 1)]
        right -= 1
        cells += reversed(table[bottom][left : right + 1])
        bottom -= 1
        if left <= right:
            cells += [table[row][left] for row in range(bottom, top - 1, -1)]
            left += 1
    return cells


def fill_spiral(rows, columns):
    """A table with the numbers from 1 on in a spiral."""
    places = read_spiral([[(row, column) for column in range(columns)] for row in range(rows)])
    table = [[0] * columns for _ in range(rows)]
    for number, (row, column) in enumerate(places, start=1):
        table[row][column] = number
    return table
