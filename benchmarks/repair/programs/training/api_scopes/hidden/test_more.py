import itertools

import pytest

from api_scopes import Forbidden, Gate


@pytest.fixture
def gate():
    gate = Gate()
    gate.require("export", "users:read", "orders:read", "files:write")
    return gate


def test_only_all_three_will_do(gate):
    scopes = ["users", "orders", "files:write"]
    for size in range(3):
        for some in itertools.combinations(scopes, size):
            assert not gate.allows("export", some)
    assert gate.allows("export", scopes)
    assert gate.allows("export", reversed(scopes))


def test_wildcard_covers_a_part(gate):
    assert not gate.allows("export", ["*:read"])
    assert gate.allows("export", ["*:read", "files:admin"])


def test_required_in_two_calls(gate):
    gate.require("move", "files:write")
    gate.require("move", "audit:read")
    assert not gate.allows("move", ["files:write"])
    assert gate.allows("move", ["files:write", "audit"])


def test_check_agrees_with_missing(gate):
    with pytest.raises(Forbidden) as caught:
        gate.check("export", iter(["orders:write"]))
    assert caught.value.missing == ["users:read", "files:write"]


def test_two_actions_on_one_resource():
    gate = Gate()
    gate.require("x", "a:read", "a:write")
    assert not gate.allows("x", ["a:read"])
    assert gate.allows("x", ["a:write"])


def test_endpoints_of_a_token(gate):
    gate.require("users", "users")
    gate.require("orders", "orders", "users")
    assert gate.endpoints(["users:admin"]) == ["users"]
    assert gate.endpoints(iter(["users", "orders"])) == ["orders", "users"]


def test_nothing_needed():
    gate = Gate()
    gate.require("ping")
    gate.check("ping", [])
    assert gate.missing("ping", []) == []
