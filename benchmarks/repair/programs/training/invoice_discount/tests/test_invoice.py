from invoice import GUEST, MEMBER, STAFF, line, price, total


def test_guest():
    assert price(1000, GUEST) == 1000


def test_staff():
    assert price(1000, STAFF) == 500


def test_member():
    assert price(1000, MEMBER) == 800


def test_unknown_pays_all():
    assert price(1000, "?") == 1000


def test_line():
    assert line("tea", 250) == "tea: 2.50"


def test_line_member():
    assert line("tea", 250, MEMBER) == "tea*: 2.00"


def test_total():
    assert total([100, 200], STAFF) == 150
