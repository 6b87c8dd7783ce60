"""Find the addresses of names, through aliases."""

from dnscache.cache import NOTHING

NEGATIVE_TTL = 30
LONGEST_CHAIN = 8


class NotFound(LookupError):
    pass


class Resolver:
    """`ask(name, kind)` asks a server: values and a time to live, or None."""

    def __init__(self, cache, ask):
        self.cache = cache
        self._ask = ask

    def addresses(self, name):
        """Addresses of a name. Raises NotFound; also where aliases lead in a circle."""
        for _ in range(LONGEST_CHAIN):
            if found := self._values(name, "A"):
                return list(found)
            alias = self._values(name, "CNAME")
            if not alias:
                break
            name = alias[0]
        raise NotFound(name)

    def _values(self, name, kind):
        answer = self.cache.get(name, kind)
        if answer is not None:
            return answer.values
        values, ttl = self._ask(name, kind) or (NOTHING, NEGATIVE_TTL)
        self.cache.put(name, kind, values, ttl)
        return values
