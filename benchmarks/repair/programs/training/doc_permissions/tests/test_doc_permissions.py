import pytest

from doc_permissions import PermissionTree


@pytest.fixture
def tree():
    t = PermissionTree()
    for path in ("team/plans/q1", "team/plans/q2", "team/notes", "private/diary"):
        t.add(path)
    t.grant("team", "ann", "write")
    return t


def test_inherited(tree):
    assert tree.level("team/plans/q1", "ann") == "write"
    assert tree.level("private/diary", "ann") == "none"


def test_own_grant_goes_first(tree):
    tree.grant("team/plans/q1", "ann", "read")
    assert not tree.may("team/plans/q1", "ann", "write")
    assert tree.may("team/plans/q2", "ann", "write")


def test_visible(tree):
    tree.grant("team/notes", "ann", "none")
    assert tree.visible("ann") == ["/team", "/team/plans", "/team/plans/q1", "/team/plans/q2"]


def test_lookups_are_kept(tree):
    tree.level("team/plans/q1", "ann")
    count = tree.lookups
    tree.level("team/plans/q1", "ann")
    assert tree.lookups == count


def test_change_is_seen(tree):
    assert tree.level("team", "ann") == "write"
    tree.grant("team", "ann", "owner")
    assert tree.level("team", "ann") == "owner"


def test_revoke_is_seen_below(tree):
    assert tree.may("team/notes", "ann", "read")
    tree.revoke("team", "ann")
    assert not tree.may("team/notes", "ann", "read")


def test_move(tree):
    assert tree.level("team/plans/q1", "ann") == "write"
    tree.move("team/plans", "private")
    assert tree.level("private/plans/q1", "ann") == "none"
    with pytest.raises(KeyError):
        tree.node("team/plans")


def test_move_into_itself(tree):
    with pytest.raises(ValueError):
        tree.move("team", "team/plans")


def test_other_branches_are_kept(tree):
    tree.level("team/notes", "ann")
    count = tree.lookups
    tree.grant("private", "ann", "read")
    tree.level("team/notes", "ann")
    assert tree.lookups == count
