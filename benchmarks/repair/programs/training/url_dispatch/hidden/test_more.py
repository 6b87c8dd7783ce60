import pytest

from url_dispatch import Dispatcher, NoRoute


@pytest.fixture
def app():
    app = Dispatcher()
    app.add("get", "/n/<name>", lambda name: name)
    app.add("get", "/p/<path:rest>", lambda rest: rest)
    app.add("get", "/i/<int:number>/<name>", lambda number, name: (number, name))
    return app


def test_round_trip(app):
    for value in ["plain", "a b", "50%", "a%20b", "x?y", "é/ü", "a+b"]:
        assert app.dispatch("GET", app.url("/n/<name>", name=value)) == value


def test_decoded_once_only(app):
    assert app.dispatch("GET", "/n/a%2520b") == "a%20b"


def test_plus_stays(app):
    assert app.dispatch("GET", "/n/a+b") == "a+b"


def test_encoded_question_mark(app):
    assert app.dispatch("GET", "/n/why%3F?x=1") == "why?"


def test_path_with_encoded_percent(app):
    assert app.dispatch("GET", "/p/100%25/a") == "100%/a"


def test_two_slots(app):
    assert app.dispatch("GET", "/i/12/o%27neil") == (12, "o'neil")


def test_encoded_slash_in_a_name(app):
    assert app.dispatch("GET", "/n/a%2fb") == "a/b"
    with pytest.raises(NoRoute):
        app.dispatch("GET", "/n/a/b")
