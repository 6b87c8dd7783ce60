import pytest

from permissions import Policy, UnknownRole

TEXT = """
guest: page.read
editor: page.edit +guest      # may write too
admin: user.* +editor
robot: feed.pull
@ann admin
@bob editor robot
"""


@pytest.fixture
def policy():
    return Policy.parse(TEXT)


def test_own_rights(policy):
    assert policy.may("bob", "page.edit")
    assert not policy.may("bob", "user.add")


def test_included_rights(policy):
    assert policy.rights_of("admin") == {"user.*", "page.edit", "page.read"}


def test_patterns(policy):
    assert policy.may("ann", "user.delete")


def test_strangers_are_guests(policy):
    assert policy.may("eve", "page.read")
    assert not policy.may("eve", "page.edit")


def test_without_guests():
    assert not Policy().may("eve", "page.read")


def test_several_roles(policy):
    assert policy.may("bob", "feed.pull")


def test_roles_that_include_each_other():
    policy = Policy.parse("sales: offer.write +support\nsupport: ticket.write +sales\n@kim sales")
    assert policy.may("kim", "ticket.write")
    assert not policy.may("kim", "user.add")


def test_unknown_role(policy):
    policy.assign("zoe", "boss")
    with pytest.raises(UnknownRole):
        policy.may("zoe", "page.read")


def test_users_who_may(policy):
    assert policy.users_who_may("page.edit") == ["ann", "bob"]


def test_unused():
    policy = Policy.parse("a: x +b\nb: y\nc: z\n@u a")
    assert policy.unused() == ["c"]
