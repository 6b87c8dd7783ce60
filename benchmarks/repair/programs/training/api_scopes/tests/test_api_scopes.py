import pytest

from api_scopes import Forbidden, Gate, Scope, ScopeError


@pytest.fixture
def gate():
    gate = Gate()
    gate.require("status")
    gate.require("repo.list", "repo")
    gate.require("repo.push", "repo:write")
    gate.require("hook.add", "repo:admin", "hook:write")
    return gate


def test_parse():
    assert Scope.parse("repo:write") == Scope("repo", "write")
    assert Scope.parse(" repo ") == Scope("repo", "read")


@pytest.mark.parametrize("text", ["", ":read", "repo:", "repo:own"])
def test_not_a_scope(text):
    with pytest.raises(ScopeError):
        Scope.parse(text)


def test_includes():
    assert Scope("repo", "admin").includes(Scope("repo", "read"))
    assert not Scope("repo", "read").includes(Scope("repo", "write"))
    assert not Scope("repo", "admin").includes(Scope("hook", "read"))
    assert Scope("*", "write").includes(Scope("hook", "write"))


def test_open_endpoint(gate):
    assert gate.allows("status", [])


def test_unknown_endpoint(gate):
    assert not gate.allows("nothing", ["*:admin"])


def test_single_scope(gate):
    assert gate.allows("repo.push", ["repo:write"])
    assert gate.allows("repo.list", ["hook:read", "repo:admin"])
    assert not gate.allows("repo.push", ["repo:read"])


def test_both_scopes(gate):
    assert gate.allows("hook.add", ["repo:admin", "hook:write"])
    assert gate.allows("hook.add", ["*:admin"])
    assert not gate.allows("hook.add", [])


def test_one_scope_of_two(gate):
    assert not gate.allows("hook.add", ["repo:admin"])
    assert not gate.allows("hook.add", ["hook:admin", "repo:write"])


def test_missing(gate):
    assert gate.missing("hook.add", ["hook:write"]) == ["repo:admin"]
    assert gate.missing("repo.list", ["repo"]) == []


def test_check(gate):
    gate.check("repo.push", ["repo:admin"])
    with pytest.raises(Forbidden) as caught:
        gate.check("repo.push", ["repo"])
    assert caught.value.missing == ["repo:write"]


def test_check_names_what_is_missing(gate):
    with pytest.raises(Forbidden, match="hook.add needs hook:write"):
        gate.check("hook.add", ["repo:admin"])


def test_endpoints(gate):
    assert gate.endpoints(["repo:admin"]) == ["repo.list", "repo.push", "status"]
    assert gate.endpoints([]) == ["status"]
