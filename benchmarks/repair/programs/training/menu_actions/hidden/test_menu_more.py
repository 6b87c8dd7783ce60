from menu import Menu


def test_more():
    m = Menu()
    assert m.total([("a", 1), ("b", 2), ("c", 3)], ["a", "c"]) == 4
    assert m.log == ["a", "c"]
