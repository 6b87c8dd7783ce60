import pytest

from command_completer import CommandTree


@pytest.fixture
def tree():
    t = CommandTree()
    for name in ("start", "status", "stop", "log", "login", "quit"):
        t.add(name, name.upper())
    return t


def test_complete(tree):
    assert tree.complete("st") == ["start", "status", "stop"]
    assert tree.complete("x") == []


def test_resolve_prefix(tree):
    assert tree.resolve("q") == "QUIT"
    assert tree.resolve("sto") == "STOP"


def test_exact_name_beats_longer_names(tree):
    assert tree.resolve("log") == "LOG"


def test_ambiguous_prefix(tree):
    with pytest.raises(LookupError, match="ambiguous"):
        tree.resolve("sta")


def test_remove_leaf(tree):
    tree.remove("quit")
    assert "quit" not in tree
    assert len(tree) == 5


def test_remove_short_name_keeps_longer(tree):
    tree.remove("log")
    assert tree.complete("lo") == ["login"]


def test_remove_long_name_keeps_shorter(tree):
    tree.remove("login")
    assert tree.complete("lo") == ["log"]
    assert tree.resolve("log") == "LOG"


def test_remove_unknown(tree):
    with pytest.raises(KeyError):
        tree.remove("sta")


def test_replacing_a_handler(tree):
    tree.add("quit", "bye")
    assert len(tree) == 6
    assert tree.resolve("quit") == "bye"
