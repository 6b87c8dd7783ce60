import pytest

from folder_rights import Rights


@pytest.fixture
def rights():
    r = Rights()
    r.add_folder("/docs")
    r.add_folder("/docs/plans")
    r.add_folder("/docs/staff", private=True)
    r.join("team", "ann", "bob")
    r.join("everyone", "team", "cleo")
    r.grant("/docs", "everyone", "read")
    return r


def test_inherited(rights):
    assert rights.allowed("/docs/plans", "cleo", "read")
    assert not rights.allowed("/docs/plans", "cleo", "write")


def test_nested_groups(rights):
    assert rights.subjects("ann") == {"ann", "team", "everyone"}
    assert rights.allowed("/docs", "ann", "read")


def test_nearest_decides(rights):
    rights.refuse("/docs/plans", "cleo", "read")
    assert rights.allowed("/docs", "cleo", "read")
    assert not rights.allowed("/docs/plans", "cleo", "read")


def test_refusal_beats_permission(rights):
    rights.grant("/docs/plans", "ann", "write")
    rights.refuse("/docs/plans", "team", "write")
    assert not rights.allowed("/docs/plans", "ann", "write")


def test_private_folder_is_closed(rights):
    assert not rights.allowed("/docs/staff", "ann", "read")


def test_private_folder_with_guest(rights):
    rights.grant("/docs/staff", "bob", "read")
    assert rights.allowed("/docs/staff", "bob", "read")
    assert not rights.allowed("/docs/staff", "ann", "read")


def test_below_private_folder(rights):
    rights.grant("/docs/staff", "bob", "read")
    rights.add_folder("/docs/staff/pay")
    assert rights.visible("bob") == ["/docs", "/docs/plans", "/docs/staff", "/docs/staff/pay"]


def test_visible(rights):
    assert rights.visible("cleo") == ["/docs", "/docs/plans"]
    assert rights.visible("dave") == []


def test_unknown(rights):
    with pytest.raises(KeyError):
        rights.folder("/docs/none")
    with pytest.raises(ValueError):
        rights.grant("/docs", "ann", "fly")
