"""Circuit breakers: after some failures in a row a service is left alone for a while."""


class CircuitOpen(Exception):
    def __init__(self, name, seconds):
        super().__init__(f"{name} is left alone for {seconds:.0f} s")
        self.seconds = seconds


class Breaker:
    """closed: calls go through. open: they don't. half-open: the next call decides."""

    def __init__(self, name, clock, threshold=3, rest=30.0, watch=(Exception,)):
        self.name = name
        self.threshold = threshold
        self.rest = rest
        self.watch = tuple(watch)
        self._clock = clock
        self._failures = 0
        self._opened = None

    @property
    def state(self):
        if self._opened is None:
            return "closed"
        return "half-open" if self._clock() - self._opened >= self.rest else "open"

    def call(self, function, *args, **kwargs):
        if self.state == "open":
            raise CircuitOpen(self.name, self.rest - (self._clock() - self._opened))
        try:
            result = function(*args, **kwargs)
        except self.watch:
            self._failed()
            raise
        self._succeeded()
        return result

    def _failed(self):
        self._failures += 1
        if self.state == "half-open" or self._failures >= self.threshold:
            self._opened = self._clock()

    def _succeeded(self):
        self._opened = None

    def __call__(self, function):
        """As a decorator."""

        def guarded(*args, **kwargs):
            return self.call(function, *args, **kwargs)

        guarded.breaker = self
        return guarded
