from satchel import Player
from things import Container, Thing


def box(name, weight, *contents, **more):
    return Container(name, weight, contents=contents, **more)


def test_nested_contents_count():
    crate = box("crate", 1, box("sack", 1, Thing("iron", 9)))
    p = Player([crate], strength=10)
    assert p.take("crate") == "The crate is too heavy."
    assert p.take("sack") == "Taken: sack."
    assert p.load() == 10


def test_exactly_strong_enough():
    p = Player([box("crate", 1, Thing("iron", 9))], strength=10)
    assert p.take("crate") == "Taken: crate."
    assert p.load() == 10


def test_one_too_heavy():
    p = Player([box("crate", 2, Thing("iron", 9))], strength=10)
    assert p.take("crate") == "The crate is too heavy."
    assert p.load() == 0
    assert [t.name for t in p.location] == ["crate"]


def test_closed_container_weighs_too():
    p = Player([box("crate", 1, Thing("iron", 9), is_open=False)], strength=5)
    assert p.take("crate") == "The crate is too heavy."


def test_load_and_contents():
    p = Player([Thing("rope", 3), box("crate", 1, Thing("tin", 2))], strength=5)
    assert p.take("rope") == "Taken: rope."
    assert p.take("crate") == "The crate is too heavy."
    assert p.take("tin") == "Taken: tin."


def test_drop_and_retake_filled_bag():
    p = Player([box("bag", 1), Thing("tin", 4)], strength=5)
    p.take_all()
    p.put("tin", "bag")
    p.drop("bag")
    p.strength = 4
    assert p.take("bag") == "The bag is too heavy."
    p.strength = 5
    assert p.take("bag") == "Taken: bag."


def test_empty_container():
    p = Player([box("bag", 5)], strength=5)
    assert p.take("bag") == "Taken: bag."


def test_put_deep():
    p = Player([box("bag", 1, box("purse", 1))])
    p.take("bag")
    assert p.put("bag", "purse") == "That is impossible."


def test_full():
    p = Player([Container("tin", 1, room=1), Thing("a"), Thing("b")])
    p.take_all()
    p.put("a", "tin")
    assert p.put("b", "tin") == "The tin is full."
    assert p.inventory() == ["b", "tin", "  a"]


def test_closed_listing():
    p = Player([box("bag", 1, Thing("x"))])
    p.take("bag")
    p.close("bag")
    assert p.inventory() == ["bag (closed)"]


def test_nothing_here():
    assert Player().take_all() == ["There is nothing here."]
