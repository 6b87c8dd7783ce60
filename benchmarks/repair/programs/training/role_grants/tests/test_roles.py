import pytest

from roles import Policy, RoleError, Rule


@pytest.fixture
def policy():
    policy = Policy()
    policy.role("guest")
    policy.role("staff", "guest")
    policy.role("clerk", "staff")
    policy.role("admin")
    policy.allow("guest", "read")
    policy.deny("guest", "read", "salary:*")
    policy.allow("staff", "edit", "page:*")
    policy.allow("clerk", "edit", "invoice:*")
    policy.deny("clerk", "edit", "invoice:0*")
    policy.allow("admin", "*")
    return policy


def test_rule():
    assert Rule("edit", "page:*").covers("edit", "page:7")
    assert not Rule("edit", "page:*").covers("read", "page:7")


def test_own_rule(policy):
    assert policy.may(["clerk"], "edit", "invoice:12")
    assert not policy.may(["clerk"], "delete", "invoice:12")


def test_denial_goes_first(policy):
    assert not policy.may(["clerk"], "edit", "invoice:07")


def test_inherited_plain_grant(policy):
    assert policy.may(["clerk"], "read", "invoice:12")


def test_inherited_grant_for_a_kind(policy):
    assert policy.may(["clerk"], "edit", "page:start")
    assert not policy.may(["clerk"], "edit", "file:x")


def test_inherited_denial(policy):
    assert not policy.may(["staff"], "read", "salary:ann")


def test_several_roles(policy):
    assert policy.may(["guest", "admin"], "read", "salary:ann")


def test_explain(policy):
    assert policy.explain("admin", "drop", "table:x") == "admin may * *"
    assert policy.explain("guest", "edit", "page:1") == "no rule about edit page:1"


def test_explain_inherited(policy):
    assert policy.explain("clerk", "edit", "page:1") == "clerk (as staff) may edit page:*"


def test_errors(policy):
    with pytest.raises(RoleError):
        policy.role("boss", "nobody")
    with pytest.raises(RoleError):
        policy.may(["nobody"], "read")
