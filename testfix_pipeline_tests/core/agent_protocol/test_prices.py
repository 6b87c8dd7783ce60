"""What calls cost."""

import pytest

from testfix_pipeline.core.agent_protocol.prices import PRICES, Price, is_local, price_of
from testfix_pipeline.core.configuration.agent_names import automatic_names, default_model


def test_a_call_costs_its_tokens_at_the_prices_of_its_model() -> None:
    table = {"mine": [2, 10, 0.5]}
    assert price_of("mine", table).cost(1_000_000, 100_000) == pytest.approx(3)
    assert price_of("mine", table).cost(1_000_000, 0, cached_tokens=800_000) == pytest.approx(0.8)
    assert price_of("plain", {"plain": [2, 10]}).cost(10**6, 0, 10**6) == pytest.approx(2)


def test_the_configured_price_beats_ours_and_an_unknown_model_is_dear() -> None:
    assert set(map(default_model, automatic_names())) <= set(PRICES)
    assert price_of("gemini-2.5-pro", {"gemini-2.5-pro": [0, 0]}).cost(10**6, 10**6) == 0
    assert price_of("unheard-of", {}).input >= max(price.input for price in PRICES.values())
    assert price_of("unheard-of", {"*": [1, 1]}) == Price(1, 1, 1)
    assert price_of("gemini-2.5-pro", {"*": [1, 1]}) == PRICES["gemini-2.5-pro"]


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://[::1]:8000", True),
        ("http://localhost/v1", True),
        ("https://api.example.org/v1", False),
        ("http://127.0.0.1.example.org", False),
        ("nonsense", False),
    ],
)
def test_a_server_on_this_machine_is_known(url: str, local: bool) -> None:
    assert is_local(url) is local
