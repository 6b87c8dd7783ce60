import pytest

from folder_rights import Folder, Rights


@pytest.fixture
def rights():
    r = Rights()
    r.add_folder("/a")
    r.add_folder("/a/b", private=True)
    r.add_folder("/a/b/c")
    r.grant("/", "ann", "read", "write")
    return r


def test_root_rule_stops_at_private(rights):
    assert rights.visible("ann") == ["/", "/a"]


def test_rule_of_the_private_folder_itself(rights):
    rights.grant("/a/b", "ann", "read")
    assert rights.allowed("/a/b", "ann", "read")
    assert not rights.allowed("/a/b", "ann", "write")


def test_child_inherits_from_private(rights):
    rights.grant("/a/b", "ann", "write")
    assert rights.allowed("/a/b/c", "ann", "write")
    assert not rights.allowed("/a/b/c", "ann", "read")


def test_rule_below_private(rights):
    rights.grant("/a/b/c", "eve", "share")
    assert rights.allowed("/a/b/c", "eve", "share")
    assert not rights.allowed("/a/b", "eve", "share")


def test_refusal_in_private(rights):
    rights.grant("/a/b", "ann", "read")
    rights.refuse("/a/b/c", "ann", "read")
    assert rights.visible("ann") == ["/", "/a", "/a/b"]


def test_group_in_private(rights):
    rights.join("boss", "zed")
    rights.grant("/a/b", "boss", "read")
    assert rights.visible("zed") == ["/a/b", "/a/b/c"]


def test_private_in_private(rights):
    rights.add_folder("/a/b/d", private=True)
    rights.grant("/a/b", "ann", "read")
    assert not rights.allowed("/a/b/d", "ann", "read")
    rights.grant("/a/b/d", "ann", "read")
    assert rights.allowed("/a/b/d", "ann", "read")


def test_cleared_rule(rights):
    rights.refuse("/a", "ann", "read")
    assert not rights.allowed("/a", "ann", "read")
    rights.folder("/a").clear_rule("ann", "read")
    assert rights.allowed("/a", "ann", "read")


def test_cleared_rule_in_private(rights):
    rights.grant("/a/b", "ann", "read")
    rights.folder("/a/b").clear_rule("ann", "read")
    assert not rights.allowed("/a/b", "ann", "read")


def test_groups_in_a_circle():
    r = Rights()
    r.join("x", "y", "ann")
    r.join("y", "x")
    assert r.subjects("ann") == {"ann", "x", "y"}


def test_paths():
    root = Folder("")
    assert Folder("b", Folder("a", root)).path == "/a/b"


def test_no_rule_at_all(rights):
    assert not rights.allowed("/a", "nobody", "read")
