import pytest

from listing_pages import caption, page


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (10, 1), (11, 2), (30, 3)])
def test_pages(count, pages):
    assert page(list(range(count))).pages == pages


def test_beyond_a_full_last_page():
    assert page([1, 2, 3, 4], 5, 2).items == [3, 4]


def test_one_by_one():
    shown = page("xyz", 3, 1)
    assert caption(shown) == "page 3 of 3"
    assert shown.next is None
