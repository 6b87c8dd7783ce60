"""Engine of a word guessing game (hangman) for one or more rounds."""
from collections import Counter


class GameOver(Exception):
    """A move was made after the end of the round."""


class Round:
    """One secret, which may be a phrase such as "merry-go-round"."""

    HIDDEN = "_"

    def __init__(self, secret, lives=6):
        secret = " ".join(secret.split()).lower()
        if not any(ch.isalpha() for ch in secret):
            raise ValueError("the secret needs letters")
        self.secret = secret
        self.lives = lives
        self.guessed = set()
        self.misses = []

    @property
    def mask(self):
        return "".join(
            ch if ch in self.guessed or not ch.isalpha() else self.HIDDEN
            for ch in self.secret
        )

    @property
    def won(self):
        return all(ch in self.guessed for ch in self.secret)

    @property
    def lost(self):
        return self.lives <= 0

    @property
    def over(self):
        return self.won or self.lost

    def guess(self, letter):
        """Number of places uncovered; guessing a letter again costs nothing."""
        self._check_running()
        letter = letter.strip().lower()
        if len(letter) != 1 or not letter.isalpha():
            raise ValueError(f"not a letter: {letter!r}")
        if letter in self.guessed:
            return 0
        self.guessed.add(letter)
        found = self.secret.count(letter)
        if not found:
            self._miss(letter)
        return found

    def solve(self, attempt):
        """Try the whole secret; a wrong attempt costs two lives."""
        self._check_running()
        attempt = " ".join(attempt.split()).lower()
        if attempt == self.secret:
            self.guessed.update(ch for ch in self.secret if ch.isalpha())
            return True
        self._miss(attempt, cost=2)
        return False

    def hint(self):
        """The most frequent letter still hidden, the first in the alphabet on a tie."""
        counts = Counter(
            ch for ch in self.secret if ch.isalpha() and ch not in self.guessed
        )
        if not counts:
            return None
        return min(counts, key=lambda ch: (-counts[ch], ch))

    def _miss(self, what, cost=1):
        self.misses.append(what)
        self.lives = max(0, self.lives - cost)

    def _check_running(self):
        if self.over:
            raise GameOver("the round is over")


class Match:
    """Several rounds; a won round gives one point per remaining life."""

    def __init__(self, secrets, lives=6):
        self._waiting = list(secrets)
        self._lives = lives
        self.points = 0
        self.finished = []
        self.current = None
        self.next_round()

    def next_round(self):
        if self.current is not None and not self.current.over:
            raise ValueError("finish this round first")
        self.current = Round(self._waiting.pop(0), self._lives) if self._waiting else None
        return self.current

    def play(self, letters):
        """Guess letters in order until the round ends; True if it was won."""
        for letter in letters:
            self.current.guess(letter)
            if self.current.over:
                break
        if self.current.over:
            self._book(self.current)
        return self.current.won

    def _book(self, game):
        if game in self.finished:
            return
        self.finished.append(game)
        if game.won:
            self.points += game.lives
