"""URL routes: matching of paths and building of URLs, with converters."""
import re
from urllib.parse import quote, urlencode

from converters import CONVERTERS

PLACEHOLDER = re.compile(r"<(?:(\w+):)?(\w+)>")


class NotFound(LookupError):
    pass


class MethodNotAllowed(Exception):
    def __init__(self, allowed):
        super().__init__(", ".join(sorted(allowed)))
        self.allowed = allowed


class Route:
    def __init__(self, name, pattern, methods=("GET",), defaults=None):
        self.name = name
        self.pattern = pattern
        self.methods = {m.upper() for m in methods}
        self.defaults = dict(defaults or {})
        self.converters = {}
        self._regex = re.compile(self._compile() + r"\Z")

    def _compile(self):
        regex, position = "", 0
        for match in PLACEHOLDER.finditer(self.pattern):
            kind, key = match.groups()
            converter = CONVERTERS[kind or "str"]
            self.converters[key] = converter
            regex += re.escape(self.pattern[position:match.start()])
            regex += f"(?P<{key}>{converter.regex})"
            position = match.end()
        return regex + re.escape(self.pattern[position:])

    def match(self, path):
        """The converted values of a path (over the defaults), None if it doesn't fit."""
        match = self._regex.match(path)
        if match is None:
            return None
        values = dict(self.defaults)
        for key, text in match.groupdict().items():
            values[key] = self.converters[key].from_url(text)
        return values

    def build(self, values):
        """The URL for some values; those that the path has no place for make the query."""
        parts = {}
        for key, converter in self.converters.items():
            value = values.get(key) or self.defaults.get(key)
            if value is None:
                raise KeyError(f"{self.name} needs {key}")
            parts[key] = quote(converter.to_url(value))
        path = PLACEHOLDER.sub(lambda m: parts[m.group(2)], self.pattern)
        query = {
            key: value
            for key, value in sorted(values.items())
            if key not in parts and value is not None and value != self.defaults.get(key)
        }
        return f"{path}?{urlencode(query)}" if query else path


class RouteTable:
    def __init__(self):
        self._routes = {}

    def add(self, name, pattern, methods=("GET",), **defaults):
        if name in self._routes:
            raise ValueError(f"there is a route {name} already")
        self._routes[name] = Route(name, pattern, methods, defaults)

    def resolve(self, path, method="GET"):
        """(name, values) of the first route for the path and method."""
        allowed = set()
        for route in self._routes.values():
            values = route.match(path)
            if values is None:
                continue
            if method.upper() in route.methods:
                return route.name, values
            allowed |= route.methods
        if allowed:
            raise MethodNotAllowed(allowed)
        raise NotFound(path)

    def url_for(self, name, **values):
        return self._routes[name].build(values)
