from menu import Menu

ITEMS = [("tea", 2), ("cake", 4)]


def test_names():
    assert list(Menu().actions(ITEMS)) == ["tea", "cake"]


def test_last():
    assert Menu().actions(ITEMS)["cake"]() == 4


def test_first():
    menu = Menu()
    assert menu.actions(ITEMS)["tea"]() == 2
    assert menu.log == ["tea"]


def test_total():
    assert Menu().total(ITEMS, ["tea", "tea", "cake"]) == 8


def test_nothing():
    assert Menu().total(ITEMS, []) == 0
