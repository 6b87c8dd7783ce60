import pytest

from users import Users


@pytest.fixture
def users():
    found = Users()
    found.add("ada", "ada@x.org")
    found.add("bob", "bob@x.org")
    return found


def test_mail(users):
    assert users.mail("ada") == "ada@x.org"


def test_add_twice(users):
    with pytest.raises(ValueError, match="taken"):
        users.add("ada", "other@x.org")


def test_rename(users):
    users.rename("ada", "eve")
    assert users.mail("eve") == "ada@x.org"
    assert users.mail("ada") is None


def test_rename_to_taken(users):
    with pytest.raises(ValueError, match="taken"):
        users.rename("ada", "bob")
    assert users.mail("bob") == "bob@x.org"


def test_rename_to_bad(users):
    with pytest.raises(ValueError, match="bad name"):
        users.rename("ada", "4da")


def test_rename_unknown(users):
    with pytest.raises(KeyError):
        users.rename("zoe", "zoey")
