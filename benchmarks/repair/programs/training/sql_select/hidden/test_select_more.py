from sqlselect import Select


def test_long_chain():
    base = Select("t", "g").where("a", "in", [1, 2]).group_by("g").having("MAX(b)", "<", 7)
    wide = base.having("MIN(b)", ">", 3).where("c", "<>", 4)
    assert base.build() == ("SELECT g FROM t WHERE a IN (?, ?) GROUP BY g HAVING MAX(b) < ?", [1, 2, 7])
    assert wide.build()[1] == [1, 2, 4, 7, 3]


def test_clone_from_limited():
    base = Select("t").limit(1)
    base.having("x", "=", 1)
    assert base.limit(2).build() == ("SELECT * FROM t LIMIT ?", [2])
