import pytest

from pages import Paginator, links


def test_first_page():
    p = Paginator(range(25)).page(1)
    assert p.items == list(range(10))
    assert p.has_next and not p.has_previous
    assert p.label() == "1-10"


def test_last_page():
    p = Paginator(range(25)).page(3)
    assert p.items == [20, 21, 22, 23, 24]
    assert p.label() == "21-25"
    assert p.has_previous and not p.has_next


def test_exact_multiple():
    pg = Paginator(range(20))
    assert pg.total == 2
    assert not pg.page(2).has_next


def test_empty():
    pg = Paginator([])
    assert pg.total == 1
    assert pg.page(1).label() == "no results"


def test_out_of_range():
    pg = Paginator(range(15))
    assert pg.page(0).number == 1
    assert pg.page(9).number == 2


def test_bad_size():
    with pytest.raises(ValueError):
        Paginator([], 0)


def test_iteration():
    assert [p.items for p in Paginator("abcd", 2)] == [["a", "b"], ["c", "d"]]


def test_links_gap():
    assert links(5, 9) == [1, None, 4, 5, 6, None, 9]


def test_links_short():
    assert links(1, 3) == [1, 2, 3]


def test_links_single():
    assert links(1, 1) == [1]
