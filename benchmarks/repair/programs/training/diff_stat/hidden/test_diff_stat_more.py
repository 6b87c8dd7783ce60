import pytest

from diff_stat import DiffError, parse

HEAD = "--- a/x\n+++ b/x\n"


def test_new_file_of_one_line():
    (stat,) = parse("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+only\n")
    assert (stat.added, stat.removed) == (1, 0)


def test_removed_line_that_looks_like_a_head():
    (stat,) = parse(HEAD + "@@ -7 +6,0 @@\n--- rule\n@@ -9 +8 @@\n-a\n+b\n")
    assert (stat.added, stat.removed) == (1, 2)
    assert stat.hunks == [(7, 6), (9, 8)]


def test_one_line_becomes_three():
    (stat,) = parse(HEAD + "@@ -1 +1,3 @@\n a\n+b\n+c\n")
    assert (stat.added, stat.removed) == (2, 0)


def test_zero_is_zero():
    first, second = parse("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n")
    assert (first.removed, second.name, second.removed) == (1, "y", 1)


def test_single_line_is_missing():
    with pytest.raises(DiffError):
        parse(HEAD + "@@ -1 +1 @@\n")
