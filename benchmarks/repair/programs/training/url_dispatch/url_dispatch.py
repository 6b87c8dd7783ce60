"""Dispatch of request paths to handlers by patterns such as /users/<int:id>/files/<name>."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib import parse

Handler = Callable[..., Any]
SLOT = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "str": (r"[^/]+", str),
    "int": (r"-?\d+", int),
    "path": (r".+", str),
}


class NoRoute(LookupError):
    """No pattern fits a path."""


class MethodNotAllowed(LookupError):
    """A pattern fits the path, but not for this method; `allowed` names those there are."""

    def __init__(self, allowed: list[str]) -> None:
        super().__init__(", ".join(allowed))
        self.allowed = allowed


@dataclass
class Route:
    """A pattern with its handlers by method."""

    pattern: str
    regex: re.Pattern[str]
    kinds: dict[str, str]
    handlers: dict[str, Handler] = field(default_factory=dict)

    def match(self, path: str) -> dict[str, Any] | None:
        """The values of the slots for a path, converted to their kinds; None where the path doesn't fit."""
        found = self.regex.fullmatch(path)
        if found is None:
            return None
        values = {}
        for name, text in found.groupdict().items():
            convert = KINDS[self.kinds[name]][1]
            values[name] = convert(text)
        return values

    def build(self, values: dict[str, Any]) -> str:
        """The path for given values. Raises KeyError where one is missing."""
        return SLOT.sub(lambda slot: self._quoted(slot["name"], values[slot["name"]]), self.pattern)

    def _quoted(self, name: str, value: Any) -> str:
        return parse.quote(str(value), safe="/" if self.kinds[name] == "path" else "")


class Dispatcher:
    """Routes are tried in the order in which their patterns were first added."""

    def __init__(self) -> None:
        self._routes: dict[str, Route] = {}

    def add(self, method: str, pattern: str, handler: Handler) -> None:
        """Add a handler. Raises ValueError for an unknown kind of slot."""
        route = self._routes.get(pattern)
        if route is None:
            route = self._routes[pattern] = self._compile(pattern)
        route.handlers[method.upper()] = handler

    @staticmethod
    def _compile(pattern: str) -> Route:
        kinds = {}
        regex = ""
        end = 0
        for slot in SLOT.finditer(pattern):
            kind = slot["kind"] or "str"
            if kind not in KINDS:
                raise ValueError(f"unknown kind {kind!r} in {pattern}")
            kinds[slot["name"]] = kind
            regex += re.escape(pattern[end : slot.start()]) + f"(?P<{slot['name']}>{KINDS[kind][0]})"
            end = slot.end()
        regex += re.escape(pattern[end:])
        return Route(pattern, re.compile(regex), kinds)

    def dispatch(self, method: str, target: str) -> Any:
        """Call the handler for a request target (its query is ignored) with the values of the slots by name."""
        path = target.partition("?")[0]
        allowed: set[str] = set()
        for route in self._routes.values():
            values = route.match(path)
            if values is None:
                continue
            handler = route.handlers.get(method.upper())
            if handler is not None:
                return handler(**values)
            allowed |= route.handlers.keys()
        if allowed:
            raise MethodNotAllowed(sorted(allowed))
        raise NoRoute(path)

    def url(self, pattern: str, **values: Any) -> str:
        """The path that leads to a pattern."""
        return self._routes[pattern].build(values)
