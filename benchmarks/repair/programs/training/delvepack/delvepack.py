"""What the hero carries: a pack with a weight limit, and worn equipment."""
from collections import Counter


class TooHeavy(Exception):
    pass


class Hero:
    SLOTS = ("head", "body", "hand")

    def __init__(self, strength=10):
        self.strength = strength
        self.pack = []
        self.worn = {}
        self.gold = 0

    @property
    def capacity(self):
        return self.strength * 3

    @property
    def load(self):
        """Weight of everything; what is worn weighs as much as in the pack."""
        carried = self.pack + list(self.worn.values())
        return sum(item.weight for item in carried)

    @property
    def armour(self):
        return sum(item.armour for item in self.worn.values())

    def _find(self, name):
        name = name.strip().lower()
        for item in self.pack:
            if item.name == name:
                return item
        raise KeyError(name)

    def take(self, *items):
        for item in items:
            if self.load + item.weight > self.capacity:
                raise TooHeavy(item.name)
            self.pack.append(item)

    def drop(self, name):
        item = self._find(name)
        self.pack.remove(item)
        return item

    def wear(self, name):
        """Put on something from the pack."""
        item = self._find(name)
        if item.slot not in self.SLOTS:
            raise ValueError(f"{item.name} can't be worn")
        self.pack.remove(item)
        self.worn[item.slot] = item

    def take_off(self, slot):
        if slot not in self.worn:
            raise ValueError(f"nothing on {slot}")
        item = self.worn.pop(slot)
        self.pack.append(item)
        return item

    def sell(self, name, percent=50):
        """Sell something from the pack for a part of its value."""
        item = self.drop(name)
        price = item.value * percent // 100
        self.gold += price
        return price

    def wear_best(self):
        """Wear the best armour of the pack wherever it is better than what is worn."""
        for slot in self.SLOTS:
            choices = [item for item in self.pack if item.slot == slot]
            if not choices:
                continue
            best = max(choices, key=lambda item: (item.armour, item.value))
            current = self.worn.get(slot)
            if current is None or best.armour > current.armour:
                self.wear(best.name)

    def summary(self):
        counts = Counter(item.name for item in self.pack)
        names = [
            name if count == 1 else f"{count} x {name}"
            for name, count in sorted(counts.items())
        ]
        return f"{', '.join(names) or 'nothing'} ({self.load}/{self.capacity})"
