"""Axial-coordinate helpers for a hexagonal board game map."""

from collections import deque

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def neighbours(cell):
    """Yield the six cells around *cell*, counter-clockwise from east."""
    q, r = cell
    for dq, dr in DIRECTIONS:
        yield q + dq, r + dr


def distance(a, b):
    """Number of steps between two cells on an empty board."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq - dr))


def ring(centre, radius):
    """Cells at exactly *radius* from *centre*, walked once round."""
    if radius == 0:
        return [centre]
    q = centre[0] + DIRECTIONS[4][0] * radius
    r = centre[1] + DIRECTIONS[4][1] * radius
    cells = []
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells


def line(a, b):
    """Cells on the straight line from *a* to *b*, both ends included."""
    steps = distance(a, b)
    if steps == 0:
        return [a]
    out = []
    for i in range(steps + 1):
        t = i / steps
        q = a[0] + (b[0] - a[0]) * t + 1e-6
        r = a[1] + (b[1] - a[1]) * t + 2e-6
        out.append(_round(q, r))
    return out


def _round(q, r):
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    eq, er, es = abs(rq - q), abs(rr - r), abs(rs - s)
    if eq > er and eq > es:
        rq = -rr - rs
    elif er > es:
        rr = -rq - rs
    return rq, rr


def reachable(start, budget, walls=()):
    """Map each cell reachable within *budget* steps to its step count."""
    blocked = set(walls)
    seen = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if seen[cell] == budget:
            continue
        for nxt in neighbours(cell):
            if nxt not in seen and nxt not in blocked:
                seen[nxt] = seen[cell] + 1
                queue.append(nxt)
    return seen
