import pytest

from memo import Stats, memo


@pytest.fixture
def calls():
    return []


def recorded(calls, **options):
    @memo(**options)
    def price(article, currency="eur"):
        """Looks it up."""
        calls.append((article, currency))
        return f"{article} in {currency}"

    return price


def test_asked_once(calls):
    price = recorded(calls)
    assert price("tea") == price("tea") == "tea in eur"
    assert calls == [("tea", "eur")]


def test_other_arguments(calls):
    price = recorded(calls)
    assert price("tea") != price("milk")


def test_keywords(calls):
    price = recorded(calls)
    assert price("tea", currency="usd") == "tea in usd"
    assert price("tea", currency="gbp") == "tea in gbp"


def test_too_old(calls):
    now = [0]
    price = recorded(calls, seconds=10, clock=lambda: now[0])
    price("tea")
    now[0] = 10
    price("tea")
    assert len(calls) == 2


def test_the_oldest_goes(calls):
    now = iter(range(10))
    price = recorded(calls, most=2, clock=lambda: next(now))
    for article in ("tea", "milk", "rum", "tea"):
        price(article)
    assert len(calls) == 4


def test_stats(calls):
    price = recorded(calls)
    price("tea")
    price("tea")
    assert repr(price.stats) == "Stats(hits=1, misses=1)"
    assert price.stats.rate == 0.5
    assert Stats().rate == 0.0


def test_forget(calls):
    price = recorded(calls)
    price("tea")
    price.forget()
    price("tea")
    assert len(calls) == 2


def test_looks_like_the_function(calls):
    assert recorded(calls).__doc__ == "Looks it up."
