import pytest

from listing import Page, links, paginate
from listing.links import numbers


@pytest.mark.parametrize("total, size, pages", [(0, 5, 1), (1, 5, 1), (4, 5, 1), (5, 5, 1), (6, 5, 2), (10, 5, 2), (3, 1, 3)])
def test_pages(total, size, pages):
    assert Page([], 1, size, total).pages == pages


@pytest.mark.parametrize("number, total, more", [(1, 0, False), (1, 5, False), (1, 6, True), (2, 10, False), (2, 11, True)])
def test_has_next(number, total, more):
    assert Page([], number, 5, total).has_next is more


def test_following_the_links_ends():
    for total in range(1, 12):
        number = 1
        while "next" in links("/", paginate(list(range(total)), number, size=3)):
            number += 1
        assert number == paginate(list(range(total)), number, size=3).pages


def test_bar():
    assert numbers(Page([1], 1, 10, 20)) == [1, 2]
