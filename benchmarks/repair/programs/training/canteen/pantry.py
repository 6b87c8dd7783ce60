"""Ingredients, dishes and the allergens they contain."""
from dataclasses import dataclass


def key(text):
    """The form in which names are compared."""
    return " ".join(text.lower().split())


@dataclass(frozen=True)
class Dish:
    name: str
    course: str
    parts: tuple
    cost: int


class Pantry:
    def __init__(self):
        self._allergens = {}
        self._dishes = {}

    def add_ingredient(self, name, *allergens):
        self._allergens[key(name)] = {key(a) for a in allergens}

    def add_dish(self, name, course, parts, cost=0):
        """Parts are names of ingredients or of other dishes."""
        for part in parts:
            if key(part) not in self._allergens and key(part) not in self._dishes:
                raise KeyError(part)
        dish = Dish(name, key(course), tuple(key(p) for p in parts), cost)
        self._dishes[key(name)] = dish
        return dish

    def allergens(self, name):
        """All allergens of an ingredient or dish."""
        if key(name) in self._allergens:
            return set(self._allergens[key(name)])
        found = set()
        for part in self._dishes[key(name)].parts:
            found |= self.allergens(part)
        return found

    def dishes(self, course):
        return [dish for dish in self._dishes.values() if dish.course == key(course)]
