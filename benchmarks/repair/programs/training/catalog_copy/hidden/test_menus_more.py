from menus import parse


def test_more():
    assert parse("4 x   CAKE  ") == (4, "cake")
