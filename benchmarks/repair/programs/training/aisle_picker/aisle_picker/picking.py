"""Plans of what to take from which shelf for an order."""

from aisle_picker.warehouse import OutOfStock


class PickingPlan:
    """For each aisle the lines (position, article, pieces) to pick."""

    def __init__(self, aisles):
        self.lines = dict.fromkeys(aisles, [])

    def add(self, shelf, pieces):
        """Take pieces from a shelf."""
        self.lines[shelf.aisle].append((shelf.position, shelf.article, pieces))

    def route(self):
        """The stops (aisle, position, article, pieces): aisle by aisle, every other one with work from its far end."""
        stops = []
        backwards = False
        for aisle, lines in self.lines.items():
            if not lines:
                continue
            for line in sorted(lines, reverse=backwards):
                stops.append((aisle, *line))
            backwards = not backwards
        return stops

    @property
    def pieces(self):
        """How many pieces are picked in all."""
        return sum(line[2] for lines in self.lines.values() for line in lines)


def plan_order(warehouse, order):
    """The plan for an order, a dict of pieces by article; as few shelves as possible for each article.

    The stock isn't changed. Raises OutOfStock.
    """
    plan = PickingPlan(warehouse.aisles)
    for article, wanted in order.items():
        for shelf in warehouse.shelves_of(article):
            if wanted == 0:
                break
            taken = min(wanted, shelf.pieces)
            plan.add(shelf, taken)
            wanted -= taken
        if wanted:
            raise OutOfStock(article, wanted)
    return plan
