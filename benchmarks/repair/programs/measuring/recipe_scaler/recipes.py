"""Scaling recipes and writing shopping lists."""

from dataclasses import dataclass
from fractions import Fraction

ML = {"ml": Fraction(1), "tsp": Fraction(5), "tbsp": Fraction(15), "cup": Fraction(240), "l": Fraction(1000)}
GRAMS = {"g": Fraction(1), "kg": Fraction(1000), "oz": Fraction(28)}
NICE = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


class UnitError(ValueError):
    pass


@dataclass(frozen=True)
class Amount:
    number: Fraction
    unit: str = ""

    def convert(self, unit):
        """The same amount in another unit of the same kind."""
        if unit == self.unit:
            return self
        for table in (ML, GRAMS):
            if self.unit in table and unit in table:
                return Amount(self.number * table[self.unit] / table[unit], unit)
        raise UnitError(f"cannot turn {self.unit or 'pieces'} into {unit or 'pieces'}")

    def __add__(self, other):
        return Amount(self.number + other.number, self.unit)

    def __mul__(self, factor):
        return Amount(self.number * factor, self.unit)

    def __str__(self):
        whole, rest = divmod(self.number, 1)
        if rest and rest not in NICE:
            text = f"{float(self.number):.2f}".rstrip("0").rstrip(".")
        else:
            text = (str(whole) if whole or not rest else "") + NICE.get(rest, "")
        return f"{text} {self.unit}".strip()


def parse_amount(text):
    """`2`, `1/2 cup`, `1 1/2 tbsp` and the like."""
    number, unit = Fraction(0), ""
    for word in text.split():
        try:
            number += Fraction(word)
        except ValueError:
            unit = word.lower().rstrip(".")
    return Amount(number, unit)


@dataclass
class Recipe:
    name: str
    serves: int
    ingredients: dict

    @classmethod
    def parse(cls, text):
        """The first line is `Name (serves N)`, the others `amount: ingredient`."""
        head, *lines = [line.strip() for line in text.strip().splitlines()]
        name, _, serves = head.rstrip(")").partition(" (serves ")
        ingredients = {}
        for line in lines:
            amount, _, what = line.partition(":")
            ingredients[what.strip()] = parse_amount(amount)
        return cls(name, int(serves), ingredients)

    def scaled(self, people):
        factor = Fraction(people, self.serves)
        return Recipe(self.name, people, {what: amount * factor for what, amount in self.ingredients.items()})


def shopping_list(recipes):
    """What all recipes need together, in the unit each ingredient has first."""
    needed = {}
    for recipe in recipes:
        for what, amount in recipe.ingredients.items():
            needed[what] = needed[what] + amount if what in needed else amount
    return [f"{what}: {needed[what]}" for what in sorted(needed)]
