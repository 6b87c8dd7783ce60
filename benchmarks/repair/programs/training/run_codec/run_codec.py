r"""Run-length coding of text.

A run of four or more equal characters is written as a backslash, a letter for the
length (A is 4, Z is 29) and the character; a backslash on its own is doubled.
"""
from string import ascii_uppercase

ESCAPE = "\\"
MIN_RUN = 4
MAX_RUN = MIN_RUN + len(ascii_uppercase) - 1


class CodecError(ValueError):
    pass


class RunEncoder:
    """Takes a text in pieces; a run may go on from one piece to the next."""

    def __init__(self):
        self._char = None
        self._count = 0
        self._out = []
        self.texts = 0

    def feed(self, piece):
        for char in piece:
            if char == self._char and self._count < MAX_RUN:
                self._count += 1
            else:
                self._flush()
                self._char = char
                self._count = 1

    def _flush(self):
        if self._count >= MIN_RUN:
            letter = ascii_uppercase[self._count - MIN_RUN]
            self._out.append(ESCAPE + letter + self._char)
        elif self._char == ESCAPE:
            self._out.append(ESCAPE * 2 * self._count)
        elif self._count:
            self._out.append(self._char * self._count)

    def finish(self):
        """The encoded text; the encoder is then ready for another one."""
        self._flush()
        encoded = "".join(self._out)
        self._out.clear()
        self.texts += 1
        return encoded


def encode(text):
    encoder = RunEncoder()
    encoder.feed(text)
    return encoder.finish()


def encode_lines(lines):
    """Each line encoded on its own."""
    encoder = RunEncoder()
    result = []
    for line in lines:
        encoder.feed(line.rstrip("\n"))
        result.append(encoder.finish())
    return result


def decode(encoded):
    out = []
    chars = iter(encoded)
    for char in chars:
        if char != ESCAPE:
            out.append(char)
            continue
        code = next(chars, None)
        if code == ESCAPE:
            out.append(ESCAPE)
        elif code is not None and code in ascii_uppercase:
            repeated = next(chars, None)
            if repeated is None:
                raise CodecError("run without a character")
            out.append(repeated * (ascii_uppercase.index(code) + MIN_RUN))
        else:
            raise CodecError("bad escape")
    return "".join(out)


def saving(text):
    """Part of the length that is saved, never less than nothing."""
    if not text:
        return 0.0
    return max(0.0, 1 - len(encode(text)) / len(text))
