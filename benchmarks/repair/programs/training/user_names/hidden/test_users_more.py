import pytest

from users import Users


def test_more():
    u = Users()
    u.add("a", "m")
    with pytest.raises(ValueError):
        u.rename("a", "A B")
    assert u.mail("a") == "m"
