import pytest

from shelf_catalogue import Catalogue, CatalogueError


@pytest.fixture
def cat():
    c = Catalogue({"A": 3, "B": 1})
    c.add("b1", "The Dispossessed", ["Ursula Le Guin"], 1974, "A")
    c.add("b2", "Good Omens", ["Terry Pratchett", "Neil Gaiman"], 1990, "A")
    c.add("b3", "A Wizard of Earthsea", ["ursula  le guin"], 1968, "B")
    return c


def test_by_author(cat):
    assert cat.by_author("Ursula Le Guin ") == ["b3", "b1"]
    assert cat.by_author("nobody") == []


def test_shelf_order(cat):
    assert cat.on_shelf("A") == ["The Dispossessed", "Good Omens"]


def test_full_shelf(cat):
    with pytest.raises(CatalogueError):
        cat.move("b1", "B")
    assert cat.get("b1").shelf == "A"


def test_move(cat):
    cat.move("b3", "A")
    assert cat.free_places("A") == 0
    assert cat.free_places("B") == 1


def test_withdraw(cat):
    cat.withdraw("b2")
    assert "b2" not in cat
    assert cat.authors() == {"ursula le guin": 2}


def test_correct_title_and_year(cat):
    cat.correct("b1", title="Dispossessed", year=1960)
    assert cat.by_author("ursula le guin") == ["b1", "b3"]
    assert cat.get("b1").authors == ("Ursula Le Guin",)


def test_correct_author(cat):
    cat.correct("b1", authors=["U. K. Le Guin"])
    assert cat.by_author("u. k. le guin") == ["b1"]
    assert cat.by_author("Ursula Le Guin") == ["b3"]


def test_correct_drops_second_author(cat):
    cat.correct("b2", authors=["Terry Pratchett"])
    assert cat.authors() == {"terry pratchett": 1, "ursula le guin": 2}


def test_code_in_use(cat):
    with pytest.raises(CatalogueError):
        cat.add("b1", "Other", ["X"], 2000, "A")
    assert len(cat) == 3
