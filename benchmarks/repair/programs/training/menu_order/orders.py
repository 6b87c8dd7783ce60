"""Orders at a restaurant table."""

MENU = {"soup": 450, "pasta": 1150, "salad": 800, "tea": 300}
SURCHARGES = {"cheese": 100, "bread": 0, "large": 250}


class OrderLine:
    def __init__(self, dish, extras=[]):
        if dish not in MENU:
            raise KeyError(dish)
        self.dish = dish
        self.extras = extras

    def add_extra(self, extra):
        if extra not in SURCHARGES:
            raise KeyError(extra)
        self.extras.append(extra)
        return self

    def price(self):
        return MENU[self.dish] + sum(SURCHARGES[e] for e in self.extras)

    def __str__(self):
        if not self.extras:
            return self.dish
        return f"{self.dish} (+{', '.join(self.extras)})"


class TableOrder:
    def __init__(self, table, guests=1):
        self.table = table
        self.guests = guests
        self.lines = []

    def add(self, dish, *extras):
        line = OrderLine(dish)
        for extra in extras:
            line.add_extra(extra)
        self.lines.append(line)
        return line

    def total(self):
        return sum(line.price() for line in self.lines)

    def share(self):
        """Price per guest, rounded up to full cents."""
        return -(-self.total() // self.guests)

    def summary(self):
        counts = {}
        for line in self.lines:
            counts[str(line)] = counts.get(str(line), 0) + 1
        return [f"{n} x {text}" for text, n in sorted(counts.items())]
