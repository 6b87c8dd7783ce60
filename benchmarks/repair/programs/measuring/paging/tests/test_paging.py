import pytest

from listing import Page, PageError, links, paginate
from listing.links import numbers

LETTERS = "abcdefghij"


def test_first_page():
    page = paginate(LETTERS, size=4)
    assert page.items == ["a", "b", "c", "d"]
    assert page.has_next and not page.has_previous


def test_last_page():
    page = paginate(LETTERS, 3, size=4)
    assert page.items == ["i", "j"]
    assert page.pages == 3
    assert not page.has_next


def test_full_last_page_has_no_next():
    assert not paginate(LETTERS, 2, size=5).has_next


def test_links_of_full_pages():
    assert links("/x", paginate(LETTERS, 2, size=5)) == {
        "first": "/x?page=1&size=5", "last": "/x?page=2&size=5", "prev": "/x?page=1&size=5",
    }


def test_empty():
    page = paginate([])
    assert page.pages == 1
    assert page.summary == "nothing found"


def test_summary():
    assert paginate(LETTERS, 2, size=4).summary == "5-8 of 10"


@pytest.mark.parametrize("number, size", [(0, 5), (4, 4), (3, 5), (1, 0), (1, 101)])
def test_errors(number, size):
    with pytest.raises(PageError):
        paginate(LETTERS, number, size)


def test_links_keep_the_query():
    found = links("/x", paginate(LETTERS, 1, size=4), q="a b")
    assert found["next"] == "/x?q=a+b&page=2&size=4"
    assert "prev" not in found


def test_navigation_bar():
    assert numbers(Page([1], 6, 10, 115)) == [1, None, 4, 5, 6, 7, 8, None, 12]
