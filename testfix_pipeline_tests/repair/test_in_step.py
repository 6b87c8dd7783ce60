"""What goes together: lengths of lists side by side, numbers counted together, names exchanged at once, both ends."""

MATCH = """
def match(segments, parts):
    values = {}
    for segment, part in zip(segments, parts):
        if segment != part:
            return None
    return values
"""
STATS = """
class Stats:
    def add(self, value):
        self.total += value
        self.squares += value * value
        if len(self.values) > self.size:
            oldest = self.values.pop(0)
            self.total -= oldest
"""
GRID = """
def costs(grid, r, c, cost):
    for nr, nc in around(r, c):
        reached = cost + grid[r][c]
        yield reached
"""
SPANS = """
def without(spans, lo, hi):
    kept = []
    for start, end in spans:
        if start < lo:
            kept.append((start, lo))
    return kept
"""
