import pytest

from jsonpatch import Pointer, PointerError


def test_get():
    assert Pointer("/a/0/b").get({"a": [{"b": 5}]}) == 5
    assert Pointer("").get([1]) == [1]


@pytest.mark.parametrize("text", ["a", "/a/1", "/b", "/a/0/c"])
def test_nowhere(text):
    with pytest.raises(PointerError):
        Pointer(text).get({"a": [1]})


@pytest.mark.parametrize("key", ["a/b", "m~n~1"])
def test_of(key):
    assert Pointer.of("x", key).get({"x": {key: "found"}}) == "found"
