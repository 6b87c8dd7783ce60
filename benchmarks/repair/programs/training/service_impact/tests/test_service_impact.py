import pytest

from service_impact import ServiceMap, UnknownService


@pytest.fixture
def shop():
    m = ServiceMap()
    m.add("db", owner="dba")
    m.add("auth", needs=["db"], owner="sec")
    m.add("stock", needs=["db"], owner="ops")
    m.add("cart", needs=["auth", "stock"])
    m.add("web", needs=["cart", "auth"], owner="front")
    m.add("reports", needs=["web", "db"], owner="ops")
    return m


def test_direct_users(shop):
    assert shop.impact("cart", max_hops=1) == {"web": 1}


def test_chain():
    m = ServiceMap()
    m.add("c", needs=["b"])
    m.add("b", needs=["a"])
    assert m.impact("a") == {"b": 1, "c": 2}


def test_distances(shop):
    assert shop.impact("db") == {"auth": 1, "stock": 1, "reports": 1, "cart": 2, "web": 2}


def test_waves(shop):
    assert shop.waves("db") == [["auth", "reports", "stock"], ["cart", "web"]]


def test_requirements(shop):
    assert shop.requirements("cart") == ["auth", "db", "stock"]


def test_owners(shop):
    assert shop.owners_to_call("stock", max_hops=1) == ["ops"]
    assert shop.owners_to_call("auth") == ["front", "ops", "sec"]


def test_most_critical(shop):
    assert shop.most_critical() == "db"


def test_unknown(shop):
    with pytest.raises(UnknownService):
        shop.impact("mail")
