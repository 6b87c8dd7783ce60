import pytest

from rolebook import RoleBook, UnknownGroup


def make():
    b = RoleBook()
    b.define("base", allow=["x"])
    b.define("mid", allow=["y"], includes=["base"])
    b.define("top", allow=["z"], includes=["mid", "base"])
    b.join("u", "top")
    b.join("v", "mid", "base")
    return b


def test_remove_included_by_two():
    b = make()
    b.remove("base")
    assert b.groups_of("u") == ["mid", "top"]
    assert b.groups_of("v") == ["mid"]
    assert b.filter("u", "xyz") == ["y", "z"]


def test_remove_middle():
    b = make()
    b.remove("mid")
    assert b.groups_of("u") == ["base", "top"]
    assert b.filter("u", "xyz") == ["x", "z"]
    assert b.filter("v", "xyz") == ["x"]


def test_report_after_removal():
    b = make()
    b.remove("base")
    assert b.report() == ["mid: 2", "top: 1"]


def test_redefined_is_not_included():
    b = make()
    b.remove("mid")
    b.define("mid", allow=["w"])
    assert not b.can("u", "w")
    assert b.users_in("mid") == []


def test_include_again():
    b = make()
    b.remove("base")
    b.define("base", allow=["w"])
    b.define("mid", includes=["base"])
    assert b.can("u", "w")


def test_removed_denial():
    b = RoleBook()
    b.define("block", deny=["x"])
    b.define("work", allow=["x"], includes=["block"])
    b.join("u", "work")
    assert not b.can("u", "x")
    b.remove("block")
    assert b.can("u", "x")


def test_remove_from_cycle():
    b = RoleBook()
    b.define("a", allow=["1"])
    b.define("b", allow=["2"], includes=["a"])
    b.define("a", includes=["b"])
    b.join("u", "a", "b")
    b.remove("a")
    assert b.groups_of("u") == ["b"]


def test_remove_twice():
    b = make()
    b.remove("base")
    with pytest.raises(UnknownGroup):
        b.remove("base")


def test_other_includes_stay():
    b = make()
    b.remove("mid")
    assert b.users_in("base") == ["u", "v"]


def test_remove_all():
    b = make()
    for name in ("base", "mid", "top"):
        b.remove(name)
    assert b.report() == []
    assert b.groups_of("u") == []
