import pytest
from shell_words import join, split

V = {"a": "1", "b_c": "two words", "e": ""}


@pytest.mark.parametrize("line,want", [
    ('"$a$b_c"', ["1two words"]),
    ('"$e"', [""]),
    ("$e", []),
    ('x"$a"y', ["x1y"]),
    ('"cost: 5$"', ["cost: 5$"]),
    ('"$missing."', ["."]),
    ('"\\$a $a"', ["$a 1"]),
    ("'\"$a\"'", ['"$a"']),
])
def test_expansion(line, want):
    assert split(line, V) == want


def test_value_is_not_split():
    assert split('"$b_c" z', V) == ["two words", "z"]


def test_number_value():
    assert split('"n=$n"', {"n": 7}) == ["n=7"]


def test_join_dollar():
    assert split(join(["$a", "#"]), V) == ["$a", "#"]
