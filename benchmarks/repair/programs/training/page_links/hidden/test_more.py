from page_links import links, window


def test_last_but_one():
    assert window(9, 10) == [6, 7, 8, 9, 10]


def test_narrow_window():
    assert window(4, 4, width=1) == [4]
    assert window(20, 20, width=3) == [18, 19, 20]


def test_last_page_that_fits():
    assert window(8, 10) == [6, 7, 8, 9, 10]


def test_second_page():
    assert links(2, 100) == "1 [2] 3 4 5 …"


def test_one_more_page_than_the_window():
    assert links(6, 60) == "… 2 3 4 5 [6]"


def test_empty():
    assert links(1, 0) == "[1]"
