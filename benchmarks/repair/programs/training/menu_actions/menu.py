"""A menu whose entries are functions."""


class Menu:
    def __init__(self):
        self.log = []

    def actions(self, items):
        """A function for each item; it logs the item and gives its price."""
        found = {}
        for name, price in items:

            def action():
                self.log.append(name)
                return price

            found[name] = action
        return found

    def total(self, items, chosen):
        actions = self.actions(items)
        return sum(actions[name]() for name in chosen)
