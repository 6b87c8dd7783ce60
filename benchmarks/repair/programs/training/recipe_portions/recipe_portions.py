"""Scales recipes, which may be made of other recipes, to a number of portions."""
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

UNITS = {"g": ("g", 1), "kg": ("g", 1000), "ml": ("ml", 1), "l": ("ml", 1000), "pc": ("pc", 1)}
GLYPHS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


@dataclass
class Recipe:
    name: str
    portions: int
    items: list = field(default_factory=list)
    parts: list = field(default_factory=list)

    def add(self, ingredient, amount, unit="pc"):
        if unit not in UNITS:
            raise ValueError(f"unknown unit {unit}")
        base, factor = UNITS[unit]
        self.items.append((ingredient.strip().lower(), Fraction(amount) * factor, base))
        return self

    def use(self, recipe_name, portions):
        """Use so many portions of another recipe in the whole of this one."""
        self.parts.append((recipe_name, portions))
        return self


class Cookbook:
    def __init__(self):
        self._recipes = {}

    def recipe(self, name, portions):
        if portions < 1:
            raise ValueError("a recipe has at least one portion")
        recipe = self._recipes[name] = Recipe(name, portions)
        return recipe

    def __contains__(self, name):
        return name in self._recipes

    def shopping_list(self, name, portions):
        """{(ingredient, unit): amount} for so many portions, in base units."""
        totals = defaultdict(Fraction)
        self._collect(name, portions, totals, ())
        return dict(totals)

    def _collect(self, name, portions, totals, above):
        if name in above:
            raise ValueError("recipe uses itself: " + " > ".join(above + (name,)))
        recipe = self._recipes[name]
        factor = Fraction(portions, recipe.portions)
        for ingredient, amount, unit in recipe.items:
            totals[ingredient, unit] += amount * factor
        for part, part_portions in recipe.parts:
            self._collect(part, part_portions, totals, above + (name,))

    def menu(self, orders):
        """One shopping list for several recipes, given as {name: portions}."""
        totals = defaultdict(Fraction)
        for name, portions in orders.items():
            for key, amount in self.shopping_list(name, portions).items():
                totals[key] += amount
        return dict(totals)

    def max_portions(self, name, stock):
        """How many whole portions can be made from {(ingredient, unit): amount}."""
        single = self.shopping_list(name, 1)
        if not single:
            return 0
        return min(int(stock.get(key, 0) / amount) for key, amount in single.items())

    def used_by(self, name):
        """All recipes that need this one, directly or not."""
        found = set()
        todo = [name]
        while todo:
            current = todo.pop()
            for recipe in self._recipes.values():
                if recipe.name not in found and any(p == current for p, _ in recipe.parts):
                    found.add(recipe.name)
                    todo.append(recipe.name)
        return sorted(found)


def pretty(amount, unit):
    """'1½ pc', '250 g', '1.2 kg': large amounts in the larger unit."""
    if unit == "pc":
        whole, rest = divmod(amount, 1)
        glyph = GLYPHS.get(rest)
        if rest and glyph is None:
            return f"{float(amount):.2f} pc"
        return f"{whole if whole or not rest else ''}{glyph or ''} pc"
    larger = {"g": "kg", "ml": "l"}[unit]
    if amount >= 1000:
        return f"{float(amount / 1000):g} {larger}"
    return f"{float(round(amount, 1)):g} {unit}"


def print_list(totals):
    return [
        f"{ingredient}: {pretty(amount, unit)}"
        for (ingredient, unit), amount in sorted(totals.items())
    ]
