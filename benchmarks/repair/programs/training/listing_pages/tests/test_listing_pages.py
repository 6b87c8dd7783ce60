import pytest

from listing_pages import caption, page

LETTERS = list("abcdefghijkl")


def test_first():
    shown = page(LETTERS, 1, 5)
    assert (shown.items, shown.previous, shown.next) == (list("abcde"), None, 2)


def test_last():
    shown = page(LETTERS, 3, 5)
    assert (shown.items, shown.previous, shown.next) == (["k", "l"], 2, None)


def test_caption():
    assert caption(page(LETTERS, 2, 5)) == "page 2 of 3"


def test_full_last_page():
    assert caption(page(LETTERS, 2, 6)) == "page 2 of 2"


def test_no_next_after_a_full_page():
    assert page(LETTERS, 3, 4).next is None


def test_no_items():
    assert page([]).pages == 1


def test_too_large_number():
    assert page(LETTERS, 9, 5).items == ["k", "l"]


def test_too_small_number():
    assert page(LETTERS, 0, 5).number == 1


def test_size():
    with pytest.raises(ValueError):
        page(LETTERS, 1, 0)
