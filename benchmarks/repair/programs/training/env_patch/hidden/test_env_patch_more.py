import pytest
from env_patch import PathPatch, Patch, flag


def test_mixed():
    env = {"A": "1", "C": "3"}
    with Patch(env, A="2", B="x", C=None, D=None):
        assert env == {"A": "2", "B": "x"}
    assert env == {"A": "1", "C": "3"}


def test_nested_same_patch():
    env = {}
    p = Patch(env, K="v")
    with p:
        with p:
            assert env == {"K": "v"}
        assert env == {"K": "v"}
    assert env == {}


def test_key_deleted_inside():
    env = {}
    with Patch(env, K="v"):
        del env["K"]
    assert env == {}


def test_new_key_with_error():
    env = {}
    with pytest.raises(ValueError):
        with Patch(env, K="v"):
            raise ValueError
    assert env == {}


def test_new_path():
    env = {"Z": "1"}
    with PathPatch(env, "PATH", "/opt"):
        assert env["PATH"] == "/opt"
    assert env == {"Z": "1"}


def test_none_value_restored():
    env = {"A": None}
    with Patch(env, A="1"):
        pass
    assert env == {"A": None}


def test_decorator_leaves_nothing():
    env = {}
    assert Patch(env, X="1")(lambda: dict(env))() == {"X": "1"}
    assert env == {}


def test_flag_off():
    assert flag({"D": "off"}, "D", True) is False
