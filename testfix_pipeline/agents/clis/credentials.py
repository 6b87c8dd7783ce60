"""Chooses the key of a tool and the only server to which it may be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.agents.clis.gateway import Upstream
from testfix_pipeline.agents.clis.logins import FoundLogin, Login, find_login


@dataclass(frozen=True)
class KeyPair:
    """A variable with a key and the one with the address of the server that the key is for.

    Without an address the server is `server`; a pair with neither is not used, so that a key is only sent to the vendor
    that issued it. header: of the key, "" for the tool's usual one.
    """

    key: str
    address: str
    server: str = ""
    header: str = ""


OPENAI = KeyPair("OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1")


def is_server(address: str) -> bool:
    """Whether an address may be that of a server."""
    return address.startswith(("http://", "https://"))


def find_upstream(pairs: Sequence[KeyPair], header: str, environ: Mapping[str, str]) -> Upstream | None:
    """The first pair that is complete, or None."""
    for pair in pairs:
        key, address = environ.get(pair.key, "").strip(), environ.get(pair.address, "").strip() or pair.server
        if key and is_server(address):
            return Upstream(address, key, pair.header or header)
    return None


def how_to_log_in(pairs: Sequence[KeyPair]) -> str:
    """A sentence on which variables to set."""
    ways = [pair.key if pair.server else f"{pair.key} with {pair.address}" for pair in pairs]
    return f"Set {' or '.join(ways)}."


@dataclass(frozen=True)
class ToolAccess:
    """A tool's access to its model: the server with a key or a login, or None and why there is none."""

    upstream: Upstream | None
    login: FoundLogin | None = None
    why: str = ""
    next_step: str = ""

    @property
    def kind(self) -> str:
        """Return `key`, `login`, or "" for none."""
        return "" if self.upstream is None else "login" if self.login else "key"


def find_access(
    pairs: Sequence[KeyPair], header: str, login: Login | None, environ: Mapping[str, str], logins: bool
) -> ToolAccess:
    """Return a tool's access: by a key before a login, and by a login only if `logins` is on."""
    upstream = find_upstream(pairs, header, environ)
    if upstream is not None:
        return ToolAccess(upstream)
    found, why = find_login(login, environ) if login is not None else (None, "")
    ways = how_to_log_in(pairs)
    if found is None or login is None:
        said = f"not logged in: {why}" if why else "not logged in"
        return ToolAccess(None, why=said, next_step=ways)
    if not logins:
        said = "it has a login of an account, which --agent-logins switches on"
        return ToolAccess(None, why=said, next_step=f"Give --agent-logins (agent_logins: true), or: {ways}")
    upstream = found.upstream(environ)
    if upstream.address and not is_server(upstream.address):
        return ToolAccess(None, why=f"{login.address} is no address of a server", next_step=ways)
    return ToolAccess(upstream, found)
