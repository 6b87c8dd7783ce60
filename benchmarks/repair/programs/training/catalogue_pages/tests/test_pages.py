import pytest

from pages import Pages


def test_size():
    with pytest.raises(ValueError):
        Pages([], 0)


def test_first_page():
    assert Pages("abcdefg", 3).page(1) == ["a", "b", "c"]


def test_last_page():
    assert Pages("abcdefg", 3).page(3) == ["g"]


def test_count():
    assert Pages(range(35)).count == 4
    assert Pages([]).count == 1


def test_full_pages():
    pages = Pages(range(20))
    assert pages.count == 2
    assert pages.neighbours(2) == (1, None)


def test_no_such_page():
    with pytest.raises(IndexError):
        Pages("abc").page(2)


def test_neighbours():
    pages = Pages(range(25))
    assert pages.neighbours(1) == (None, 2)
    assert pages.neighbours(2) == (1, 3)


def test_title():
    assert Pages(range(35)).title(2) == "Items 11-20 of 35"
    assert Pages(range(35)).title(4) == "Items 31-35 of 35"
    assert Pages([]).title(1) == "No items"


def test_bar():
    assert Pages(range(95)).bar(5) == "1 ... 4 [5] 6 ... 10"


def test_find():
    assert Pages("abcdefg", 3).find("d") == 2
    assert Pages("abc").find("x") is None
