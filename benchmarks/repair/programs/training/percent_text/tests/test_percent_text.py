from percent_text import address, encode, query


def test_plain():
    assert encode("abc-12.txt_~") == "abc-12.txt_~"


def test_blanks_and_signs():
    assert encode("a b&c=100%") == "a%20b%26c%3D100%25"


def test_keep():
    assert encode("a/b c", keep="/") == "a/b%20c"


def test_control_character():
    assert encode("a\tb\n") == "a%09b%0A"


def test_accent():
    assert encode("café") == "caf%C3%A9"


def test_query():
    assert query({"q": "x y", "page": 2, "sort": None}) == "q=x%20y&page=2"


def test_address():
    assert address("http://host/", "a b", "c/d", n=1) == "http://host/a%20b/c%2Fd?n=1"


def test_address_with_euro():
    assert address("http://host", price="5€") == "http://host?price=5%E2%82%AC"
