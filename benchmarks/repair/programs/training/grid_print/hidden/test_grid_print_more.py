from grid_print import Column, Table


def body(table):
    return table.render().split("\n")[2:]


def test_last_cell_longest():
    assert body(Table(["a", "b"]).add("x", "1\n2\n3")) == ["x | 1", "  | 2", "  | 3"]


def test_middle_cell_longest():
    table = Table(["a", "b", "c"]).add("x", "1\n2\n3", "p\nq")
    assert body(table) == ["x | 1 | p", "  | 2 | q", "  | 3 |"]


def test_right_aligned():
    table = Table([Column("aaa", "right"), Column("bbb", "right")]).add("1\n22", "3")
    assert body(table) == ["  1 |   3", " 22 |"]


def test_next_row_starts_anew():
    table = Table(["a", "b"]).add("x\ny", "1").add("z", "2")
    assert body(table) == ["x | 1", "y |", "z | 2"]


def test_none_beside_lines():
    assert body(Table(["a", "b"]).add(None, "1\n2")) == ["  | 1", "  | 2"]


def test_footer_with_lines():
    table = Table(["a", "b"]).add("x", "1").footer("s", "1\n2")
    assert body(table) == ["x | 1", "-----", "s | 1", "  | 2"]


def test_three_folded():
    table = Table([Column("t", max_width=2), Column("u", max_width=3)]).add("abcde", "xyzw")
    assert body(table) == ["ab | xyz", "cd | w", "e  |"]


def test_single_lines():
    assert body(Table(["a", "b"]).add("x", "1").add("y", "2")) == ["x | 1", "y | 2"]


def test_center():
    table = Table([Column("abc", "center"), "b"]).add("x", "1\n2")
    assert body(table) == [" x  | 1", "    | 2"]


def test_blank_line_kept():
    assert body(Table(["a", "b"]).add("x\n\ny", "1\n2")) == ["x | 1", "  | 2", "y |"]


def test_no_rows():
    assert Table(["a", "b"]).render() == "a | b\n-----"
