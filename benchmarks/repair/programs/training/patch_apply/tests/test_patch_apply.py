import pytest

from patch_apply import PatchError, apply_patch, parse_patch, revert_patch, summary

TEXT = "one\ntwo\nthree\nfour\nfive\n"

CHANGE = """--- a/list.txt
+++ b/list.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
"""

TWO_HUNKS = """--- a/list.txt
+++ b/list.txt
@@ -1,2 +1,3 @@
 one
+one and a half
 two
@@ -4,2 +5,1 @@
-four
 five
"""

# made with diff -U0, which gives no context
NO_CONTEXT = """@@ -3,0 +4,2 @@
+three and a half
+nearly four
"""


def test_change():
    assert apply_patch(TEXT, CHANGE) == "one\nTWO\nthree\nfour\nfive\n"


def test_two_hunks():
    assert apply_patch(TEXT, TWO_HUNKS) == "one\none and a half\ntwo\nthree\nfive\n"


def test_revert():
    for patch in (CHANGE, TWO_HUNKS):
        assert revert_patch(apply_patch(TEXT, patch), patch) == TEXT


def test_insert_without_context():
    assert apply_patch(TEXT, NO_CONTEXT) == (
        "one\ntwo\nthree\nthree and a half\nnearly four\nfour\nfive\n"
    )


def test_new_file():
    patch = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    assert apply_patch("", patch) == "a\nb\n"


def test_short_header():
    assert apply_patch("x\n", "@@ -1 +1 @@\n-x\n+y\n") == "y\n"


def test_does_not_apply():
    with pytest.raises(PatchError):
        apply_patch("one\nother\nthree\n", CHANGE)


def test_fuzz():
    moved = "zero\n" + TEXT
    with pytest.raises(PatchError):
        apply_patch(moved, CHANGE)
    assert apply_patch(moved, CHANGE, fuzz=1) == "zero\none\nTWO\nthree\nfour\nfive\n"


def test_bad_patches():
    with pytest.raises(PatchError):
        parse_patch("hello\n")
    with pytest.raises(PatchError):
        parse_patch("@@ -1,2 +1,2 @@\n one\n")


def test_summary():
    assert summary(TWO_HUNKS) == (1, 1)
    assert summary(NO_CONTEXT) == (2, 0)
