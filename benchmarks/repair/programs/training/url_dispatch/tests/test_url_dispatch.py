import pytest

from url_dispatch import Dispatcher, MethodNotAllowed, NoRoute


@pytest.fixture
def app():
    app = Dispatcher()
    app.add("get", "/", lambda: "home")
    app.add("get", "/users/<int:number>", lambda number: ("show", number))
    app.add("delete", "/users/<int:number>", lambda number: ("delete", number))
    app.add("get", "/users/<name>", lambda name: ("named", name))
    app.add("get", "/files/<path:path>", lambda path: ("file", path))
    app.add("get", "/tags/<tag>/<int:page>", lambda tag, page: (tag, page))
    return app


def test_static(app):
    assert app.dispatch("GET", "/") == "home"


def test_int(app):
    assert app.dispatch("GET", "/users/42") == ("show", 42)
    assert app.dispatch("DELETE", "/users/-1") == ("delete", -1)


def test_str(app):
    assert app.dispatch("GET", "/users/ann") == ("named", "ann")


def test_path(app):
    assert app.dispatch("GET", "/files/a/b.txt") == ("file", "a/b.txt")


def test_query_is_ignored(app):
    assert app.dispatch("get", "/tags/red/2?sort=name") == ("red", 2)


def test_no_route(app):
    with pytest.raises(NoRoute):
        app.dispatch("GET", "/nowhere")
    with pytest.raises(NoRoute):
        app.dispatch("GET", "/users/")


def test_method_not_allowed(app):
    with pytest.raises(MethodNotAllowed) as caught:
        app.dispatch("PUT", "/users/7")
    assert caught.value.allowed == ["DELETE", "GET"]


def test_unknown_kind(app):
    with pytest.raises(ValueError, match="float"):
        app.add("get", "/<float:x>", print)


def test_encoded_blank(app):
    assert app.dispatch("GET", "/users/mary%20ann") == ("named", "mary ann")


def test_encoded_slash_is_no_separator(app):
    assert app.dispatch("GET", "/tags/ac%2Fdc/1") == ("ac/dc", 1)


def test_encoded_umlaut_in_a_path(app):
    assert app.dispatch("GET", "/files/m%C3%BCsli/a.txt") == ("file", "müsli/a.txt")


def test_url(app):
    assert app.url("/tags/<tag>/<int:page>", tag="ac/dc", page=3) == "/tags/ac%2Fdc/3"
    assert app.url("/files/<path:path>", path="a b/c") == "/files/a%20b/c"


def test_url_with_a_missing_value(app):
    with pytest.raises(KeyError):
        app.url("/users/<name>")
