"""Conway's game of life on a small board; outside of it nothing lives."""


def neighbours(board, row, column):
    count = 0
    for r in range(max(row - 1, 0), min(row + 2, len(board))):
        for c in range(max(column - 1, 0), min(column + 2, len(board[0]))):
            if (r, c) != (row, column):
                count += board[r][c]
    return count


def step(board):
    """The next generation."""
    following = list(board)
    for r, row in enumerate(board):
        for c, alive in enumerate(row):
            count = neighbours(board, r, c)
            following[r][c] = int(count == 3 or (alive and count == 2))
    return following


def generations(board, number):
    for _ in range(number):
        board = step(board)
    return board
