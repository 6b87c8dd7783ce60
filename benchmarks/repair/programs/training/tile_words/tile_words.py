"""Scores the words of a game with letter tiles and bonus squares."""
from dataclasses import dataclass, field

VALUES = {
    1: "AEILNORSTU",
    2: "DG",
    3: "BCMP",
    4: "FHVWY",
    5: "K",
    8: "JX",
    10: "QZ",
}
LETTERS = {letter: value for value, letters in VALUES.items() for letter in letters}
LETTER_BONUS = {"2L": 2, "3L": 3}
WORD_BONUS = {"2W": 2, "3W": 3}
RACK = 7
FULL_RACK_BONUS = 50


class WordError(ValueError):
    """The word can't be played."""


@dataclass
class Play:
    """A word with the squares it lies on.

    Lower case letters are blanks; `old` has the positions of tiles that were on the
    board before, whose squares give no bonus any more.
    """

    word: str
    squares: list
    old: set = field(default_factory=set)

    def __post_init__(self):
        if not self.word.isalpha():
            raise WordError("letters only")
        if len(self.word) != len(self.squares):
            raise WordError("one square for each letter")
        if self.placed < 1:
            raise WordError("no tile placed")

    @property
    def placed(self):
        return len(self.word) - len(self.old)


def letter_value(letter):
    return LETTERS[letter] if letter.isupper() else 0


def score(play):
    """Points of a play, with the bonus for using the whole rack."""
    total = 0
    multiplier = 1
    for position, (letter, square) in enumerate(zip(play.word, play.squares)):
        value = letter_value(letter)
        if position not in play.old:
            value *= LETTER_BONUS.get(square, 1)
            multiplier *= WORD_BONUS.get(square, 1)
        total += value
    if play.placed == RACK:
        total += FULL_RACK_BONUS
    total *= multiplier
    return total


class Match:
    def __init__(self, players, dictionary):
        self.players = list(players)
        self.dictionary = {word.upper() for word in dictionary}
        self.scores = {player: 0 for player in self.players}
        self.history = []
        self._turn = 0

    @property
    def current(self):
        return self.players[self._turn]

    def _advance(self):
        self._turn = (self._turn + 1) % len(self.players)

    def play(self, play):
        if play.word.upper() not in self.dictionary:
            raise WordError("not a word")
        points = score(play)
        self.scores[self.current] += points
        self.history.append((self.current, play.word.upper(), points))
        self._advance()
        return points

    def skip(self):
        self.history.append((self.current, None, 0))
        self._advance()

    def over(self):
        """The game ends when every player has skipped in a row."""
        last = self.history[-len(self.players):]
        return len(last) == len(self.players) and all(word is None for _, word, _ in last)

    def finish(self, racks):
        """Take the value of the letters left from each player's score."""
        for player, rack in racks.items():
            self.scores[player] -= sum(letter_value(letter) for letter in rack)

    def ranking(self):
        return sorted(self.scores.items(), key=lambda item: (-item[1], item[0]))

    def best_word(self):
        words = [(points, word) for _, word, points in self.history if word is not None]
        return max(words, key=lambda pair: pair[0])[1] if words else None
