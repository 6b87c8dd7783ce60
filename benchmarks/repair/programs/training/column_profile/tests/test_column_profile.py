import pytest

from column_profile import columns, describe, deviation, most_common, most_incomplete, profile, to_number

TABLE = """\
city,people,note
Ulm,"126,000",
Bonn,330000,-
Ulm,n/a
Mainz,220000,

"""


def test_to_number():
    assert to_number(" 1,234.5 ") == 1234.5
    assert to_number("-3") == -3
    assert to_number("nan") is None
    assert to_number("12 km") is None


def test_deviation():
    assert deviation([2, 4, 6]) == 2
    assert deviation([5]) == 0


def test_most_common():
    assert most_common(["b", "a", "b", "a", "c", "d"]) == (("a", 2), ("b", 2), ("c", 1))


def test_columns():
    table = columns(TABLE)
    assert list(table) == ["city", "people", "note"]
    assert table["note"] == ["", "-", "", ""]


def test_numbers():
    found = profile("x", ["1", "", "3"])
    assert (found.missing, found.count, found.low, found.high, found.mean) == (1, 2, 1, 3, 2)


def test_texts():
    found = profile("x", ["red ", "blue", "NA", "red", "7"])
    assert (found.missing, found.count, found.different) == (1, 4, 3)
    assert found.common == (("red", 2), ("7", 1), ("blue", 1))


def test_nothing():
    assert profile("x", ["", " - ", "null"]).missing == 3
    assert profile("x", []).line() == "x: nothing"


def test_describe():
    assert describe(TABLE) == [
        "city: 4 texts, 3 different: Ulm (2), Bonn (1), Mainz (1)",
        "people: 3 numbers, 126000 to 330000, mean 225333.33, deviation 102104.52",
        "note: nothing",
    ]


def test_describe_numbers():
    assert describe("a;b\n1;2\n3;2", ";") == [
        "a: 2 numbers, 1 to 3, mean 2.00, deviation 1.41",
        "b: 2 numbers, 2 to 2, mean 2.00, deviation 0.00",
    ]


@pytest.mark.parametrize(("text", "name"), [(TABLE, "note"), ("a,b\n1,2", None), ("", None)])
def test_most_incomplete(text, name):
    assert most_incomplete(text) == name
