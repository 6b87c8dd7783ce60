"""Scale recipes and write amounts the way cooks do: 1 1/2 cups, 3/4 tsp."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

AMOUNT = re.compile(r"(?:(\d+)\s+)?(\d+)(?:/(\d+)|\.(\d+))?")
STEPS = {"cup": 4, "tbsp": 2, "tsp": 8, "g": 1, "ml": 1}
LARGER = {"tsp": ("tbsp", 3), "tbsp": ("cup", 16)}


@dataclass(frozen=True)
class Ingredient:
    name: str
    amount: Fraction
    unit: str = ""

    def __str__(self):
        steps = STEPS.get(self.unit, 2)
        unit = self.unit + "s" if self.unit == "cup" and self.amount > 1 else self.unit
        return " ".join(part for part in (mixed(self.amount, steps), unit, self.name) if part)


def parse_amount(text):
    """Read "2", "1/2", "1 1/2" or "2.5"."""
    match = AMOUNT.fullmatch(text.strip())
    if not match:
        raise ValueError(f"not an amount: {text!r}")
    whole, number, denominator, decimals = match.groups()
    if decimals:
        value = Fraction(f"{number}.{decimals}")
    else:
        value = Fraction(int(number), int(denominator or 1))
    return value + int(whole or 0)


def mixed(amount, steps):
    """An amount as a mixed number, rounded to a multiple of 1/steps; something is never rounded to nothing."""
    whole = int(amount)
    parts = int((amount - whole) * steps + Fraction(1, 2))
    if amount and not whole and not parts:
        parts = 1
    rest = Fraction(parts, steps)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def parse_line(line):
    """Read a line like "1 1/2 cups flour"."""
    words = line.split()
    count = next((n for n, word in enumerate(words) if not word[0].isdigit()), len(words))
    amount = parse_amount(" ".join(words[:count]))
    rest = words[count:]
    unit = ""
    if rest and rest[0].rstrip("s") in STEPS:
        unit = rest.pop(0).rstrip("s")
    return Ingredient(" ".join(rest), amount, unit)


def larger_unit(ingredient):
    """Change to a larger unit as long as that gives one of it at least."""
    while ingredient.unit in LARGER:
        unit, size = LARGER[ingredient.unit]
        if ingredient.amount < size:
            break
        ingredient = replace(ingredient, amount=ingredient.amount / size, unit=unit)
    return ingredient


def scale(lines, servings, wanted):
    """The lines of a recipe for another number of servings."""
    factor = Fraction(wanted, servings)
    ingredients = map(parse_line, lines)
    return [str(larger_unit(replace(i, amount=i.amount * factor))) for i in ingredients]
