from settings import Settings, parse


def test_tabs():
    assert parse("a\t=\tb\t")["main"] == {"a": "b"}


def test_inner_spaces_kept():
    assert parse("title =  My  House ")["main"]["title"] == "My  House"


def test_trailing_spaces():
    assert parse("a=b   ")["main"]["a"] == "b"


def test_empty_value():
    assert parse("a =   ")["main"]["a"] == ""


def test_quotes_kept():
    assert parse("a = 'x '")["main"]["a"] == "'x '"


def test_bool_with_comment():
    assert Settings("[a]\nb = ON # x").get_bool("A", "B") is True
