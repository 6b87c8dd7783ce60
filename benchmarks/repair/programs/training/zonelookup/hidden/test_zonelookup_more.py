import pytest

from zonelookup import UnknownName, Zone


@pytest.fixture
def zone():
    zone = Zone()
    zone.add_address("host", "1.1.1.1")
    zone.add_alias("a", "host")
    zone.add_alias("b", "a")
    zone.add_alias("c", "b")
    return zone


def test_new_address_seen_through_chain(zone):
    assert zone.resolve("c") == ["1.1.1.1"]
    zone.add_address("host", "2.2.2.2")
    assert zone.resolve("c") == ["1.1.1.1", "2.2.2.2"]


def test_middle_of_chain_moved(zone):
    zone.resolve("c")
    zone.add_address("other", "3.3.3.3")
    zone.add_alias("b", "other")
    assert zone.resolve("c") == ["3.3.3.3"]
    assert zone.resolve("a") == ["1.1.1.1"]


def test_middle_of_chain_removed(zone):
    zone.resolve("c")
    zone.remove("b")
    with pytest.raises(UnknownName):
        zone.resolve("c")


def test_exact_record_below_wildcard(zone):
    zone.add_address("*.lab", "5.5.5.5")
    assert zone.resolve("x.lab") == ["5.5.5.5"]
    zone.add_address("x.lab", "6.6.6.6")
    assert zone.resolve("x.lab") == ["6.6.6.6"]


def test_wildcard_changed(zone):
    zone.add_address("*.lab", "5.5.5.5")
    zone.resolve("x.lab")
    zone.remove("*.lab")
    with pytest.raises(UnknownName):
        zone.resolve("x.lab")


def test_closer_wildcard_added(zone):
    zone.add_address("*.lab", "5.5.5.5")
    zone.resolve("x.y.lab")
    zone.add_address("*.y.lab", "7.7.7.7")
    assert zone.resolve("x.y.lab") == ["7.7.7.7"]


def test_still_cached(zone):
    zone.resolve("c")
    zone.resolve("C.")
    zone.resolve("a")
    zone.resolve("a")
    assert zone.lookups == 2


def test_removed_and_added_again(zone):
    zone.resolve("a")
    zone.remove("host")
    zone.add_address("host", "9.9.9.9")
    assert zone.resolve("a") == ["9.9.9.9"]


def test_answer_is_a_copy(zone):
    zone.resolve("a").append("x")
    assert zone.resolve("a") == ["1.1.1.1"]


def test_remove_unknown(zone):
    with pytest.raises(UnknownName):
        zone.remove("nobody")
    assert zone.resolve("a") == ["1.1.1.1"]
