"""Lengths of notes in a simple notation: "C4q D4h"."""

LENGTHS = {"w": 4.0, "h": 2.0, "e": 0.5, "s": 0.25}
PITCHES = ["C", "D", "E", "F", "G", "A", "B"]


def parse(note):
    """(pitch, octave, beats) of a note."""
    pitch, octave, length = note[0], int(note[1]), note[2]
    if pitch not in PITCHES:
        raise ValueError(f"no such pitch: {pitch}")
    return pitch, octave, LENGTHS[length]


def beats(tune):
    return sum(parse(note)[2] for note in tune.split())


def bars(tune, per_bar=4):
    """How many bars a tune needs."""
    whole, rest = divmod(beats(tune), per_bar)
    return int(whole) + (rest > 0)
