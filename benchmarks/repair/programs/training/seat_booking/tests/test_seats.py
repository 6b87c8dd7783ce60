import pytest

from seats import Theatre


@pytest.fixture
def theatre():
    return Theatre(4, 6)


def test_book(theatre):
    assert theatre.book("ann", 1, 2) == 3000
    assert theatre.plan()[0] == " 1 .x...."


def test_back(theatre):
    assert theatre.book("ann", 3, 1) == 2000


def test_taken(theatre):
    theatre.book("ann", 1, 1)
    with pytest.raises(ValueError, match="row 1 seat 1 is taken"):
        theatre.book("bob", 1, 1)


def test_no_such_seat(theatre):
    with pytest.raises(ValueError, match="no row 5"):
        theatre.book("ann", 5, 1)
    with pytest.raises(ValueError, match="no seat 7"):
        theatre.book("ann", 1, 7)


def test_free(theatre):
    theatre.book("ann", 2, 6)
    theatre.free("ann", 2, 6)
    assert theatre.taken == {}


def test_free_of_others(theatre):
    theatre.book("ann", 2, 2)
    with pytest.raises(PermissionError):
        theatre.free("bob", 2, 2)


def test_together(theatre):
    theatre.book("ann", 1, 3)
    assert theatre.together(3) == (1, 4)
    assert theatre.together(4) == (2, 1)
    assert theatre.together(7) is None


def test_income(theatre):
    theatre.book("ann", 1, 1)
    theatre.book("ann", 4, 1)
    assert theatre.income() == 5000
