import pytest
from route_matcher import NotFound, Pattern, Router


def test_pattern_with_trailing_slash():
    r = Router()
    r.add("/about/", "about")
    assert r.find("/about") == ("about", {})
    assert r.find("/about/") == ("about", {})


def test_only_slashes():
    r = Router()
    r.add("", "home")
    assert r.find("///")[0] == "home"
    assert r.find("")[0] == "home"


def test_path_parameter_without_trailing_slash():
    r = Router()
    r.add("/f/<path:p>", "f")
    assert r.find("/f/a/b/") == ("f", {"p": "a/b"})


def test_trailing_slash_before_query():
    r = Router("/api")
    r.add("/v/<int:n>/", "v")
    assert r.find("/api/v/3/?q=/") == ("v", {"n": 3})


def test_build_has_no_trailing_slash():
    assert Pattern("/a/<x>/").build(x=1) == "/a/1"


def test_not_found_path():
    with pytest.raises(NotFound) as info:
        Router().find("/x/y/")
    assert str(info.value) == "/x/y"


def test_bad_patterns():
    with pytest.raises(ValueError):
        Pattern("/<float:x>")
    with pytest.raises(ValueError):
        Pattern("/<x>/<x>")


def test_decorator():
    r = Router()

    @r.route("/go", methods=["PUT"])
    def go():
        return 1

    assert r.find("/go", "PUT")[0] is go
