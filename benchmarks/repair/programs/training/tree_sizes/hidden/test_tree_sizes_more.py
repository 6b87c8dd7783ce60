import pytest

from tree_sizes import Tree, human


def test_remove_root_file():
    t = Tree([("a", 5), ("b", 7)])
    assert t.size() == 12
    t.remove("a")
    assert t.size() == 7


def test_remove_deep():
    t = Tree([("a/b/c/d/x", 5), ("a/b/c/d/y", 7), ("a/z", 1)])
    assert t.size() == 13
    t.remove("a/b/c/d/x")
    assert [t.size(p) for p in ("", "a", "a/b", "a/b/c", "a/b/c/d")] == [8, 8, 7, 7, 7]


def test_remove_prunes_and_updates():
    t = Tree([("a/b/c/x", 5), ("a/y", 2), ("z", 1)])
    assert t.size() == 8
    t.remove("a/b/c/x")
    assert t.size("a") == 2
    assert t.size() == 3
    with pytest.raises(FileNotFoundError):
        t.size("a/b")


def test_remove_everything():
    t = Tree([("a/b/x", 5)])
    assert t.size() == 5
    t.remove("a/b/x")
    assert t.size() == 0
    assert t.report() == ["0 B in 0 files"]


def test_other_branch_untouched():
    t = Tree([("a/x", 5), ("a/y", 6), ("b/x", 5)])
    t.report()
    t.remove("a/x")
    assert t.size("b") == 5
    assert t.report() == ["11 B in 2 files", "  a/ 6 B 55%", "  b/ 5 B 45%"]


def test_remove_without_asking_before():
    t = Tree([("a/x", 5), ("a/y", 6)])
    t.remove("a/x")
    assert t.size() == 6


def test_remove_and_add_again():
    t = Tree([("a/x", 5), ("a/y", 6)])
    t.size()
    t.remove("a/x")
    t.add("a/x", 50)
    assert t.size() == 56


def test_failed_remove_changes_nothing():
    t = Tree([("a/x", 5)])
    t.size()
    with pytest.raises(FileNotFoundError):
        t.remove("a/q")
    assert t.size() == 5


def test_several_removes():
    t = Tree([(f"d{i % 2}/f{i}", i) for i in range(10)])
    total = t.size()
    for i in range(8):
        t.remove(f"d{i % 2}/f{i}")
        total -= i
        assert t.size() == total


def test_largest_after_remove():
    t = Tree([("a/x", 5), ("b", 5), ("c", 9)])
    t.remove("c")
    assert t.largest(5) == ["a/x", "b"]


def test_human_border():
    assert human(1024) == "1.0 KiB"
    assert human(1024**2) == "1.0 MiB"
