import pytest
from json_pointer import PointerError, assign, build, leaves, parse, resolve, unescape

DOC = {"a": [1, {"b": 2}], "x/y": 3, "m~n": 4, "": 5}


def test_empty_pointer_is_document():
    assert resolve(DOC, "") is DOC


def test_nested():
    assert resolve(DOC, "/a/1/b") == 2


def test_escaped_members():
    assert resolve(DOC, "/x~1y") == 3
    assert resolve(DOC, "/m~0n") == 4


def test_empty_key():
    assert resolve(DOC, "/") == 5


def test_tilde_followed_by_one():
    assert unescape("~01") == "~1"


def test_round_trip():
    tokens = ["a~1b", "c/d", "~"]
    assert parse(build(tokens)) == tokens


def test_errors():
    for bad in ("a", "/zzz", "/a/01", "/a/7", "/x~1y/z"):
        with pytest.raises(PointerError):
            resolve(DOC, bad)


def test_assign():
    doc = {"l": [1]}
    assign(doc, "/l/-", 2)
    assign(doc, "/l/0", 9)
    assign(doc, "/k", 0)
    assert doc == {"l": [9, 2], "k": 0}


def test_leaves():
    assert list(leaves({"a": [1, 2], "b": {"c/d": 3}})) == [("/a/0", 1), ("/a/1", 2), ("/b/c~1d", 3)]
