import pytest

from pages import Pages


@pytest.mark.parametrize("size", [1, 2, 3, 10])
@pytest.mark.parametrize("length", range(0, 31))
def test_no_page_is_empty(size, length):
    pages = Pages(range(length), size)
    shown = [item for number in range(1, pages.count + 1) for item in pages.page(number)]
    assert shown == list(range(length))
    assert length == 0 or pages.page(pages.count)
