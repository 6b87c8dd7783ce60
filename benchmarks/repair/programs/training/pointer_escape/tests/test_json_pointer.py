import pytest

from json_pointer import PointerError, add, build, flatten, get, parse


def test_get_nested():
    document = {"users": [{"name": "ann"}, {"name": "bob"}]}
    assert get(document, "/users/1/name") == "bob"
    assert get(document, "") is document


def test_missing_member():
    with pytest.raises(PointerError):
        get({"a": 1}, "/b")
    with pytest.raises(PointerError):
        get({"a": [1]}, "/a/1")


def test_add_to_list():
    document = {"xs": [1, 3]}
    add(document, "/xs/1", 2)
    add(document, "/xs/-", 4)
    assert document == {"xs": [1, 2, 3, 4]}


def test_keys_with_a_tilde():
    assert get({"m~n": 8}, "/m~0n") == 8
    assert build(["m~n"]) == "/m~0n"


def test_build_key_with_a_slash():
    assert build(["paths", "a/b", 0]) == "/paths/a~1b/0"


def test_parse_escaped_tilde_followed_by_one():
    assert parse("/~01") == ["~1"]


@pytest.mark.parametrize("key", ["a/b", "~", "/~/", "plain", ""])
def test_round_trip(key):
    assert parse(build([key])) == [key]


def test_flatten():
    assert flatten({"a": [1, {"b": 2}], "c": {}}) == {"/a/0": 1, "/a/1/b": 2, "/c": {}}


def test_pointer_without_slash():
    with pytest.raises(PointerError):
        parse("a/b")
