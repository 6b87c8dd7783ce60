"""Boards of tiles: fill, turn, count neighbours, drop."""

EMPTY = "."


def new_board(rows, columns):
    return [[EMPTY] * columns] * rows


def parse(text):
    return [list(line.strip()) for line in text.strip().splitlines()]


def shown(board):
    return "\n".join("".join(row) for row in board)


def put(board, row, column, tile):
    """A board with one tile more; the one that was given stays as it is."""
    changed = [list(line) for line in board]
    changed[row][column] = tile
    return changed


def turned(board):
    """A quarter to the right."""
    turned_board = new_board(len(board[0]), len(board))
    for r, row in enumerate(board):
        for c, tile in enumerate(row):
            turned_board[c][len(board) - 1 - r] = tile
    return turned_board


def neighbours(board, row, column):
    count = 0
    for r in range(max(0, row - 1), min(len(board), row + 2)):
        for c in range(max(0, column - 1), min(len(board[0]), column + 2)):
            if (r, c) != (row, column) and board[r][c] != EMPTY:
                count += 1
    return count


def dropped(board):
    """All tiles fallen to the bottom of their columns."""
    fallen = new_board(len(board), len(board[0]))
    for column in range(len(board[0])):
        tiles = [row[column] for row in board if row[column] != EMPTY]
        for height, tile in enumerate(reversed(tiles)):
            fallen[len(board) - 1 - height][column] = tile
    return fallen
