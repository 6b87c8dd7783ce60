from diff_digest import by_status, parse, summary, totals

ONE = """\
diff --git a/app.py b/app.py
index 111..222 100644
--- a/app.py
+++ b/app.py
@@ -1,3 +1,4 @@ def main():
 import os
-print(1)
+print(2)
+print(3)
 end
"""

NEW = """\
diff --git a/new.txt b/new.txt
new file mode 100644
index 000..333
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+a
+b
"""


def test_one_file():
    (change,) = parse(ONE)
    assert (change.added, change.removed) == (2, 1)
    assert change.status == "modified"
    assert change.contexts == ["def main():"]


def test_added_file():
    (change,) = parse(NEW)
    assert change.status == "added"
    assert (change.added, change.removed) == (2, 0)


def test_two_files():
    changes = parse(ONE + NEW)
    assert totals(changes) == (2, 4, 1)


def test_groups():
    assert by_status(parse(ONE + NEW)) == {"modified": ["app.py"], "added": ["new.txt"]}


def test_summary():
    assert summary(ONE, width=6) == "app.py | +2 -1 ++++--\n1 file, 2 added, 1 removed"


def test_nothing():
    assert summary("") == "no changes"


def test_text_before_the_first_file():
    assert totals(parse("From: me\n+ not a change\n" + ONE)) == (1, 2, 1)


def test_removed_line_that_looks_like_a_header():
    text = ONE + "@@ -20,2 +21,1 @@\n x\n--- old comment\n"
    assert totals(parse(text)) == (1, 2, 2)


def test_rename_only():
    text = "diff --git a/x.py b/y.py\nsimilarity index 100%\nrename from x.py\nrename to y.py\n"
    assert summary(text) == "x.py => y.py | +0 -0\n1 file, 0 added, 0 removed"
