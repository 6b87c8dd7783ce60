import pytest

from sqlselect import QueryError, Select


def test_all():
    assert Select("users").build() == ("SELECT * FROM users", [])


def test_where():
    text, parameters = Select("users", "id").where("age", ">=", 18).where("city", "like", "B%").build()
    assert text == "SELECT id FROM users WHERE age >= ? AND city LIKE ?"
    assert parameters == [18, "B%"]


def test_in():
    assert Select("t").where("a", "in", (1, 2)).build() == ("SELECT * FROM t WHERE a IN (?, ?)", [1, 2])
    assert Select("t").where("a", "in", ()).build() == ("SELECT * FROM t WHERE 1 = 0", [])


def test_null():
    assert Select("t").where("a", "is", None).build()[0].endswith("WHERE a IS NULL")


def test_join_and_order():
    text, _ = Select("a", "a.x").join("b", "a.id", "b.a_id", "LEFT").order_by("-a.x", "b.y").build()
    assert text == "SELECT a.x FROM a LEFT JOIN b ON a.id = b.a_id ORDER BY a.x DESC, b.y"


def test_having():
    text, parameters = Select("sales", "shop").group_by("shop").having("SUM(amount)", ">", 10).build()
    assert text == "SELECT shop FROM sales GROUP BY shop HAVING SUM(amount) > ?"
    assert parameters == [10]


def test_where_and_having():
    query = Select("sales", "shop").group_by("shop").having("COUNT(*)", ">", 5).where("year", "=", 2024).limit(3)
    text, parameters = query.build()
    assert text == "SELECT shop FROM sales WHERE year = ? GROUP BY shop HAVING COUNT(*) > ? LIMIT ?"
    assert parameters == [2024, 5, 3]


def test_steps_leave_the_query_alone():
    base = Select("t").where("a", "=", 1)
    base.where("b", "=", 2).order_by("c").limit(4)
    assert base.build() == ("SELECT * FROM t WHERE a = ?", [1])


def test_copy_is_independent():
    base = Select("t", "x").group_by("x")
    many = base.having("COUNT(*)", ">", 9)
    few = base.having("COUNT(*)", "<", 3)
    assert base.build()[1] == []
    assert many.build()[1] == [9]
    assert few.build()[1] == [3]


@pytest.mark.parametrize("column", ["a b", "1a", "a;--", ""])
def test_names_are_checked(column):
    with pytest.raises(QueryError):
        Select("t").where(column, "=", 1)
