import pytest

from doc_permissions import PermissionTree


def deep():
    t = PermissionTree()
    t.add("a/b/c/d")
    t.add("a/x")
    t.add("z")
    return t


def test_grant_at_top_after_lookup():
    t = deep()
    assert t.level("a/b/c/d", "u") == "none"
    t.grant("", "u", "read")
    assert t.level("a/b/c/d", "u") == "read"
    assert t.level("z", "u") == "read"


@pytest.mark.parametrize("where", ["a", "a/b", "a/b/c", "a/b/c/d"])
def test_grant_anywhere_above(where):
    t = deep()
    assert not t.may("a/b/c/d", "u", "comment")
    t.grant(where, "u", "comment")
    assert t.may("a/b/c/d", "u", "comment")


def test_grandchildren_after_revoke():
    t = deep()
    t.grant("a", "u", "owner")
    assert len(t.visible("u")) == 5
    t.revoke("a", "u")
    assert t.visible("u") == []


def test_own_grant_survives_change_above():
    t = deep()
    t.grant("a/b/c", "u", "write")
    t.level("a/b/c/d", "u")
    t.grant("a", "u", "read")
    assert t.level("a/b/c/d", "u") == "write"
    assert t.level("a/b", "u") == "read"


def test_move_and_back():
    t = deep()
    t.grant("a", "u", "read")
    assert t.may("a/b/c/d", "u", "read")
    t.move("a/b", "z")
    assert not t.may("z/b/c/d", "u", "read")
    t.move("z/b", "a")
    assert t.may("a/b/c/d", "u", "read")


def test_siblings_are_kept():
    t = deep()
    t.level("a/x", "u")
    count = t.lookups
    t.grant("a/b", "u", "read")
    t.level("a/x", "u")
    assert t.lookups == count


def test_two_users():
    t = deep()
    t.grant("a", "u", "read")
    t.level("a/b", "u"), t.level("a/b", "v")
    t.grant("a", "v", "write")
    assert (t.level("a/b", "u"), t.level("a/b", "v")) == ("read", "write")


def test_unknown_level():
    with pytest.raises(ValueError):
        deep().grant("a", "u", "admin")
