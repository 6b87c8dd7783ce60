import pytest

from url_router import MethodNotAllowed, NotFound, Router


def make(*patterns):
    r = Router()
    for p in patterns:
        r.add(p, p)
    return r


def test_path_shorter_than_pattern():
    r = make("/shop/<int:item>/edit")
    for path in ("/shop", "/shop/3", "/"):
        with pytest.raises(NotFound):
            r.resolve(path)


def test_root_route_only_matches_root():
    r = make("/", "/about")
    assert r.resolve("/") == ("/", {})
    assert r.resolve("/about") == ("/about", {})
    with pytest.raises(NotFound):
        r.resolve("/missing")


def test_collection_registered_before_member():
    r = make("/a", "/a/<x>", "/a/<x>/b", "/a/<x>/b/<int:y>")
    assert r.resolve("/a/1/b/2") == ("/a/<x>/b/<int:y>", {"x": "1", "y": 2})
    assert r.resolve("/a/1/b") == ("/a/<x>/b", {"x": "1"})
    assert r.resolve("/a/1") == ("/a/<x>", {"x": "1"})


def test_member_registered_before_collection():
    r = make("/a/<x>", "/a")
    assert r.resolve("/a") == ("/a", {})
    assert r.resolve("/a/") == ("/a", {})


def test_allowed_methods_come_from_same_path_only():
    r = Router()
    r.add("/jobs", "list", methods=("GET", "POST"))
    r.add("/jobs/<int:n>", "show", methods=("GET",))
    r.add("/jobs/<int:n>", "patch", methods=("PATCH",))
    with pytest.raises(MethodNotAllowed) as info:
        r.resolve("/jobs/4", "POST")
    assert info.value.allowed == ["GET", "PATCH"]


def test_trailing_and_double_slashes():
    r = make("/x/<int:n>")
    assert r.resolve("//x//5/") == ("/x/<int:n>", {"n": 5})
