from suitcase import best_worth, pack, per_kilo, weight_of

THINGS = [("tent", 5, 10), ("stove", 4, 40), ("rope", 6, 30), ("lamp", 3, 50)]


def test_nothing():
    assert best_worth([], 10) == 0


def test_one_that_fits():
    assert best_worth([("a", 3, 7)], 5) == 7


def test_too_heavy():
    assert best_worth([("a", 6, 7)], 5) == 0


def test_each_once():
    assert best_worth([("a", 2, 5)], 7) == 5


def test_several():
    assert best_worth(THINGS, 10) == 90


def test_pack():
    assert pack(THINGS, 10) == ["stove", "lamp"]


def test_weight():
    assert weight_of(["tent", "lamp"], THINGS) == 8


def test_per_kilo():
    assert per_kilo(THINGS) == ["lamp", "stove", "rope", "tent"]
