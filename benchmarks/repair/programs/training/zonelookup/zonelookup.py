"""A small name resolver with addresses, aliases and wildcards, like DNS."""


class UnknownName(LookupError):
    pass


class AliasLoop(LookupError):
    pass


def canonical(name):
    """Lower case, without the dot at the end."""
    return name.strip().rstrip(".").lower()


class Zone:
    MAX_ALIASES = 8

    def __init__(self):
        self._addresses = {}
        self._aliases = {}
        self._cache = {}
        self.lookups = 0

    def add_address(self, name, *addresses):
        name = canonical(name)
        if name in self._aliases:
            raise ValueError(f"{name} is an alias")
        known = self._addresses.setdefault(name, [])
        known.extend(a for a in addresses if a not in known)
        self._cache.pop(name, None)

    def add_alias(self, name, target):
        name, target = canonical(name), canonical(target)
        if name in self._addresses:
            raise ValueError(f"{name} has addresses")
        self._aliases[name] = target
        self._cache.clear()

    def remove(self, name):
        name = canonical(name)
        if name not in self._addresses and name not in self._aliases:
            raise UnknownName(name)
        self._addresses.pop(name, None)
        self._aliases.pop(name, None)
        self._cache.pop(name, None)

    def resolve(self, name):
        """The addresses of a name, sorted; aliases are followed."""
        name = canonical(name)
        if name not in self._cache:
            self._cache[name] = self._lookup(name)
        return list(self._cache[name])

    def _lookup(self, name):
        self.lookups += 1
        seen = [name]
        while name in self._aliases:
            name = self._aliases[name]
            if name in seen or len(seen) > self.MAX_ALIASES:
                raise AliasLoop(" -> ".join(seen + [name]))
            seen.append(name)
        if name in self._addresses:
            return sorted(self._addresses[name])
        return self._wildcard(name)

    def _wildcard(self, name):
        """The closest "*." record above the name."""
        labels = name.split(".")
        for start in range(1, len(labels)):
            pattern = ".".join(["*"] + labels[start:])
            if pattern in self._addresses:
                return sorted(self._addresses[pattern])
        raise UnknownName(name)

    def aliases_of(self, name):
        """All the names that lead to this one, directly or not."""
        found = []
        todo = [canonical(name)]
        while todo:
            current = todo.pop()
            for alias, target in sorted(self._aliases.items()):
                if target == current and alias not in found:
                    found.append(alias)
                    todo.append(alias)
        return sorted(found)

    def reverse(self, address):
        return sorted(n for n, known in self._addresses.items() if address in known)


def load(text):
    """Zone from lines "name A address ..." and "name CNAME target"; # comments."""
    zone = Zone()
    for line in text.splitlines():
        fields = line.split("#", 1)[0].split()
        if not fields:
            continue
        name, kind, *rest = fields
        if kind.upper() == "A":
            zone.add_address(name, *rest)
        elif kind.upper() == "CNAME":
            zone.add_alias(name, *rest)
        else:
            raise ValueError(f"unknown record {kind}")
    return zone
