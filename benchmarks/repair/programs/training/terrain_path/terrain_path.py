"""Cheapest routes over a grid of terrain costs."""
import heapq

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def route_costs(grid, start):
    """Cheapest cost from start to every reachable cell.

    Entering a cell costs its value; None marks a wall.  The start cell
    itself is free.
    """
    rows, cols = len(grid), len(grid[0])
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, (r, c) = heapq.heappop(heap)
        if cost > best[r, c]:
            continue
        for dr, dc in NEIGHBOURS:
            nr, nc = r + dr, c + dc
            if not (0 <= nr < rows and 0 <= nc < cols):
                continue
            if grid[nr][nc] is None:
                continue
            reached = cost + grid[r][c]
            if reached < best.get((nr, nc), float("inf")):
                best[nr, nc] = reached
                heapq.heappush(heap, (reached, (nr, nc)))
    return best


def cheapest(grid, start, goal):
    """Cost of the cheapest route, or None when goal is unreachable."""
    return route_costs(grid, start).get(goal)


def within_budget(grid, start, budget):
    """Sorted cells that can be reached for at most budget."""
    return sorted(cell for cell, cost in route_costs(grid, start).items() if cost <= budget)
