import pytest
from env_patch import PathPatch, Patch, flag


def test_override_and_restore():
    env = {"A": "1"}
    with Patch(env, A="2"):
        assert env == {"A": "2"}
    assert env == {"A": "1"}


def test_new_key_goes_away():
    env = {}
    with Patch(env, B="x") as inside:
        assert inside["B"] == "x"
    assert env == {}


def test_removed_key_comes_back():
    env = {"A": "1"}
    with Patch(env, A=None):
        assert "A" not in env
    assert env == {"A": "1"}


def test_restored_after_error():
    env = {"A": "1"}
    with pytest.raises(KeyError):
        with Patch(env, A="2"):
            raise KeyError
    assert env == {"A": "1"}


def test_decorator():
    env = {"A": "1"}

    @Patch(env, A="9")
    def read():
        return env["A"]

    assert read() == read() == "9"
    assert env["A"] == "1"


def test_path():
    env = {"PATH": "/bin:/usr"}
    with PathPatch(env, "PATH", "/opt", "/usr"):
        assert env["PATH"] == "/opt:/usr:/bin"
    assert env["PATH"] == "/bin:/usr"


def test_flag():
    assert flag({"D": " Yes "}, "D")
    assert flag({}, "D", True)
    with pytest.raises(ValueError):
        flag({"D": "maybe"}, "D")
