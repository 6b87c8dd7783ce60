"""Legal moves of a small chess on a 5 x 5 board: king, rook, bishop, knight, pawn."""

SIZE = 5
FILES = "abcde"
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
SLIDERS = {"r": STRAIGHT, "b": DIAGONAL}
STEPPERS = {"k": STRAIGHT + DIAGONAL, "n": JUMPS}


class IllegalMove(Exception):
    pass


def square(name):
    file, rank = FILES.index(name[0]), int(name[1]) - 1
    if not 0 <= rank < SIZE:
        raise ValueError(f"no square {name}")
    return file, rank


def square_name(position):
    return FILES[position[0]] + str(position[1] + 1)


class Board:
    """White pieces are upper case and move up; the sides are "w" and "b"."""

    def __init__(self, pieces):
        """pieces: {"a1": "K", "e5": "k", ...}"""
        self.pieces = {square(name): piece for name, piece in pieces.items()}
        self.turn = "w"

    def side(self, position):
        piece = self.pieces.get(position)
        if piece is None:
            return None
        return "w" if piece.isupper() else "b"

    def _targets(self, position):
        """Squares the piece could go to, whether its king is safe or not."""
        kind = self.pieces[position].lower()
        side = self.side(position)
        x, y = position
        if kind == "p":
            yield from self._pawn_targets(x, y, side)
            return
        reach = SIZE if kind in SLIDERS else 2
        for dx, dy in SLIDERS.get(kind) or STEPPERS[kind]:
            for distance in range(1, reach):
                target = x + dx * distance, y + dy * distance
                if not (0 <= target[0] < SIZE and 0 <= target[1] < SIZE):
                    break
                if self.side(target) != side:
                    yield target
                if target in self.pieces:
                    break

    def _pawn_targets(self, x, y, side):
        ahead = y + (1 if side == "w" else -1)
        if not 0 <= ahead < SIZE:
            return
        if (x, ahead) not in self.pieces:
            yield x, ahead
        for target in ((x - 1, ahead), (x + 1, ahead)):
            if self.side(target) not in (None, side):
                yield target

    def in_check(self, side):
        king = "K" if side == "w" else "k"
        return any(
            self.pieces.get(target) == king
            for position in self.pieces if self.side(position) != side
            for target in self._targets(position)
        )

    def _is_safe(self, start, target):
        """Whether the own king is safe after the move."""
        side = self.side(start)
        self.pieces[target] = self.pieces.pop(start)
        safe = not self.in_check(side)
        self.pieces[start] = self.pieces.pop(target)
        return safe

    def moves(self, name):
        """Names of the squares the piece may legally go to, sorted."""
        start = square(name)
        if self.side(start) is None:
            return []
        targets = list(self._targets(start))
        return sorted(square_name(t) for t in targets if self._is_safe(start, t))

    def move(self, start, target):
        """Make a move of the side to move; returns the captured piece or None."""
        if self.side(square(start)) != self.turn:
            raise IllegalMove(f"no piece of {self.turn} on {start}")
        if target not in self.moves(start):
            raise IllegalMove(f"{start}-{target}")
        captured = self.pieces.get(square(target))
        self.pieces[square(target)] = self.pieces.pop(square(start))
        self.turn = "b" if self.turn == "w" else "w"
        return captured

    def status(self):
        """"mate", "stalemate", "check" or "open" for the side to move."""
        own = [p for p in self.pieces if self.side(p) == self.turn]
        stuck = not any(self.moves(square_name(p)) for p in own)
        check = self.in_check(self.turn)
        if stuck:
            return "mate" if check else "stalemate"
        return "check" if check else "open"
