"""Scale recipes, including the sub-recipes (doughs, sauces) they are made of."""
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

# everything is kept in the smallest unit of its family
UNITS = {
    "g": ("g", 1),
    "kg": ("g", 1000),
    "ml": ("ml", 1),
    "tsp": ("ml", 5),
    "tbsp": ("ml", 15),
    "l": ("ml", 1000),
    "pc": ("pc", 1),
}


def to_base(amount, unit):
    base, factor = UNITS[unit]
    return Fraction(amount) * factor, base


def pretty(amount, base):
    """Readable amount: from 1000 on in the big unit, at most two decimals."""
    unit = base
    if amount >= 1000 and base in ("g", "ml"):
        amount, unit = amount / 1000, {"g": "kg", "ml": "l"}[base]
    number = f"{float(amount):.2f}".rstrip("0").rstrip(".")
    return number if unit == "pc" else f"{number} {unit}"


@dataclass
class Recipe:
    name: str
    servings: int
    ingredients: list = field(default_factory=list)
    parts: list = field(default_factory=list)

    def add(self, name, amount, unit="pc"):
        amount, base = to_base(amount, unit)
        self.ingredients.append((name.strip().lower(), amount, base))
        return self

    def use(self, recipe, servings=None):
        """Use another recipe as a part; without servings, all that it makes."""
        self.parts.append((recipe, servings or recipe.servings))
        return self

    def factor_for(self, servings):
        if servings <= 0:
            raise ValueError("servings must be positive")
        return Fraction(servings) / self.servings


def totals(recipe, servings=None):
    """All ingredients for that many servings: {(name, base unit): amount}."""
    factor = recipe.factor_for(servings or recipe.servings)
    result = defaultdict(Fraction)
    for name, amount, base in recipe.ingredients:
        result[name, base] += amount * factor
    for part, needed in recipe.parts:
        for key, amount in totals(part, needed).items():
            result[key] += amount
    return dict(result)


def shopping_list(meals, pantry=None):
    """Lines to buy for [(recipe, servings), ...] less what the pantry holds.

    The pantry is {name: (amount, unit)}.
    """
    needed = defaultdict(Fraction)
    for recipe, servings in meals:
        for key, amount in totals(recipe, servings).items():
            needed[key] += amount
    for name, (amount, unit) in (pantry or {}).items():
        have, base = to_base(amount, unit)
        if (name, base) in needed:
            needed[name, base] -= have
    return [
        f"{name}: {pretty(amount, base)}"
        for (name, base), amount in sorted(needed.items())
        if amount > 0
    ]


def largest_batch(recipe, pantry):
    """How many whole servings the pantry is enough for."""
    possible = []
    for (name, base), amount in totals(recipe, 1).items():
        have, have_base = to_base(*pantry.get(name, (0, "pc")))
        if have_base != base:
            have = Fraction(0)
        possible.append(have // amount)
    return int(min(possible, default=0))
