"""Turns text into key presses and key presses into text.

A signal is a list of (pressed, units) pairs: a dot lasts one unit, a dash three, there is one unit of silence between
the marks of a letter, three between letters and seven between words.
"""

from alphabet import CODES, LETTERS, UNKNOWN

DOT, DASH = 1, 3
MARK_GAP, LETTER_GAP, WORD_GAP = 1, 3, 7


def encode(text):
    """Written Morse code: letters are separated by blanks, words by a slash."""
    words = []
    for word in text.upper().split():
        words.append(" ".join(CODES[letter] for letter in word if letter in CODES))
    return " / ".join(word for word in words if word)


def decode(code):
    """The text of written Morse code; letters that don't exist become `#`."""
    words = []
    for word in code.split("/"):
        words.append("".join(LETTERS.get(letter, UNKNOWN) for letter in word.split()))
    return " ".join(word for word in words if word)


def to_signal(text):
    """The key presses of a text, without a silence at either end."""
    signal = []
    gap = 0
    for word in encode(text).split(" / "):
        for letter in word.split():
            for mark in letter:
                if gap:
                    signal.append((False, gap))
                signal.append((True, DOT if mark == "." else DASH))
                gap = MARK_GAP
            gap = LETTER_GAP
        if gap:
            gap = WORD_GAP
    return signal


class Receiver:
    """Listens to a signal. The unit may be given in any measure of time, and hands are never exact."""

    def __init__(self, unit=1.0):
        self.unit = unit
        self._marks = ""
        self._text = []

    def feed(self, pressed, length):
        units = length / self.unit
        if pressed:
            self._marks += "." if units < (DOT + DASH) / 2 else "-"
            return
        if units < (MARK_GAP + LETTER_GAP) / 2:
            return
        self._end_letter()
        if units >= (LETTER_GAP + WORD_GAP) / 2 and self._text and self._text[-1] != " ":
            self._text.append(" ")

    def _end_letter(self):
        if self._marks:
            self._text.append(LETTERS.get(self._marks, UNKNOWN))
            self._marks = ""

    def finish(self):
        """The whole text that was heard; the receiver can be used again afterwards."""
        text = "".join(self._text).strip()
        self._text = []
        return text


def from_signal(signal, unit=1.0):
    receiver = Receiver(unit)
    for pressed, length in signal:
        receiver.feed(pressed, length)
    return receiver.finish()
