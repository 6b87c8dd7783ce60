"""Bills of material: which basic parts and how much money go into a product."""


class PartsError(Exception):
    pass


class Catalogue:
    def __init__(self):
        self._prices = {}
        self._made_of = {}

    def basic(self, name, price):
        self._prices[name] = price

    def assembly(self, name, **parts):
        for part, qty in parts.items():
            if qty < 1:
                raise PartsError(f"bad quantity of {part}")
        self._made_of[name] = parts

    def is_basic(self, name):
        return name in self._prices

    def _check(self, name):
        if name not in self._prices and name not in self._made_of:
            raise PartsError(f"unknown part {name}")

    def explode(self, name, qty=1):
        """Return {basic part: quantity} needed for `qty` pieces of name."""
        self._check(name)
        needed = {}
        for part, count in self._made_of.get(name, {}).items():
            for basic, n in self.explode(part, count * qty).items():
                needed[basic] = needed.get(basic, 0) + n
        return needed

    def cost(self, name, qty=1):
        return sum(self._prices[p] * n for p, n in self.explode(name, qty).items())

    def depth(self, name):
        """Number of assembly levels; a basic part has depth 0."""
        self._check(name)
        if self.is_basic(name):
            return 0
        return 1 + max(self.depth(p) for p in self._made_of[name])

    def used_in(self, part):
        """Names of all assemblies that contain the part at any level."""
        found = set()
        for name, parts in self._made_of.items():
            if part in parts:
                found.add(name)
                found |= self.used_in(name)
        return found
