import pytest

from json_pointer import PointerError, add, build, escape, flatten, get, parse, unescape


@pytest.mark.parametrize("raw, coded", [
    ("/", "~1"), ("~", "~0"), ("~1", "~01"), ("~0", "~00"),
    ("a/b~c", "a~1b~0c"), ("~/~", "~0~1~0"), ("//", "~1~1"), ("~~", "~0~0"),
])
def test_both_directions(raw, coded):
    assert escape(raw) == coded
    assert unescape(coded) == raw


def test_members_from_the_specification():
    document = {"a/b": 1, "c%d": 2, "e^f": 3, "m~n": 8, "": 0, " ": 7}
    assert get(document, "/a~1b") == 1
    assert get(document, "/c%d") == 2
    assert get(document, "/m~0n") == 8
    assert get(document, "/") == 0
    assert get(document, "/ ") == 7


def test_add_under_odd_key():
    document = {"x~1y": {}, "x/y": {}}
    add(document, "/x~01y/k", 1)
    add(document, "/x~1y/k", 2)
    assert document == {"x~1y": {"k": 1}, "x/y": {"k": 2}}


def test_flatten_uses_escaped_keys():
    assert flatten({"GET /users": {"~x": 1}}) == {"/GET ~1users/~0x": 1}


def test_leading_zero_index():
    assert get([5, 6], "/0") == 5
    for bad in ("/01", "/-1", "/-", "/x"):
        with pytest.raises(PointerError):
            get([5, 6], bad)


def test_tokens_survive_a_trip():
    tokens = ["~01", "~1/0", "a", "~~1"]
    assert parse(build(tokens)) == tokens
