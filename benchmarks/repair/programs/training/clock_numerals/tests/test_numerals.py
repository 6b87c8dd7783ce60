import pytest

from numerals import chapter, hours, number, numeral


def test_simple():
    assert number("III") == 3


def test_taken_off():
    assert number("IX") == 9
    assert number("xiv") == 14


def test_many():
    assert number("XXVII") == 27


def test_year():
    assert number("MCMXCIV") == 1994


def test_bad_letter():
    with pytest.raises(ValueError):
        number("IZ")


def test_numeral():
    assert numeral(1994) == "MCMXCIV"
    assert numeral(48) == "XLVIII"


def test_out_of_range():
    with pytest.raises(ValueError):
        numeral(0)


def test_hours():
    assert hours()[3] == "IIII" and hours()[11] == "XII"


def test_chapter():
    assert chapter("IV. The storm") == (4, "The storm")
