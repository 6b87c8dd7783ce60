from keyset_pages import Table, decode


def numbers(count):
    return Table({"id": number, "parity": number % 2} for number in range(count))


def test_every_row_once():
    for size in (1, 2, 3, 6, 7, 100):
        found = [row["id"] for page in numbers(7).pages(size) for row in page.rows]
        assert found == list(range(7))


def test_pages_of_equal_values():
    found = [row["id"] for page in numbers(9).pages(2, order_by="parity") for row in page.rows]
    assert found == [0, 2, 4, 6, 8, 1, 3, 5, 7]


def test_page_after_a_deleted_row():
    table = numbers(6)
    cursor = table.page(3).next_cursor
    table.delete(2)
    assert [row["id"] for row in table.page(3, cursor=cursor).rows] == [3, 4, 5]


def test_row_inserted_right_behind_the_page():
    table = Table([{"id": 10}, {"id": 20}, {"id": 30}])
    cursor = table.page(2).next_cursor
    table.insert({"id": 25})
    assert [row["id"] for row in table.page(2, cursor=cursor).rows] == [25, 30]


def test_rest_deleted():
    table = numbers(3)
    cursor = table.page(2).next_cursor
    table.delete(2)
    page = table.page(2, cursor=cursor)
    assert (page.rows, page.is_last) == ([], True)


def test_cursor_names_the_last_row():
    assert decode(numbers(4).page(2, order_by="parity").next_cursor) == ["parity", 0, 2]


def test_more_than_the_largest_page():
    pages = list(numbers(250).pages(1000))
    assert [len(page.rows) for page in pages] == [100, 100, 50]
