import pytest

from jsonpatch import PointerError, apply

DOCUMENT = {"name": "x", "tags": ["a", "b"], "paths": {"/home": 1, "~1": 2, "~": 3}}


def patched(*changes):
    return apply(DOCUMENT, changes)


def test_add():
    assert patched({"op": "add", "path": "/tags/1", "value": "n"})["tags"] == ["a", "n", "b"]
    assert patched({"op": "add", "path": "/tags/-", "value": "n"})["tags"] == ["a", "b", "n"]


def test_original_stays():
    patched({"op": "remove", "path": "/tags/0"})
    assert DOCUMENT["tags"] == ["a", "b"]


def test_remove():
    assert "name" not in patched({"op": "remove", "path": "/name"})
    with pytest.raises(PointerError):
        patched({"op": "remove", "path": "/tags/2"})


def test_replace_with_a_slash():
    assert patched({"op": "replace", "path": "/paths/~1home", "value": 9})["paths"]["/home"] == 9


def test_move_of_odd_keys():
    result = patched({"op": "move", "from": "/paths/~01", "path": "/paths/one"}, {"op": "remove", "path": "/paths/~0"})
    assert result["paths"] == {"/home": 1, "one": 2}


def test_copy():
    result = patched({"op": "copy", "from": "/tags", "path": "/more"}, {"op": "remove", "path": "/tags/0"})
    assert (result["tags"], result["more"]) == (["b"], ["a", "b"])


def test_test():
    assert patched({"op": "test", "path": "/tags/0", "value": "a"}) == DOCUMENT
    with pytest.raises(PointerError):
        patched({"op": "test", "path": "/tags/0", "value": "b"})


def test_unknown():
    with pytest.raises(ValueError):
        patched({"op": "swap", "path": "/a"})
