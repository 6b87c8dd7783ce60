"""Conway's game of life on a board with dead borders."""

ALIVE = "#"
DEAD = "."

PATTERNS = {
    "block": ["##", "##"],
    "blinker": ["###"],
    "glider": [".#.", "..#", "###"],
}


class Board:
    def __init__(self, height, width):
        if height < 1 or width < 1:
            raise ValueError("board too small")
        self.height = height
        self.width = width
        self._cells = [[False] * width for _ in range(height)]

    @classmethod
    def parse(cls, text):
        """Read rows of "#" and "."; short rows are filled with dead cells."""
        rows = [row.strip() for row in text.strip().splitlines()]
        board = cls(len(rows), max((len(row) for row in rows), default=0))
        board.stamp(rows, 0, 0)
        return board

    def __str__(self):
        return "\n".join(
            "".join(ALIVE if cell else DEAD for cell in row) for row in self._cells)

    def alive(self, row, col):
        """Cells outside of the board are dead."""
        if 0 <= row < self.height and 0 <= col < self.width:
            return self._cells[row][col]
        return False

    def set(self, row, col, alive=True):
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise IndexError("outside of the board")
        self._cells[row][col] = alive

    def stamp(self, pattern, top, left):
        """Put living cells of a pattern (rows, or a name) on the board, clipped."""
        rows = PATTERNS[pattern] if isinstance(pattern, str) else pattern
        for r, line in enumerate(rows, top):
            for c, mark in enumerate(line, left):
                if mark == ALIVE and 0 <= r < self.height and 0 <= c < self.width:
                    self._cells[r][c] = True

    def copy(self):
        twin = Board(self.height, self.width)
        twin._cells = self._cells[:]
        return twin

    def population(self):
        return sum(map(sum, self._cells))

    def neighbours(self, row, col):
        return sum(self.alive(r, c)
                   for r in (row - 1, row, row + 1)
                   for c in (col - 1, col, col + 1)
                   if (r, c) != (row, col))

    def step(self):
        """Go on to the next generation."""
        after = [[False] * self.width for _ in range(self.height)]
        for r in range(self.height):
            for c in range(self.width):
                near = self.neighbours(r, c)
                after[r][c] = near == 3 or (near == 2 and self._cells[r][c])
        self._cells = after


class Lab:
    """An experiment: generations and interventions that can be taken back."""

    def __init__(self, board):
        self.board = board.copy()
        self._past = []

    def grow(self, generations=1):
        for _ in range(generations):
            self._past.append(self.board.copy())
            self.board.step()

    def infect(self, *cells):
        """Bring single cells to life."""
        self._past.append(self.board.copy())
        for row, col in cells:
            self.board.set(row, col)

    def back(self, steps=1):
        """Take back the last steps, as many as there are."""
        for _ in range(min(steps, len(self._past))):
            self.board = self._past.pop()

    def census(self):
        """Populations of all steps up to now."""
        return [board.population() for board in [*self._past, self.board]]

    def period(self, limit=50):
        """Generations until the board repeats itself, None if not within the limit."""
        board = self.board.copy()
        seen = {}
        for generation in range(limit + 1):
            picture = str(board)
            if picture in seen:
                return generation - seen[picture]
            seen[picture] = generation
            board.step()
        return None
