from table_format import Column, Table


def lines(*rows):
    return "\n".join(rows)


def test_long_label():
    t = Table("A", Column("B", "right"))
    t.add("x", 1)
    assert t.render(total="Altogether") == lines(
        "A           B",
        "----------  -",
        "x           1",
        "----------  -",
        "Altogether  1",
    )


def test_long_sum_in_the_middle():
    t = Table("A", Column("B", "right", decimals=1), "C")
    t.add("x", 999.9, "one")
    t.add("y", 0.1, "two")
    assert t.render(total="=") == lines(
        "A        B  C",
        "-  -------  ---",
        "x    999.9  one",
        "y      0.1  two",
        "-  -------  ---",
        "=  1,000.0",
    )


def test_left_aligned_sum():
    t = Table("A", "B", "C")
    t.add("x", 60, 5)
    t.add("y", 50, 6)
    assert t.render(total="s") == lines(
        "A  B    C",
        "-  ---  --",
        "x  60   5",
        "y  50   6",
        "-  ---  --",
        "s  110  11",
    )


def test_centred_label():
    t = Table(Column("A", "centre"), "B")
    t.add("x", 1)
    assert t.render(total="sum") == lines(
        " A   B", "---  -", " x   1", "---  -", "sum  1"
    )


def test_total_does_not_widen_without_label():
    t = Table("A", Column("B", "right"))
    t.add("x", 6)
    t.add("y", 7)
    assert t.render() == lines("A  B", "-  -", "x  6", "y  7")


def test_render_twice():
    t = Table("A", Column("B", "right"))
    t.add("x", 6)
    t.add("y", 7)
    assert t.render(total="all").splitlines()[-1] == "all  13"
    assert t.render() == lines("A  B", "-  -", "x  6", "y  7")
    assert len(t.rows) == 2


def test_negative_sum():
    t = Table("A", Column("B", "right"))
    t.add("x", -6)
    t.add("y", -7)
    assert t.render(total="s") == lines("A    B", "-  ---", "x   -6", "y   -7", "-  ---", "s  -13")


def test_no_rows():
    assert Table("A", "B").render() == lines("A  B", "-  -")
    assert Table("A", "B").render(total="s") == lines("A  B", "-  -", "-  -", "s")


def test_short_total():
    t = Table("Name", Column("Value", "right"))
    t.add("x", 1)
    assert t.render(total="s") == lines(
        "Name  Value", "----  -----", "x         1", "----  -----", "s         1"
    )


def test_rules_are_alike():
    t = Table("A", Column("B", "right", decimals=2))
    t.add("x", 99)
    t.add("y", 1)
    text = t.render(total="Total").splitlines()
    assert text[1] == text[-2] == "-----  ------"


def test_markdown_has_no_total():
    t = Table("A", Column("B", "right"))
    t.add("x", 1)
    assert t.markdown() == lines("| A   |   B |", "| --- | --: |", "| x   |   1 |")
