import pytest

from role_tree import Roles


@pytest.fixture
def roles():
    roles = Roles()
    roles.define("reader", ["files:read"])
    roles.define("writer", ["files:write"], ["reader"])
    roles.define("owner", ["files:*"], ["writer"])
    roles.define("root", ["*"])
    return roles


def test_granted(roles):
    assert roles.allowed(["reader"], "files:read")
    assert not roles.allowed(["reader"], "files:write")


def test_included(roles):
    assert roles.allowed(["writer"], "files:read")
    assert roles.reached("owner") == {"owner", "writer", "reader"}


def test_whole_area(roles):
    assert roles.allowed(["owner"], "files:delete")
    assert not roles.allowed(["owner"], "users:delete")


def test_everything(roles):
    assert roles.allowed(["reader", "root"], "users:delete")


def test_unknown_role(roles):
    assert not roles.allowed(["guest"], "files:read")
    assert not roles.allowed([], "files:read")


def test_two_roles_that_include_each_other(roles):
    roles.define("day", ["shop:open"], ["night"])
    roles.define("night", ["shop:close"], ["day"])
    assert roles.allowed(["day"], "shop:close")
    assert not roles.allowed(["night"], "files:read")


def test_same_role_by_two_ways(roles):
    roles.define("auditor", [], ["reader", "writer"])
    assert roles.reached("auditor") == {"auditor", "reader", "writer"}
