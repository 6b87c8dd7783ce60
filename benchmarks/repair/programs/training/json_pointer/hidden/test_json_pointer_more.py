import pytest
from json_pointer import PointerError, assign, escape, leaves, parse, resolve, unescape


@pytest.mark.parametrize("raw", ["~1", "~01", "/~1/", "~~", "/", "~0~1", "plain"])
def test_escape_round_trip(raw):
    assert unescape(escape(raw)) == raw


def test_parse_mixed():
    assert parse("/~01~1/~00") == ["~1/", "~0"]


def test_resolve_odd_key():
    assert resolve({"home~1": {"/": 8}}, "/home~01/~1") == 8


def test_assign_odd_key():
    doc = {}
    assign(doc, "/q~01", 1)
    assert doc == {"q~1": 1}


def test_leaves_resolve():
    doc = {"~1": [True], "b": {"~0": None}}
    for pointer, value in leaves(doc):
        assert resolve(doc, pointer) is value


def test_assign_root():
    with pytest.raises(PointerError):
        assign({}, "", 1)
