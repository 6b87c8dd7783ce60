import pytest

from diff_stat import DiffError, parse, report

TWO_FILES = """\
diff --git a/app.py b/app.py
--- a/app.py
+++ b/app.py
@@ -1,3 +1,4 @@
 import os
-x = 1
+x = 2
+y = 3
 print(x)
@@ -10,2 +11,1 @@ def f():
 a
-b
--- a/notes.txt\t2020-01-01
+++ b/notes.txt\t2020-01-02
@@ -3,2 +3,2 @@
--- old heading
+++ new heading
 text
"""

ONE_LINE = """\
--- a/VERSION
+++ b/VERSION
@@ -1 +1 @@
-1.0
+1.1
"""

NEW_FILE = """\
--- /dev/null
+++ b/empty/new.txt
@@ -0,0 +1,2 @@
+one
+two
\\ No newline at end of file
"""


def test_counts():
    app, notes = parse(TWO_FILES)
    assert (app.name, app.added, app.removed) == ("app.py", 2, 2)
    assert app.hunks == [(1, 1), (10, 11)]
    assert (notes.name, notes.added, notes.removed) == ("notes.txt", 1, 1)


def test_file_of_one_line():
    (version,) = parse(ONE_LINE)
    assert (version.added, version.removed) == (1, 1)


def test_new_file():
    (new,) = parse(NEW_FILE)
    assert (new.kind, new.name, new.added) == ("new", "empty/new.txt", 2)


def test_deleted_file():
    (gone,) = parse("--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n")
    assert (gone.kind, gone.name, gone.removed) == ("deleted", "x", 2)


def test_renamed():
    (stat,) = parse("--- a/x\n+++ b/y\n")
    assert stat.kind == "renamed"


def test_report():
    assert report(TWO_FILES + ONE_LINE).splitlines() == [
        "app.py    |    4 ++--",
        "notes.txt |    2 +-",
        "VERSION   |    2 +-",
        "3 files, 4 added, 4 removed",
    ]


def test_report_of_nothing():
    assert report("") == "0 files, 0 added, 0 removed"


def test_hunk_without_file():
    with pytest.raises(DiffError, match="line 1"):
        parse("@@ -1,2 +1,2 @@\n a\n b\n")


def test_hunk_is_cut_off():
    with pytest.raises(DiffError):
        parse("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n")
