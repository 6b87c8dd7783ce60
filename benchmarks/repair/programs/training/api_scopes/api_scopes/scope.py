"""Scopes such as repo:read: a resource and an action on it."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ("read", "write", "admin")


class ScopeError(ValueError):
    """A text that isn't a scope."""


@dataclass(frozen=True, order=True)
class Scope:
    """An action on a resource. Each action includes those before it in LEVELS; the resource * means all."""

    resource: str
    action: str

    @classmethod
    def parse(cls, text: str) -> Scope:
        """The scope of a text; without an action it is read. Raises ScopeError."""
        resource, colon, action = text.strip().partition(":")
        if not colon:
            action = "read"
        if not resource or action not in LEVELS:
            raise ScopeError(f"not a scope: {text!r}")
        return cls(resource, action)

    def includes(self, other: Scope) -> bool:
        """True where who has this scope has the other too."""
        if self.resource not in ("*", other.resource):
            return False
        return LEVELS.index(self.action) >= LEVELS.index(other.action)

    def __str__(self) -> str:
        return f"{self.resource}:{self.action}"
