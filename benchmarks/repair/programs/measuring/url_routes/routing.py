"""Routes of a web application: `/users/<int:id>/posts/<slug>` both ways."""

import re
from urllib.parse import quote, unquote

CONVERTERS = {
    "str": (r"[^/]+", str),
    "int": (r"\d+", int),
    "path": (r".+", str),
}
_PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")


class NotFound(LookupError):
    pass


class Route:
    def __init__(self, template, name, methods=("GET",)):
        self.template = template
        self.name = name
        self.methods = frozenset(methods)
        self.parameters = {}
        self._regex = re.compile(self._compile())

    def _compile(self):
        pattern, end = "", 0
        for match in _PARAMETER.finditer(self.template):
            kind, name = match[1] or "str", match[2]
            if name in self.parameters:
                raise ValueError(f"{name} is there twice in {self.template}")
            regex, convert = CONVERTERS[kind]
            self.parameters[name] = convert
            pattern += re.escape(self.template[end:match.start()]) + f"(?P<{name}>{regex})"
            end = match.end()
        return pattern + re.escape(self.template[end:])

    def match(self, path):
        match = self._regex.fullmatch(path)
        if match is None:
            return None
        return {name: self.parameters[name](unquote(text)) for name, text in match.groupdict().items()}

    def build(self, values):
        missing = self.parameters.keys() - values.keys()
        if missing:
            raise ValueError(f"{self.name} needs {', '.join(sorted(missing))}")

        def filled(match):
            safe = "/" if match[1] == "path" else ""
            return quote(str(values[match[1] or match[2]]), safe=safe)

        return _PARAMETER.sub(filled, self.template)


class Router:
    def __init__(self):
        self.routes = []

    def add(self, template, name, methods=("GET",)):
        if any(route.name == name for route in self.routes):
            raise ValueError(f"two routes are called {name}")
        self.routes.append(Route(template, name, methods))

    def resolve(self, path, method="GET"):
        """(name, parameters) of the first route that fits; NotFound says which methods there would be."""
        others = set()
        for route in self.routes:
            parameters = route.match(path)
            if parameters is None:
                continue
            if method in route.methods:
                return route.name, parameters
            others |= route.methods
        raise NotFound(f"{path}: only {', '.join(sorted(others))}" if others else path)

    def url(self, name, query=None, **values):
        for route in self.routes:
            if route.name == name:
                text = "&".join(f"{quote(str(k))}={quote(str(v), safe='')}" for k, v in (query or {}).items())
                return route.build(values) + (f"?{text}" if text else "")
        raise NotFound(name)
