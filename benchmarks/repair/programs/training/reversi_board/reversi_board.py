"""Rules of Reversi on an 8x8 board."""

SIZE = 8
EMPTY, BLACK, WHITE = ".", "B", "W"

DIRECTIONS = [
    (-1, -1), (-1, 0), (-1, 1),
    (0, -1), (0, 1),
    (1, -1), (1, 0), (1, -1),
]


class IllegalMove(Exception):
    pass


def opponent(player):
    return WHITE if player == BLACK else BLACK


def parse_square(name):
    """'a1' is the top left corner, 'h8' the bottom right one."""
    column, row = ord(name[0].lower()) - ord("a"), int(name[1:]) - 1
    if not (0 <= column < SIZE and 0 <= row < SIZE):
        raise ValueError(f"no square {name!r}")
    return row, column


def square_name(row, column):
    return f"{chr(ord('a') + column)}{row + 1}"


class Board:
    def __init__(self, rows=None):
        if rows is None:
            rows = ["........"] * 3 + ["...WB...", "...BW..."] + ["........"] * 3
        self.grid = [list(row) for row in rows]

    def __str__(self):
        return "\n".join("".join(row) for row in self.grid)

    def _line(self, player, row, column, step):
        """Opponent discs in one direction that a move would capture."""
        captured = []
        row, column = row + step[0], column + step[1]
        while 0 <= row < SIZE and 0 <= column < SIZE:
            disc = self.grid[row][column]
            if disc == EMPTY:
                return []
            if disc == player:
                return captured
            captured.append((row, column))
            row, column = row + step[0], column + step[1]
        return []

    def captures(self, player, row, column):
        if self.grid[row][column] != EMPTY:
            return []
        found = []
        for step in DIRECTIONS:
            found.extend(self._line(player, row, column, step))
        return found

    def legal_moves(self, player):
        return sorted(
            square_name(r, c)
            for r in range(SIZE) for c in range(SIZE)
            if self.captures(player, r, c)
        )

    def play(self, player, square):
        """Place a disc and return how many discs were turned."""
        row, column = parse_square(square)
        captured = self.captures(player, row, column)
        if not captured:
            raise IllegalMove(f"{player} cannot play {square}")
        for r, c in captured + [(row, column)]:
            self.grid[r][c] = player
        return len(captured)

    def score(self):
        discs = [disc for row in self.grid for disc in row]
        return {BLACK: discs.count(BLACK), WHITE: discs.count(WHITE)}

    def winner(self):
        """Leading player once nobody can move; None before that or on a draw."""
        if self.legal_moves(BLACK) or self.legal_moves(WHITE):
            return None
        score = self.score()
        if score[BLACK] == score[WHITE]:
            return None
        return max(score, key=score.get)
