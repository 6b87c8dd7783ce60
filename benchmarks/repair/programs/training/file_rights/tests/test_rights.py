import pytest

from rights import change, change_all, mask, may, shown


def test_mask():
    assert mask("u", "rw") == 0o600
    assert mask("a", "x") == 0o111


def test_add():
    assert change(0o644, "u+x") == 0o744


def test_take():
    assert change(0o666, "go-w") == 0o644


def test_take_what_is_not_there():
    assert change(0o644, "a-x") == 0o644


def test_set():
    assert change(0o777, "go=r") == 0o744


def test_several():
    assert change_all(0o600, "g+r, o+r") == 0o644


def test_shown():
    assert shown(0o754) == "rwxr-xr--"


def test_no_order():
    with pytest.raises(ValueError):
        change(0o644, "ux")


def test_may():
    assert may(0o640, "r", False, True)
    assert not may(0o640, "w", False, True)
