import pytest

from route_table import MethodNotAllowed, NotFound, RouteTable


@pytest.fixture
def table():
    t = RouteTable()
    t.add("home", "/")
    t.add("post", "/posts/<int:id>")
    t.add("edit", "/posts/<int:id>", methods=["PUT", "DELETE"])
    t.add("page", "/blog/<tag>/<int:page>", page=1, sort="new")
    t.add("file", "/files/<path:where>")
    t.add("flag", "/flags/<bool:state>", state=True)
    return t


def test_resolve(table):
    assert table.resolve("/") == ("home", {})
    assert table.resolve("/posts/12") == ("post", {"id": 12})
    assert table.resolve("/posts/12", "put") == ("edit", {"id": 12})
    assert table.resolve("/files/a/b.txt") == ("file", {"where": "a/b.txt"})


def test_defaults_in_match(table):
    assert table.resolve("/blog/py/3") == ("page", {"tag": "py", "page": 3, "sort": "new"})


def test_not_found(table):
    for path in ("/posts/x", "/posts/1/", "/nothing"):
        with pytest.raises(NotFound):
            table.resolve(path)


def test_method_not_allowed(table):
    with pytest.raises(MethodNotAllowed) as caught:
        table.resolve("/posts/1", "PATCH")
    assert caught.value.allowed == {"GET", "PUT", "DELETE"}


def test_build(table):
    assert table.url_for("home") == "/"
    assert table.url_for("post", id=5) == "/posts/5"
    assert table.url_for("file", where="a b/c") == "/files/a%20b/c"


def test_build_with_default(table):
    assert table.url_for("page", tag="py") == "/blog/py/1"
    assert table.url_for("page", tag="py", page=4) == "/blog/py/4"


def test_build_page_zero(table):
    assert table.url_for("page", tag="py", page=0) == "/blog/py/0"


def test_build_flag(table):
    assert table.url_for("flag") == "/flags/yes"
    assert table.url_for("flag", state=False) == "/flags/no"


def test_build_query(table):
    assert table.url_for("page", tag="py", sort="new", q="a b") == "/blog/py/1?q=a+b"


def test_build_missing_value(table):
    with pytest.raises(KeyError):
        table.url_for("post")
    with pytest.raises(KeyError):
        table.url_for("page", page=2)


def test_same_name(table):
    with pytest.raises(ValueError):
        table.add("home", "/home")
