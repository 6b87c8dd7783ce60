import pytest

from labels import Address, LabelError, lines, sheet, shorten

BERLIN = Address("Eva Kranz", "Hauptstr.", "Berlin", "10115", "DE", house="7")
AUSTIN = Address("Joe Hill", "Main St", "Austin", "78701", "US", house="12", region="TX", company="Hill LLC")


def test_german():
    assert lines(BERLIN) == ["Eva Kranz", "Hauptstr. 7", "10115 Berlin", "GERMANY"]


def test_american():
    assert lines(AUSTIN) == ["Joe Hill", "Hill LLC", "12 Main St", "AUSTIN, TX 78701", "UNITED STATES"]


def test_inland_has_no_country():
    assert lines(BERLIN, "DE")[-1] == "10115 Berlin"


def test_no_house_number():
    address = Address("Eva Kranz", "Postfach 99", "Berlin", "10115", "DE")
    assert lines(address)[1] == "Postfach 99"


def test_no_region():
    address = Address("Joe Hill", "Main St", "Austin", "78701", "US", house="12")
    assert lines(address)[2] == "AUSTIN, 78701"


def test_typed_with_too_many_blanks():
    address = Address("Eva  Kranz", " Hauptstr. ", "Berlin ", "10115", "DE", house="7 b")
    assert lines(address, "DE") == ["Eva Kranz", "Hauptstr. 7 b", "10115 Berlin"]


def test_other_country():
    address = Address("Ana", "Rua 1", "Porto", "4000", "PT")
    assert lines(address) == ["Ana", "Rua 1", "4000 Porto", "PT"]


def test_form():
    form = {"name": "A", "street": "B", "city": "C", "postcode": "1", "country": "DE", "newsletter": "on"}
    assert lines(Address.from_form(form), "DE") == ["A", "B", "1 C"]


def test_incomplete_form():
    with pytest.raises(LabelError, match="city, country"):
        Address.from_form({"name": "A", "street": "B", "postcode": "1"})


def test_shorten():
    assert shorten("abc def", 5) == "abc."
    assert shorten("abcde", 5) == "abcde"


def test_sheet():
    rows = sheet([BERLIN, AUSTIN, BERLIN], sender_country="DE")
    assert rows[0] == "Eva Kranz".ljust(35) + "Joe Hill"
    assert rows[4] == " " * 35 + "UNITED STATES"
    assert rows[-1] == "10115 Berlin"
