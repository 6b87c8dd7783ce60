import pytest

from seats import Theatre


@pytest.mark.parametrize("row", range(1, 4))
@pytest.mark.parametrize("seat", range(1, 6))
def test_book_and_free(row, seat):
    theatre = Theatre(3, 5)
    theatre.book("a", row, seat)
    theatre.free("a", row, seat)
    assert theatre.taken == {}


def test_others_stay():
    theatre = Theatre(3, 5)
    theatre.book("a", 1, 2)
    theatre.book("a", 2, 1)
    theatre.free("a", 1, 2)
    assert theatre.taken == {(2, 1): "a"}
