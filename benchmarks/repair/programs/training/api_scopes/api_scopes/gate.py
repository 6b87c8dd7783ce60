"""Who may call which endpoint."""

from __future__ import annotations

from collections.abc import Iterable

from api_scopes.scope import Scope


class Forbidden(PermissionError):
    """A call that the scopes of the token don't cover; `missing` names the scopes it lacks."""

    def __init__(self, endpoint: str, missing: list[str]) -> None:
        super().__init__(f"{endpoint} needs {', '.join(missing)}")
        self.missing = missing


class Gate:
    """Endpoints and the scopes each needs. An endpoint that isn't known is open to nobody."""

    def __init__(self) -> None:
        self._needed: dict[str, list[Scope]] = {}

    def require(self, endpoint: str, *scopes: str) -> None:
        """Say that an endpoint needs these scopes, all of them, besides those it already needs."""
        needed = self._needed.setdefault(endpoint, [])
        for scope in map(Scope.parse, scopes):
            if scope not in needed:
                needed.append(scope)

    def allows(self, endpoint: str, granted: Iterable[str]) -> bool:
        """True where a token with the granted scopes may call an endpoint."""
        if endpoint not in self._needed:
            return False
        have = [Scope.parse(text) for text in granted]
        needed = self._needed[endpoint]
        if not needed:
            return True
        return any(any(scope.includes(need) for scope in have) for need in needed)

    def missing(self, endpoint: str, granted: Iterable[str]) -> list[str]:
        """The scopes that an endpoint needs and the granted ones don't include."""
        have = [Scope.parse(text) for text in granted]
        needed = self._needed.get(endpoint, [])
        return [str(need) for need in needed if not any(scope.includes(need) for scope in have)]

    def check(self, endpoint: str, granted: Iterable[str]) -> None:
        """Raise Forbidden where a token may not call an endpoint."""
        granted = list(granted)
        if not self.allows(endpoint, granted):
            raise Forbidden(endpoint, self.missing(endpoint, granted))

    def endpoints(self, granted: Iterable[str]) -> list[str]:
        """The endpoints that are open to the granted scopes, by name."""
        granted = list(granted)
        return sorted(endpoint for endpoint in self._needed if self.allows(endpoint, granted))
