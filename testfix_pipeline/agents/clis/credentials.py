"""Chooses the key of a tool and the only server to which it may be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.agents.clis.gateway import Upstream


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


def find_upstream(pairs: Sequence[KeyPair], header: str, environ: Mapping[str, str]) -> Upstream | None:
    """The first pair that is complete, or None."""
    for pair in pairs:
        key, address = environ.get(pair.key, "").strip(), environ.get(pair.address, "").strip() or pair.server
        if key and address.startswith(("http://", "https://")):
            return Upstream(address, key, pair.header or header)
    return None


def how_to_log_in(pairs: Sequence[KeyPair]) -> str:
    """A sentence on which variables to set."""
    ways = [pair.key if pair.server else f"{pair.key} with {pair.address}" for pair in pairs]
    return f"Set {' or '.join(ways)}; a login by account is not used."
