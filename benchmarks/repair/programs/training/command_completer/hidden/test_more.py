import pytest

from command_completer import CommandTree


def build(*names):
    t = CommandTree()
    for name in names:
        t.add(name, len(name))
    return t


def test_chain_of_prefixes_removed_from_the_long_end():
    t = build("a", "ab", "abc", "abcd")
    t.remove("abcd")
    assert t.complete("") == ["a", "ab", "abc"]
    t.remove("abc")
    assert t.complete("") == ["a", "ab"]
    assert t.node_count() == 2


def test_unused_branches_disappear():
    t = build("deploy", "delete")
    t.remove("deploy")
    assert t.node_count() == 6
    t.remove("delete")
    assert t.node_count() == 0
    assert len(t) == 0


def test_prune_stops_at_inner_command():
    t = build("go", "goto-line")
    t.remove("goto-line")
    assert t.node_count() == 2
    assert "go" in t
    with pytest.raises(LookupError, match="unknown"):
        t.resolve("got")


def test_removing_inner_command_then_tail():
    t = build("go", "gone")
    t.remove("go")
    assert t.node_count() == 4
    t.remove("gone")
    assert t.node_count() == 0


def test_remove_and_add_again():
    t = build("in", "init")
    t.remove("init")
    t.add("init", "again")
    assert t.resolve("init") == "again"
    assert t.resolve("in") == 2
    assert len(t) == 2


def test_remove_twice_fails():
    t = build("in", "init")
    t.remove("init")
    with pytest.raises(KeyError):
        t.remove("init")
    t.remove("in")
    assert len(t) == 0
