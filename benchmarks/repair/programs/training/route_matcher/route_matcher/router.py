"""The table of routes; the most specific pattern wins."""
from .patterns import Pattern, normalise


class NotFound(LookupError):
    def __init__(self, path, allowed=()):
        super().__init__(path)
        self.allowed = sorted(allowed)


class Router:
    def __init__(self, prefix=""):
        self.prefix = prefix
        self.routes = []

    def add(self, text, target, methods=("GET",)):
        self.routes.append((Pattern(self.prefix + text), target, set(methods)))
        self.routes.sort(key=lambda route: route[0].score)

    def route(self, text, **options):
        def decorate(func):
            self.add(text, func, **options)
            return func

        return decorate

    def find(self, path, method="GET"):
        """(target, parameters) for a request; the query is ignored."""
        path = normalise(path.partition("?")[0])
        allowed = set()
        for pattern, target, methods in self.routes:
            params = pattern.match(path)
            if params is None:
                continue
            if method in methods:
                return target, params
            allowed |= methods
        raise NotFound(path, allowed)
