import pytest
from route_matcher import NotFound, Pattern, Router


@pytest.fixture
def router():
    r = Router()
    r.add("/", "home")
    r.add("/users/<name>", "user")
    r.add("/users/<int:id>", "user_by_id")
    r.add("/users/new", "form", methods=("GET", "POST"))
    r.add("/static/<path:rest>", "static")
    return r


def test_home(router):
    assert router.find("/") == ("home", {})


def test_int(router):
    assert router.find("/users/12") == ("user_by_id", {"id": 12})


def test_specific_first(router):
    assert router.find("/users/new")[0] == "form"
    assert router.find("/users/bob") == ("user", {"name": "bob"})


def test_path(router):
    assert router.find("/static/css/a.css") == ("static", {"rest": "css/a.css"})


def test_double_slash(router):
    assert router.find("//users//bob")[0] == "user"


def test_trailing_slash(router):
    assert router.find("/users/bob/") == ("user", {"name": "bob"})


def test_query(router):
    assert router.find("/users/new?x=1/2")[0] == "form"


def test_not_found(router):
    with pytest.raises(NotFound) as info:
        router.find("/nothing")
    assert info.value.allowed == []


def test_method(router):
    assert router.find("/users/new", "POST")[0] == "form"
    with pytest.raises(NotFound) as info:
        router.find("/users/bob", "POST")
    assert info.value.allowed == ["GET"]


def test_build():
    assert Pattern("/a/<int:n>/<x>").build(n=3, x="y") == "/a/3/y"
