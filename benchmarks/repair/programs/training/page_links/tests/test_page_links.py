import pytest

from page_links import links, page_count, window


@pytest.mark.parametrize("items, pages", [(0, 1), (1, 1), (10, 1), (11, 2), (95, 10)])
def test_page_count(items, pages):
    assert page_count(items, 10) == pages


def test_in_the_middle():
    assert window(6, 12) == [4, 5, 6, 7, 8]


def test_at_the_start():
    assert window(1, 12) == [1, 2, 3, 4, 5]


def test_last_page():
    assert window(12, 12) == [8, 9, 10, 11, 12]


def test_few_pages():
    assert window(2, 3) == [1, 2, 3]


def test_links():
    assert links(1, 30) == "[1] 2 3"
    assert links(5, 100) == "… 3 4 [5] 6 7 …"


def test_links_at_the_end():
    assert links(99, 78) == "… 4 5 6 7 [8]"
