import pytest

from shop.catalogue import Article, Catalogue

MUG = Article("M1", "Blue Mug", 900, 350, ("kitchen",))
CUP = Article("C1", "Blue Cup", 700, 200, ("kitchen", "sale"))
PEN = Article("P1", "Red Pen", 150, 20)


@pytest.fixture
def catalogue():
    return Catalogue([MUG, CUP, PEN])


def test_get(catalogue):
    assert catalogue.get("M1") is MUG
    assert len(catalogue) == 3


def test_get_unknown(catalogue):
    with pytest.raises(LookupError, match="X9"):
        catalogue.get("X9")


def test_search_is_cheapest_first_whatever_the_case(catalogue):
    assert catalogue.search("BLUE") == [CUP, MUG]


def test_search_wants_every_word(catalogue):
    assert catalogue.search("blue mug") == [MUG]


def test_search_finds_by_name_and_tag(catalogue):
    assert catalogue.search("blue sale") == [CUP]


def test_search_finds_nothing(catalogue):
    assert catalogue.search("lamp") == []
