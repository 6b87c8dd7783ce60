from diff_digest import by_status, parse, summary, totals


def edit(name, minus=1, plus=1):
    return (
        f"diff --git a/{name} b/{name}\nindex 1..2 100644\n--- a/{name}\n+++ b/{name}\n"
        "@@ -1,9 +1,9 @@\n keep\n" + "-x\n" * minus + "+y\n" * plus
    )


RENAME = "diff --git a/x.py b/y.py\nsimilarity index 100%\nrename from x.py\nrename to y.py\n"
BINARY = "diff --git a/l.png b/l.png\nindex 1..2 100644\nBinary files a/l.png and b/l.png differ\n"
DELETED = (
    "diff --git a/z.py b/z.py\ndeleted file mode 100644\nindex 1..0\n--- a/z.py\n+++ /dev/null\n"
    "@@ -1,2 +0,0 @@\n-a\n-b\n"
)


def test_second_file_counts():
    changes = parse(edit("a", 1, 2) + edit("b", 3, 4))
    assert [(c.removed, c.added) for c in changes] == [(1, 2), (3, 4)]


def test_three_files():
    assert totals(parse(edit("a") + edit("b") + edit("c"))) == (3, 3, 3)


def test_rename_after_edit():
    assert by_status(parse(edit("a") + RENAME)) == {"modified": ["a"], "renamed": ["x.py => y.py"]}


def test_deleted_after_edit():
    changes = parse(edit("a") + DELETED)
    assert [c.status for c in changes] == ["modified", "deleted"]
    assert (changes[1].added, changes[1].removed) == (0, 2)


def test_binary_after_edit():
    changes = parse(edit("a") + BINARY)
    assert [c.binary for c in changes] == [False, True]


def test_binary_first():
    changes = parse(BINARY + edit("a", 2, 0))
    assert [c.binary for c in changes] == [True, False]
    assert totals(changes) == (2, 0, 2)


def test_several_hunks_then_another_file():
    text = edit("a", 1, 1) + "@@ -40,1 +40,2 @@ f\n--- sql comment\n++++\n" + edit("b", 0, 1)
    assert [(c.removed, c.added) for c in parse(text)] == [(2, 2), (0, 1)]


def test_contexts():
    text = edit("a") + "@@ -5 +5 @@ g\n-1\n+2\n@@ -9 +9 @@ g\n-1\n+2\n"
    assert parse(text)[0].contexts == ["g"]


def test_summary_order():
    text = edit("small", 0, 1) + edit("big", 2, 2)
    assert summary(text, width=4) == "big | +2 -2 ++--\nsmall | +1 -0 +\n2 files, 3 added, 2 removed"


def test_summary_binary():
    assert summary(edit("a", 0, 1) + BINARY, width=2).splitlines()[1] == "l.png | binary"
