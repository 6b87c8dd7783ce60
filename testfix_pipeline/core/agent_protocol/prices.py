"""The price of a model's call: tokens times the price of its model, from a table that configuration extends.

The prices below are estimates: list prices in US dollars for a million tokens as providers published them. They change,
and a subscription does not pay them; they keep a money budget meaningful where nothing is configured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_MILLION = 1_000_000
_CHARACTERS = 3  # of a token: fewer than English prose has, so that code and other languages are not underrated
ANY = "*"


@dataclass(frozen=True)
class Price:
    """US dollars for a million tokens. `cached`: for the part of the input that the server has cached."""

    input: float
    output: float
    cached: float

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """The cost of a call in US dollars. `cached_tokens` are part of `input_tokens`."""
        cached = min(cached_tokens, input_tokens)
        paid = (input_tokens - cached) * self.input + cached * self.cached + output_tokens * self.output
        return paid / _MILLION


FREE = Price(0.0, 0.0, 0.0)
PRICES: Mapping[str, Price] = {
    "gemini-2.5-pro": Price(1.25, 10.0, 0.31),
    "gemini-2.5-flash": Price(0.30, 2.50, 0.075),
    "coder-model": Price(1.0, 5.0, 0.25),
    "qwen3-coder-plus": Price(1.0, 5.0, 0.25),
    "sonnet": Price(3.0, 15.0, 0.30),
    "opus": Price(5.0, 25.0, 0.50),
    "haiku": Price(1.0, 5.0, 0.10),
    "gpt-5.1": Price(1.25, 10.0, 0.125),
    "gpt-5.1-codex": Price(1.25, 10.0, 0.125),
    "gpt-5.1-codex-mini": Price(0.25, 2.0, 0.025),
    # A model nobody gave a price counts as a dear one: a budget may last too short, never too long.
    ANY: Price(5.0, 25.0, 5.0),
}


def price_of(model: str, configured: Mapping[str, Sequence[float]]) -> Price:
    """The price of a model: as configured, else ours, else the configured `*`, else that of a dear model."""
    if model in configured:
        return _price(configured[model])
    if model in PRICES:
        return PRICES[model]
    return _price(configured[ANY]) if ANY in configured else PRICES[ANY]


def _price(numbers: Sequence[float]) -> Price:
    """The price from [input, output] or [input, output, cached]; cached input costs the same by default."""
    return Price(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else numbers[0])


def is_local(url: str) -> bool:
    """Whether a server runs on this machine; its calls are free unless a price is configured."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def tokens_in(text: str) -> int:
    """An estimate of the number of tokens in a text, rather too high than too low."""
    return -(-len(text) // _CHARACTERS)
