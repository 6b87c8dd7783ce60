import pytest

from shelving import CallNumber, CallNumberError, Shelf


def test_parse():
    number = CallNumber.parse("823.912 orw  1949 v.2")
    assert number == CallNumber(823, "912", "ORW", 1949, 2)


def test_parse_short():
    assert CallNumber.parse("005 KNU") == CallNumber(5, "", "KNU")


@pytest.mark.parametrize("text", ["82 ORW", "823.", "823.9", "823 ORWEL"])
def test_parse_bad(text):
    with pytest.raises(CallNumberError):
        CallNumber.parse(text)


def test_round_trip():
    assert str(CallNumber.parse("005.133 PYT 2022 v.3")) == "005.133 PYT 2022 v.3"


def test_order_by_main_number():
    assert list(Shelf(["900 ABC", "100 XYZ", "500 DEF"])) == ["100 XYZ", "500 DEF", "900 ABC"]


def test_order_by_decimals():
    shelf = Shelf(["823.9 ABC", "823.12 ABC", "823 ABC", "823.912 ABC"])
    assert list(shelf) == ["823 ABC", "823.12 ABC", "823.9 ABC", "823.912 ABC"]


def test_leading_zero_in_decimals():
    shelf = Shelf(["510.2 ABC", "510.1 ABC", "510.07 ABC"])
    assert list(shelf) == ["510.07 ABC", "510.1 ABC", "510.2 ABC"]


def test_order_by_author_year_volume():
    shelf = Shelf(["823 ORW 1950", "823 ORW 1949 v.2", "823 ORW 1949 v.1", "823 HUX 1960"])
    assert list(shelf) == ["823 HUX 1960", "823 ORW 1949 v.1", "823 ORW 1949 v.2", "823 ORW 1950"]


def test_trailing_zero_means_nothing():
    assert list(Shelf(["510.0 ZED", "510 ABC"])) == ["510 ABC", "510.0 ZED"]
    assert list(Shelf(["510.50 ABC", "510.5 ZED"])) == ["510.50 ABC", "510.5 ZED"]


def test_take():
    shelf = Shelf(["100 ABC", "200 ABC"])
    assert shelf.take("200 abc").main == 200
    assert len(shelf) == 1
    with pytest.raises(KeyError):
        shelf.take("200 ABC")


def test_misplaced():
    shelf = Shelf()
    assert shelf.misplaced(["100 A", "300 A", "200 A", "400 A"]) == ["200 A"]
