import pytest

from access import Access, Directory
from tree import Level, Node


@pytest.fixture
def root():
    return Node("drive", owner="olga")


@pytest.fixture
def access():
    return Access(Directory({"@staff": ["ada", "@board"], "@board": ["kim"], "@guests": ["tom"]}))


def test_groups(access):
    assert access.directory.names_of("kim") == {"kim", "@board", "@staff"}
    assert access.directory.names_of("nobody") == {"nobody"}


def test_owner(access, root):
    plan = root.add("plan", owner="ada")
    assert access.level("ada", plan) == Level.OWN
    assert access.level("olga", plan) == Level.OWN
    assert access.level("tom", plan) == Level.NONE


def test_share_of_folder_is_inherited(access, root):
    plan = root.add("work").add("plan")
    root.share("@staff", Level.COMMENT)
    assert access.may("kim", "comment", plan)
    assert not access.may("kim", "write", plan)


def test_best_level_wins(access, root):
    plan = root.add("plan")
    root.share("@staff", Level.EDIT)
    plan.share("ada", Level.VIEW)
    assert access.level("ada", plan) == Level.EDIT


def test_restricted_document(access, root):
    root.share("@staff", Level.EDIT)
    salaries = root.add("salaries", restricted=True)
    salaries.share("@board", Level.VIEW)
    assert access.level("kim", salaries) == Level.VIEW
    assert access.level("ada", salaries) == Level.NONE


def test_visible(access, root):
    root.share("@everyone", Level.VIEW)
    root.add("menu")
    private = root.add("private", restricted=True)
    private.add("diary")
    assert access.visible("tom", root) == ["drive", "drive/menu"]


def test_share_taken_back(access, root):
    root.share("tom", Level.VIEW)
    root.share("tom", Level.NONE)
    assert not access.may("tom", "read", root)


def test_audience(access, root):
    root.share("@guests", Level.VIEW)
    root.share("ada", Level.EDIT)
    assert access.audience(root, ["tom", "olga", "ada", "kim"]) == {"edit": ["ada"], "own": ["olga"], "view": ["tom"]}


def test_one_owner(root):
    with pytest.raises(ValueError):
        root.share("tom", Level.OWN)
