"""Dice as players write them: 3d6, d20+5, 4d6kh3, 2d20kl1-1."""

import random
import re
from dataclasses import dataclass

TERM = re.compile(
    r"(?P<sign>[+-])?\s*"
    r"(?:(?P<count>\d*)d(?P<sides>\d+|%)(?:k(?P<end>[hl])(?P<keep>\d+)?)?|(?P<number>\d+))\s*",
    re.IGNORECASE,
)


class DiceError(ValueError):
    """The text isn't dice notation."""


@dataclass(frozen=True)
class Dice:
    """Some equal dice, of which only a few may count."""

    count: int
    sides: int
    keep: int
    end: str = "h"
    sign: int = 1

    def roll(self, rng):
        """Roll and return the faces that count, in falling order."""
        faces = sorted((rng.randint(1, self.sides) for _ in range(self.count)), reverse=True)
        if self.end == "h":
            return faces[:self.keep]
        return faces[self.count - 1 - self.keep:]

    def lowest(self):
        return self.keep if self.sign > 0 else -self.keep * self.sides

    def highest(self):
        return self.keep * self.sides if self.sign > 0 else -self.keep


@dataclass(frozen=True)
class Expression:
    dice: tuple
    bonus: int = 0

    def roll(self, rng=random):
        """The total of one throw of everything."""
        return self.bonus + sum(d.sign * sum(d.roll(rng)) for d in self.dice)

    def span(self):
        """The smallest and the largest possible total."""
        return (
            self.bonus + sum(d.lowest() for d in self.dice),
            self.bonus + sum(d.highest() for d in self.dice),
        )


def parse(text):
    """Read an expression.

    Raises DiceError for anything that isn't understood, and when more dice are to be kept than are rolled.
    """
    rest = text.strip()
    dice, bonus, first = [], 0, True
    while rest:
        match = TERM.match(rest)
        if not match or (not first and not match["sign"]):
            raise DiceError(f"can't read {rest!r}")
        sign = -1 if match["sign"] == "-" else 1
        if match["number"]:
            bonus += sign * int(match["number"])
        else:
            dice.append(_dice(match, sign))
        rest, first = rest[match.end():], False
    if first:
        raise DiceError("nothing to roll")
    return Expression(tuple(dice), bonus)


def _dice(match, sign):
    count = int(match["count"] or 1)
    sides = 100 if match["sides"] == "%" else int(match["sides"])
    end = (match["end"] or "h").lower()
    keep = int(match["keep"] or 1) if match["end"] else count
    if sides < 1 or not 0 < keep <= count:
        raise DiceError(f"can't keep {keep} of {count} dice with {sides} sides")
    return Dice(count, sides, keep, end, sign)
