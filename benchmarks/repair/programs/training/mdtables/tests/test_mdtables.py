from mdtables import build, find_table, read_tables, split_row

PETS = """# Pets

| name | legs |
|:-----|-----:|
| cat  | 4    |
| bird | 2    |

Some more text.

| food | price |
|------|:-----:|
| hay  | 3     |

The end.
"""


def test_split_row():
    assert split_row("| a | b\\|c |  |") == ["a", "b|c", ""]
    assert split_row("a|b") == ["a", "b"]


def test_read_tables():
    pets, food = read_tables(PETS)
    assert pets.records() == [{"name": "cat", "legs": "4"}, {"name": "bird", "legs": "2"}]
    assert food.header == ["food", "price"]


def test_alignment():
    assert [t.align for t in read_tables(PETS)] == [["left", "right"], ["left", "center"]]


def test_find_table():
    assert find_table(PETS, "price").column("food") == ["hay"]
    assert find_table(PETS, "name", "price") is None


def test_short_and_long_rows():
    table = build(["a | b", "--|--", "1 |", "1 | 2 | 3"])
    assert table.rows == [["1", ""], ["1", "2"]]


def test_text_that_is_just_a_table():
    (table,) = read_tables("| k | v |\n|---|---|\n| x | 1 |\n")
    assert table.column("v") == ["1"]


def test_not_a_table():
    assert read_tables("this | that\n\nor | so\n") == []


def test_fenced():
    assert read_tables("```\n|a|b|\n|-|-|\n```\n") == []


def test_table_after_fence():
    text = "```\n|a|b|\n|-|-|\n```\n|c|d|\n|-|-|\n|1|2|"
    assert [t.header for t in read_tables(text)] == [["c", "d"]]
