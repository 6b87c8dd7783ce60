from breaker.circuit import Breaker


class Registry:
    """One breaker per service, made when it is first asked for."""

    def __init__(self, clock, **options):
        self._clock = clock
        self._options = options
        self._breakers = {}

    def __getitem__(self, name):
        if name not in self._breakers:
            self._breakers[name] = Breaker(name, self._clock, **self._options)
        return self._breakers[name]

    def health(self):
        return {name: breaker.state for name, breaker in sorted(self._breakers.items())}
