from access import Access, Directory
from tree import Level, Node


def build():
    root = Node("drive", owner="olga")
    root.share("@all", Level.COMMENT)
    vault = root.add("vault", restricted=True)
    vault.share("ada", Level.EDIT)
    return Access(Directory({"@all": ["ada", "tom"]})), root, vault


def test_below_a_restricted_folder():
    access, _, vault = build()
    deep = vault.add("a").add("b")
    assert access.level("ada", deep) == Level.EDIT
    assert access.level("tom", deep) == Level.NONE


def test_shares_of_the_restricted_folder_itself():
    access, _, vault = build()
    vault.share("tom", Level.VIEW)
    assert access.level("tom", vault) == Level.VIEW


def test_owner_of_restricted():
    access, root, _ = build()
    own = root.add("own", owner="tom", restricted=True)
    assert access.level("tom", own.add("x")) == Level.OWN
    assert access.level("ada", own) == Level.NONE


def test_restricted_root():
    root = Node("safe", restricted=True)
    root.share("ada", Level.VIEW)
    access = Access(Directory())
    assert access.visible("ada", root) == ["safe"]


def test_siblings_are_not_restricted():
    access, root, _ = build()
    assert access.level("tom", root.add("open")) == Level.COMMENT
