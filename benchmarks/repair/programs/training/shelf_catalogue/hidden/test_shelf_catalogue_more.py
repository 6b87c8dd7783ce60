import pytest

from shelf_catalogue import Catalogue, CatalogueError


@pytest.fixture
def cat():
    c = Catalogue({"X": 5})
    c.add("k1", "An Ocean", ["Ann Lee", "Bo Ek"], 2001, "X")
    c.add("k2", "Moss", ["Ann Lee"], 1999, "X")
    return c


def test_replace_all_authors(cat):
    cat.correct("k1", authors=["Cy Dee"])
    assert cat.authors() == {"ann lee": 1, "cy dee": 1}
    assert cat.by_author("Bo Ek") == []


def test_add_an_author(cat):
    cat.correct("k2", authors=["Ann Lee", "Bo Ek"])
    assert cat.authors() == {"ann lee": 2, "bo ek": 2}


def test_same_authors_again(cat):
    cat.correct("k1", authors=["Bo Ek", "ANN LEE"])
    assert cat.authors() == {"ann lee": 2, "bo ek": 1}
    assert cat.get("k1").authors == ("Bo Ek", "ANN LEE")


def test_no_authors(cat):
    cat.correct("k2", authors=[])
    assert cat.by_author("Ann Lee") == ["k1"]
    assert cat.get("k2").authors == ()


def test_correct_twice(cat):
    cat.correct("k2", authors=["M"])
    cat.correct("k2", authors=["N"])
    assert cat.authors() == {"ann lee": 1, "bo ek": 1, "n": 1}


def test_correct_then_withdraw(cat):
    cat.correct("k1", authors=["Cy Dee"])
    cat.withdraw("k1")
    assert cat.by_author("Ann Lee") == ["k2"]
    assert cat.authors() == {"ann lee": 1}


def test_title_only_keeps_index(cat):
    cat.correct("k1", title="Ocean")
    assert cat.by_author("Bo Ek") == ["k1"]
    assert cat.get("k1").title == "Ocean"


def test_correct_unknown(cat):
    with pytest.raises(CatalogueError):
        cat.correct("zz", authors=["A"])


def test_order_on_shelf(cat):
    assert cat.on_shelf("X") == ["Moss", "An Ocean"]


def test_same_shelf_when_full():
    c = Catalogue({"X": 1})
    c.add("a", "T", ["Q"], 1, "X")
    c.move("a", "X")
    assert c.free_places("X") == 0
