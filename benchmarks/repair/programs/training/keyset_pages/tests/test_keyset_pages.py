import pytest

from keyset_pages import BadCursor, Table, decode, encode


def ids(page):
    return [row["id"] for row in page.rows]


@pytest.fixture
def table():
    names = ["eve", "bob", "ann", "bob", "dan"]
    return Table({"id": number, "name": name} for number, name in enumerate(names, start=1))


def test_cursor_round_trip():
    assert decode(encode(["name", "ann", 3])) == ["name", "ann", 3]


def test_bad_cursor():
    with pytest.raises(BadCursor):
        decode("!!!")
    with pytest.raises(BadCursor):
        decode(encode({"a": 1}))


def test_first_page(table):
    page = table.page(2)
    assert ids(page) == [1, 2]
    assert not page.is_last


def test_second_page(table):
    first = table.page(2)
    second = table.page(2, cursor=first.next_cursor)
    assert ids(second) == [3, 4]


def test_all_on_one_page(table):
    assert ids(table.page(5)) == [1, 2, 3, 4, 5]
    assert table.page(5).is_last


def test_all_pages_by_name(table):
    assert [ids(page) for page in table.pages(2, order_by="name")] == [[3, 2], [4, 5], [1]]


def test_order_by_name(table):
    assert ids(table.page(10, order_by="name")) == [3, 2, 4, 5, 1]


def test_empty_table():
    page = Table().page(3)
    assert page.rows == []
    assert page.is_last


def test_row_inserted_before_the_next_page(table):
    first = table.page(2, order_by="name")
    table.insert({"id": 6, "name": "abe"})
    assert ids(table.page(2, order_by="name", cursor=first.next_cursor)) == [4, 5]


def test_cursor_of_another_order(table):
    cursor = table.page(2).next_cursor
    with pytest.raises(BadCursor, match="by name"):
        table.page(2, order_by="name", cursor=cursor)


def test_size(table):
    with pytest.raises(ValueError):
        table.page(0)


def test_largest_page():
    table = Table({"id": number} for number in range(150))
    assert len(table.page(500).rows) == 100
