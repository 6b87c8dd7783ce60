import pytest

from mailmerge.template import lookup, render


@pytest.mark.parametrize(
    "data, path",
    [({"a": None}, "a.b"), ({"a": 5}, "a.0"), ({"a": [1]}, "a.1"), ({"a": [1]}, "a.b"), ({"a": "x"}, "a.b.c"), ({"a": {"b": None}}, "a.b.c")],
)
def test_nothing_there(data, path):
    assert lookup(data, path) is None


def test_found():
    assert lookup({"a": [{"b": [0, 7]}]}, "a.0.b.1") == 7


def test_default_for_an_empty_list():
    assert render("{{ a.0 | default:- }}", {"a": []}) == "-"
