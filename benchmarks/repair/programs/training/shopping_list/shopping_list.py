"""Shopping list made from the ingredients of recipes."""
import math
from dataclasses import dataclass, replace

# unit -> (basic unit, how many of it)
UNITS = {
    "kg": ("g", 1000),
    "l": ("ml", 1000),
    "cl": ("ml", 10),
    "tbsp": ("ml", 15),
    "tsp": ("ml", 5),
}


@dataclass
class Ingredient:
    name: str
    amount: float
    unit: str = ""

    def in_basic_unit(self):
        """The same ingredient measured in g, ml or whatever it's counted in."""
        if self.unit not in UNITS:
            return self
        unit, factor = UNITS[self.unit]
        return replace(self, amount=self.amount * factor, unit=unit)

    def __str__(self):
        amount = f"{self.amount:g}"
        return f"{amount} {self.unit} {self.name}" if self.unit else f"{amount} {self.name}"


@dataclass
class Recipe:
    title: str
    servings: int
    ingredients: list

    @classmethod
    def parse(cls, title, servings, text):
        """One ingredient on each line: '200 g flour', '3 eggs'."""
        ingredients = []
        for line in text.splitlines():
            words = line.split()
            if not words:
                continue
            amount = float(words[0])
            if len(words) > 2 and (words[1] in UNITS or words[1] in ("g", "ml")):
                ingredients.append(Ingredient(" ".join(words[2:]).lower(), amount, words[1]))
            else:
                ingredients.append(Ingredient(" ".join(words[1:]).lower(), amount))
        return cls(title, servings, ingredients)

    def for_servings(self, servings):
        """The ingredients needed for so many servings."""
        if servings == self.servings:
            return self.ingredients
        factor = servings / self.servings
        return [replace(item, amount=item.amount * factor) for item in self.ingredients]


class ShoppingList:
    def __init__(self, pantry=()):
        """`pantry` are the ingredients we have at home."""
        self._items = {}
        self._pantry = {}
        for item in pantry:
            item = item.in_basic_unit()
            key = (item.name, item.unit)
            self._pantry[key] = self._pantry.get(key, 0) + item.amount

    def add(self, ingredient):
        item = ingredient.in_basic_unit()
        key = (item.name, item.unit)
        if key in self._items:
            self._items[key].amount += item.amount
        else:
            self._items[key] = item

    def add_recipe(self, recipe, servings=None):
        for item in recipe.for_servings(servings or recipe.servings):
            self.add(item)

    def remove(self, name):
        self._items = {key: item for key, item in self._items.items() if key[0] != name}

    def needed(self, name, unit=""):
        item = self._items.get((name, unit))
        return item.amount if item else 0

    def to_buy(self):
        """What has to be bought, by name; things that are counted are rounded up."""
        result = []
        for key in sorted(self._items):
            amount = self._items[key].amount - self._pantry.get(key, 0)
            if amount <= 0:
                continue
            if not key[1]:
                amount = math.ceil(amount)
            result.append(Ingredient(key[0], amount, key[1]))
        return result

    def lines(self):
        return [str(item) for item in self.to_buy()]
