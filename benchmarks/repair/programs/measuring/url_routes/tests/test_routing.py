import pytest

from routing import NotFound, Router


@pytest.fixture
def router():
    router = Router()
    router.add("/", "home")
    router.add("/users/<int:id>", "user")
    router.add("/users/<int:id>", "user_update", methods=["PUT", "PATCH"])
    router.add("/tags/<tag>", "tag")
    router.add("/files/<path:where>", "file")
    return router


def test_home(router):
    assert router.resolve("/") == ("home", {})
    assert router.url("home") == "/"


def test_converted(router):
    assert router.resolve("/users/42") == ("user", {"id": 42})


def test_not_a_number(router):
    with pytest.raises(NotFound):
        router.resolve("/users/ann")


def test_method(router):
    assert router.resolve("/users/1", "PUT")[0] == "user_update"
    with pytest.raises(NotFound, match="only GET, PATCH, PUT"):
        router.resolve("/users/1", "DELETE")


def test_path_takes_slashes(router):
    assert router.resolve("/files/a/b.txt") == ("file", {"where": "a/b.txt"})


def test_unquoted(router):
    assert router.resolve("/tags/a%20b") == ("tag", {"tag": "a b"})


def test_url_is_quoted(router):
    assert router.url("tag", tag="a/b c") == "/tags/a%2Fb%20c"


def test_url_with_a_converter(router):
    assert router.url("user", id=7) == "/users/7"


def test_query(router):
    assert router.url("home", {"q": "a&b", "n": 1}) == "/?q=a%26b&n=1"


def test_missing_value(router):
    with pytest.raises(ValueError, match="user needs id"):
        router.url("user")


def test_unknown_name(router):
    with pytest.raises(NotFound):
        router.url("nope")


def test_same_name_twice(router):
    with pytest.raises(ValueError):
        router.add("/x", "home")
    with pytest.raises(ValueError):
        router.add("/<a>/<a>", "twice")
