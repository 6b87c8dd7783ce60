"""Plans menus that all guests can eat."""
from pantry import key

COURSES = ("starter", "main", "dessert")


class Planner:
    def __init__(self, pantry, rest_days=1):
        self.pantry = pantry
        self.rest_days = rest_days
        self._guests = {}

    def invite(self, name, *allergens):
        self._guests[name] = set(allergens)

    def add_allergy(self, name, allergen):
        """A guest told us something more."""
        self._guests[name].add(allergen)

    def uninvite(self, name):
        del self._guests[name]

    def to_avoid(self):
        return set().union(*self._guests.values())

    def cannot_eat(self, dish_name):
        """Sorted names of the guests who can't eat that dish."""
        present = self.pantry.allergens(dish_name)
        return sorted(name for name, avoided in self._guests.items() if avoided & present)

    def safe_dishes(self, course):
        """Dishes of the course for everybody, cheapest first."""
        dishes = [dish for dish in self.pantry.dishes(course)
                  if not self.cannot_eat(dish.name)]
        return sorted(dishes, key=lambda dish: (dish.cost, dish.name))

    def plan(self, days, courses=COURSES):
        """One menu (course -> dish name or None) per day.

        A dish comes back after `rest_days` days without it at the earliest.
        """
        last_served = {}
        menus = []
        for day in range(days):
            menu = {}
            for course in courses:
                menu[course] = None
                for dish in self.safe_dishes(course):
                    last = last_served.get(dish.name)
                    if last is None or day - last > self.rest_days:
                        menu[course] = dish.name
                        last_served[dish.name] = day
                        break
            menus.append(menu)
        return menus
