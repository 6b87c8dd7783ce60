from mdtables import blocks, find_table, read_tables

A = "|a|b|\n|-|-|\n|1|2|"
B = "|c|d|\n|-|-|\n|3|4|"


def headers(text):
    return ["".join(t.header) for t in read_tables(text)]


def test_last_without_newline():
    assert headers(A) == ["ab"]


def test_two_tables_to_the_end():
    assert headers(A + "\n\n" + B) == ["ab", "cd"]


def test_trailing_blank_line():
    assert headers(A + "\n\n") == ["ab"]


def test_no_table_twice():
    assert headers(A + "\ntext") == ["ab"]
    assert headers(A + "\n\n\n" + B + "\ntext\nmore") == ["ab", "cd"]


def test_rows_of_last_table():
    assert find_table("intro\n" + A + "\n|5|6|", "a").rows == [["1", "2"], ["5", "6"]]


def test_blocks():
    assert list(blocks("x|y\n\nz|w")) == [["x|y"], ["z|w"]]


def test_no_blocks():
    assert list(blocks("")) == []
    assert list(blocks("text\n")) == []


def test_header_only_at_end():
    (table,) = read_tables("text\n\n|a|b|\n|-|-|")
    assert len(table) == 0


def test_open_fence():
    assert headers(A + "\n```\n" + B) == ["ab"]


def test_single_line_at_end():
    assert headers(A + "\n\nthis | that") == ["ab"]
