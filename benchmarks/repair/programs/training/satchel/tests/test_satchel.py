import pytest

from satchel import Player
from things import Container, Thing


@pytest.fixture
def player():
    chest = Container("chest", 4, contents=[Thing("gold bar", 7), Thing("ring", 1)])
    bag = Container("bag", 1, room=2)
    return Player([Thing("lamp", 2), chest, bag, Thing("anvil", 20)])


def test_take_and_drop(player):
    assert player.take("Lamp ") == "Taken: lamp."
    assert player.load() == 2
    assert player.take("lamp") == "You already have that."
    assert player.drop("lamp") == "Dropped: lamp."
    assert player.inventory() == ["You carry nothing."]


def test_too_heavy(player):
    assert player.take("anvil") == "The anvil is too heavy."
    assert player.carried == []


def test_take_out_of_chest(player):
    assert player.take("ring") == "Taken: ring."
    assert player.take("gold bar") == "Taken: gold bar."
    assert player.take("chest") == "The chest is too heavy."


def test_full_chest_is_too_heavy(player):
    assert player.take("chest") == "The chest is too heavy."
    player.take("gold bar")
    player.drop("gold bar")
    assert player.take("chest") == "Taken: chest."
    assert player.load() == 5


def test_closed_chest(player):
    player.close("chest")
    assert player.take("ring") == "You see no such thing."
    assert player.open("chest") == "The chest is open now."
    assert player.open("chest") == "The chest is open already."


def test_put(player):
    player.take("lamp")
    player.take("bag")
    assert player.put("lamp", "bag") == "The lamp is in the bag now."
    assert player.load() == 3
    assert player.inventory() == ["bag", "  lamp"]


def test_put_into_itself(player):
    player.take("bag")
    assert player.put("bag", "bag") == "That is impossible."


def test_take_all(player):
    assert player.take_all() == [
        "Taken: lamp.",
        "The chest is too heavy.",
        "Taken: bag.",
        "The anvil is too heavy.",
    ]
