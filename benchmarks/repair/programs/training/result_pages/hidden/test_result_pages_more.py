import pytest

from pages import Paginator


@pytest.mark.parametrize("n,size,total", [
    (0, 3, 1), (1, 3, 1), (2, 3, 1), (3, 3, 1), (4, 3, 2), (6, 3, 2), (7, 3, 3), (5, 1, 5)])
def test_totals(n, size, total):
    assert Paginator(range(n), size).total == total


def test_every_item_once():
    for n in range(1, 13):
        pages = list(Paginator(range(n), 4))
        assert [i for p in pages for i in p.items] == list(range(n))
        assert all(p.items for p in pages)


def test_beyond_end_gives_full_page():
    assert Paginator(range(10), 5).page(3).items == [5, 6, 7, 8, 9]


def test_empty_iterates_once():
    assert [p.items for p in Paginator([], 5)] == [[]]


def test_label_of_exact_last():
    assert Paginator(range(10), 5).page(99).label() == "6-10"
