import pytest

from genre_tree import Genre, GenreError, breadcrumbs, count, menu, merge, price_range


@pytest.fixture
def shop():
    root = Genre("music")
    jazz = root.add("jazz")
    jazz.add("bebop")
    jazz.add("returns", hidden=True)
    root.add("rock")
    root.stock("jazz", "Blue Hour", 1500)
    root.stock("jazz/bebop", "Quick Steps", 900)
    root.stock("jazz/returns", "Scratched", 100)
    root.stock("rock", "Loud", 1200)
    return root


def test_find(shop):
    assert shop.find("jazz/bebop").name == "bebop"
    assert shop.find("") is shop
    with pytest.raises(GenreError, match="jazz has no genre polka"):
        shop.find("jazz/polka")


def test_added_twice(shop):
    with pytest.raises(GenreError):
        shop.add("jazz")


def test_count(shop):
    assert count(shop) == 3
    assert count(shop, staff=True) == 4
    assert count(shop.find("jazz")) == 2


def test_count_without_sold_out(shop):
    shop.stock("rock", "Gone", 1000, sold_out=True)
    assert count(shop.find("rock"), sold_out=False) == 1
    assert count(shop.find("rock")) == 2


def test_menu(shop):
    assert menu(shop) == ["music (3)", "  jazz (2)", "    bebop (1)", "  rock (1)"]


def test_menu_for_staff(shop):
    assert menu(shop.find("jazz"), staff=True) == ["jazz (3)", "  bebop (1)", "  returns* (1)"]


def test_menu_depth(shop):
    assert menu(shop, depth=1) == ["music (3)", "  jazz (2)", "  rock (1)"]
    assert menu(shop, depth=0) == ["music (3)"]


def test_menu_leaves_out_what_cannot_be_bought(shop):
    shop.find("rock").records[0].sold_out = True
    shop.stock("jazz/bebop", "Gone", 1000, sold_out=True)
    assert menu(shop) == ["music (2)", "  jazz (2)", "    bebop (1)"]


def test_price_range(shop):
    assert price_range(shop) == (900, 1500)
    assert price_range(shop, staff=True) == (100, 1500)
    assert price_range(Genre("empty")) is None


def test_breadcrumbs(shop):
    assert breadcrumbs(shop, "Quick Steps") == ["music", "jazz", "bebop"]
    assert breadcrumbs(shop, "Nothing") is None


def test_merge(shop):
    other = Genre("more")
    other.add("jazz").add("swing")
    other.stock("jazz/swing", "Big Band", 700)
    merge(shop, other)
    assert count(shop.find("jazz")) == 3
