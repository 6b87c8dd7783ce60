from patch_apply import apply_hunks, apply_patch, parse_patch, revert_patch

TEXT = "a\nb\nc\nd\n"


def test_insert_after_first():
    assert apply_patch(TEXT, "@@ -1,0 +2 @@\n+x\n") == "a\nx\nb\nc\nd\n"


def test_insert_at_top():
    assert apply_patch(TEXT, "@@ -0,0 +1 @@\n+x\n") == "x\na\nb\nc\nd\n"


def test_insert_at_end():
    assert apply_patch(TEXT, "@@ -4,0 +5,2 @@\n+x\n+y\n") == "a\nb\nc\nd\nx\ny\n"


def test_delete_without_context():
    assert apply_patch(TEXT, "@@ -2,2 +1,0 @@\n-b\n-c\n") == "a\nd\n"


def test_revert_delete_without_context():
    patch = "@@ -2,2 +1,0 @@\n-b\n-c\n"
    assert revert_patch("a\nd\n", patch) == TEXT


def test_revert_insert_without_context():
    patch = "@@ -2,0 +3 @@\n+x\n"
    assert revert_patch("a\nb\nx\nc\nd\n", patch) == TEXT


def test_several_without_context():
    patch = "@@ -1,0 +2 @@\n+x\n@@ -3 +3,0 @@\n-c\n@@ -4,0 +5 @@\n+y\n"
    assert apply_patch(TEXT, patch) == "a\nx\nb\nd\ny\n"
    assert revert_patch("a\nx\nb\nd\ny\n", patch) == TEXT


def test_insert_then_change():
    patch = "@@ -1,0 +2 @@\n+x\n@@ -3 +4 @@\n-c\n+C\n"
    assert apply_patch(TEXT, patch) == "a\nx\nb\nC\nd\n"


def test_delete_file():
    patch = "@@ -1,4 +0,0 @@\n-a\n-b\n-c\n-d\n"
    assert apply_patch(TEXT, patch) == ""
    assert revert_patch("", patch) == TEXT


def test_change_first_line_only():
    assert apply_patch(TEXT, "@@ -1 +1 @@\n-a\n+A\n") == "A\nb\nc\nd\n"


def test_fuzz_moves_later_hunks():
    patch = "@@ -1 +1 @@\n-a\n+A\n@@ -4 +4 @@\n-d\n+D\n"
    assert apply_patch("z\n" + TEXT, patch, fuzz=1) == "z\nA\nb\nc\nD\n"


def test_input_is_not_changed():
    lines = ["a", "b"]
    assert apply_hunks(lines, parse_patch("@@ -1,0 +2 @@\n+x\n")) == ["a", "x", "b"]
    assert lines == ["a", "b"]


def test_insert_with_context():
    assert apply_patch(TEXT, "@@ -1,2 +1,3 @@\n a\n+x\n b\n") == "a\nx\nb\nc\nd\n"
