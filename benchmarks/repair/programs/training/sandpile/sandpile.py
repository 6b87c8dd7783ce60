"""Abelian sandpile model on a small rectangular grid."""


def copy_grid(grid):
    """Independent copy of a list-of-lists grid."""
    return [row[:] for row in grid]


def stabilise(grid):
    """Topple cells in place until all hold fewer than four grains.

    Returns the number of topplings.  Grains falling off the edge are lost.
    """
    rows, cols = len(grid), len(grid[0])
    unstable = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] >= 4]
    topplings = 0
    while unstable:
        r, c = unstable.pop()
        if grid[r][c] < 4:
            continue
        grid[r][c] -= 4
        topplings += 1
        if grid[r][c] >= 4:
            unstable.append((r, c))
        for nr, nc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= nr < rows and 0 <= nc < cols:
                grid[nr][nc] += 1
                if grid[nr][nc] >= 4:
                    unstable.append((nr, nc))
    return topplings


def simulate(grid, drops):
    """Drop grains one by one and record the stable grid after each drop.

    Returns (history, avalanche_sizes); the given grid is left untouched.
    """
    pile = copy_grid(grid)
    history = []
    sizes = []
    for r, c in drops:
        pile[r][c] += 1
        sizes.append(stabilise(pile))
        history.append(pile)
    return history, sizes


def total_grains(grid):
    """Number of grains on the grid."""
    return sum(map(sum, grid))
