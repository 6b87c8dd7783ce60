import pytest

from route_table import NotFound, RouteTable


def make(name, pattern, **defaults):
    t = RouteTable()
    t.add(name, pattern, **defaults)
    return t


def test_zero_without_default():
    assert make("item", "/i/<int:n>").url_for("item", n=0) == "/i/0"


def test_zero_with_default():
    assert make("item", "/i/<int:n>", n=7).url_for("item", n=0) == "/i/0"


def test_default_zero():
    assert make("item", "/i/<int:n>", n=0).url_for("item") == "/i/0"


def test_default_used():
    assert make("item", "/i/<int:n>", n=7).url_for("item") == "/i/7"


def test_false_without_default():
    assert make("s", "/s/<bool:on>").url_for("s", on=False) == "/s/no"


def test_false_over_true():
    t = make("s", "/s/<bool:on>", on=True)
    assert t.url_for("s", on=False) == "/s/no"
    assert t.url_for("s", on=True) == "/s/yes"


def test_default_false():
    t = make("s", "/s/<bool:on>", on=False)
    assert t.url_for("s") == "/s/no"
    assert t.url_for("s", on=True) == "/s/yes"


def test_two_zeroes():
    t = make("pt", "/pt/<int:x>/<int:y>", y=3)
    assert t.url_for("pt", x=0, y=0) == "/pt/0/0"
    assert t.url_for("pt", x=0) == "/pt/0/3"


def test_zero_in_query():
    assert make("h", "/h").url_for("h", offset=0) == "/h?offset=0"


def test_none_left_out_of_query():
    assert make("h", "/h").url_for("h", a=None, b=1) == "/h?b=1"


def test_round_trip():
    t = make("item", "/i/<int:n>/<bool:on>", n=5, on=True)
    for n in (0, 1, 5):
        for on in (True, False):
            assert t.resolve(t.url_for("item", n=n, on=on)) == ("item", {"n": n, "on": on})


def test_missing():
    with pytest.raises(KeyError):
        make("item", "/i/<int:n>", other=1).url_for("item")


def test_literal_dots():
    t = make("f", "/f.txt")
    with pytest.raises(NotFound):
        t.resolve("/fxtxt")
