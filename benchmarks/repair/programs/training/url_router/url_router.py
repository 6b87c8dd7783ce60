"""Map request paths to handlers, with typed path parameters."""
import re

_PARAM = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>[a-z_]\w*)>$")

CONVERTERS = {
    "str": (r"[^/]+", str),
    "int": (r"\d+", int),
    "slug": (r"[a-z0-9]+(?:-[a-z0-9]+)*", str),
}


class NotFound(Exception):
    pass


class MethodNotAllowed(Exception):
    def __init__(self, allowed):
        super().__init__(", ".join(allowed))
        self.allowed = allowed


class Param:
    def __init__(self, name, kind):
        pattern, self.convert = CONVERTERS[kind]
        self.name = name
        self.regex = re.compile(pattern)


def split_path(path):
    return [part for part in path.split("/") if part]


def compile_pattern(pattern):
    """Turn '/a/<int:b>' into a list of literals and Params."""
    segments = []
    for part in split_path(pattern):
        match = _PARAM.match(part)
        if match:
            segments.append(Param(match["name"], match["kind"] or "str"))
        else:
            segments.append(part)
    return segments


def match_segments(segments, parts):
    """Parameters of a matching path, or None."""
    values = {}
    for segment, part in zip(segments, parts):
        if isinstance(segment, Param):
            if not segment.regex.fullmatch(part):
                return None
            values[segment.name] = segment.convert(part)
        elif segment != part:
            return None
    return values


class Router:
    def __init__(self):
        self._routes = []

    def add(self, pattern, handler, methods=("GET",)):
        self._routes.append((compile_pattern(pattern), handler, tuple(methods)))

    def resolve(self, path, method="GET"):
        """Handler and parameters; the first registered match wins."""
        parts = split_path(path.partition("?")[0])
        allowed = set()
        for segments, handler, methods in self._routes:
            values = match_segments(segments, parts)
            if values is None:
                continue
            if method in methods:
                return handler, values
            allowed.update(methods)
        if allowed:
            raise MethodNotAllowed(sorted(allowed))
        raise NotFound(path)

    def url_for(self, handler, **values):
        """Path of the first route registered for a handler."""
        for segments, candidate, _ in self._routes:
            if candidate == handler:
                parts = [str(values[s.name]) if isinstance(s, Param) else s for s in segments]
                return "/" + "/".join(parts)
        raise NotFound(handler)
