"""Named bit sets with a fixed universe, e.g. file permissions."""


class FlagSpace:
    """The ordered names of the flags; bit i belongs to names[i]."""

    def __init__(self, *names):
        if len(set(names)) != len(names):
            raise ValueError("duplicate flag")
        self.names = names
        self.mask = (1 << len(names)) - 1

    def bit(self, name):
        try:
            return 1 << self.names.index(name)
        except ValueError:
            raise KeyError(name) from None

    def make(self, *names):
        bits = 0
        for name in names:
            bits |= self.bit(name)
        return Flags(self, bits)

    def from_int(self, bits):
        if bits & ~self.mask:
            raise ValueError("undeclared bits in %#x" % bits)
        return Flags(self, bits)

    def parse(self, text):
        """Flags from "a|b"; a leading "-" on an item removes it, "*" is all."""
        result = self.make()
        for item in filter(None, (t.strip() for t in text.split("|"))):
            if item == "*":
                result = ~self.make()
            elif item.startswith("-"):
                result -= self.make(item[1:])
            else:
                result |= self.make(item)
        return result


class Flags:
    def __init__(self, space, bits):
        self.space = space
        self.bits = bits

    def _with(self, other):
        if self.space is not other.space:
            raise TypeError("flags of different spaces")
        return other.bits

    def __or__(self, other):
        return Flags(self.space, self.bits | self._with(other))

    def __and__(self, other):
        return Flags(self.space, self.bits & self._with(other))

    def __sub__(self, other):
        return Flags(self.space, self.bits & ~self._with(other))

    def __invert__(self):
        return Flags(self.space, ~self.bits)

    def __eq__(self, other):
        return isinstance(other, Flags) and self.space is other.space and self.bits == other.bits

    def __hash__(self):
        return hash(self.bits)

    def __contains__(self, name):
        return bool(self.bits & self.space.bit(name))

    def __iter__(self):
        return (n for n in self.space.names if n in self)

    def __len__(self):
        return bin(self.bits).count("1")

    def __bool__(self):
        return self.bits != 0

    def __str__(self):
        return "|".join(self) or "-"
