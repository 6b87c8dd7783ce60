"""URL router: patterns such as /users/<int:id>, several methods, mounted routers."""
import re
from dataclasses import dataclass
from typing import Callable
from urllib.parse import quote, unquote

CONVERTERS = {
    "str": (r"[^/]+", unquote),
    "int": (r"\d+", int),
    "path": (r".+", unquote),
}
PARAM = re.compile(r"<(?:(\w+):)?(\w+)>")


class NotFound(Exception):
    pass


class MethodNotAllowed(Exception):
    """`allowed` holds the sorted methods that the path does answer."""

    def __init__(self, allowed):
        super().__init__(", ".join(allowed))
        self.allowed = allowed


def normalise(path):
    """One leading slash, none at the end."""
    return "/" + path.strip("/")


@dataclass
class Route:
    pattern: str
    methods: frozenset
    handler: Callable
    name: str

    def __post_init__(self):
        self.converters = {}
        regex = ""
        pos = 0
        for match in PARAM.finditer(self.pattern):
            kind = match[1] or "str"
            if kind not in CONVERTERS:
                raise ValueError(f"unknown converter {kind}")
            expression, convert = CONVERTERS[kind]
            self.converters[match[2]] = convert
            regex += re.escape(self.pattern[pos:match.start()]) + f"(?P<{match[2]}>{expression})"
            pos = match.end()
        self.regex = re.compile(regex + re.escape(self.pattern[pos:]))

    def match(self, path):
        """The converted parameters, None if the path is not of this route."""
        found = self.regex.fullmatch(path)
        if found is None:
            return None
        return {key: self.converters[key](text) for key, text in found.groupdict().items()}

    def build(self, values):
        return PARAM.sub(lambda m: quote(str(values[m[2]]), safe=""), self.pattern)


class Router:
    def __init__(self):
        self._routes = []

    def add(self, pattern, handler, methods=("GET",), name=None):
        names = frozenset(m.upper() for m in methods)
        if "GET" in names:
            names |= {"HEAD"}
        route = Route(normalise(pattern), names, handler, name or handler.__name__)
        self._routes.append(route)
        return route

    def route(self, pattern, methods=("GET",), name=None):
        def register(handler):
            self.add(pattern, handler, methods, name)
            return handler
        return register

    def mount(self, prefix, other):
        """Take over all routes of another router below a prefix."""
        for route in other._routes:
            pattern = normalise(prefix) + route.pattern
            self.add(pattern, route.handler, route.methods, route.name)

    def resolve(self, method, path):
        """(handler, parameters) of the first route that answers the request."""
        method = method.upper()
        path = normalise(path.partition("?")[0])
        for route in self._routes:
            params = route.match(path)
            if params is None:
                continue
            if method not in route.methods:
                raise MethodNotAllowed(sorted(route.methods))
            return route.handler, params
        raise NotFound(path)

    def dispatch(self, method, path):
        handler, params = self.resolve(method, path)
        return handler(**params)

    def url_for(self, name, **values):
        for route in self._routes:
            if route.name == name and set(route.converters) == set(values):
                return route.build(values)
        raise LookupError(name)
