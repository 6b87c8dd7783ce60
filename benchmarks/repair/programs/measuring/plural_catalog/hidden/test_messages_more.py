import pytest

from messages import Catalog, candidates


@pytest.mark.parametrize(
    "locale, expected",
    [
        ("en", ["en"]),
        ("de", ["de", "en"]),
        ("de_AT", ["de_AT", "de", "en"]),
        ("de-AT", ["de_AT", "de", "en"]),
        ("en_GB", ["en_GB", "en"]),
    ],
)
def test_candidates(locale, expected):
    assert candidates(locale) == expected


def test_plural_rule_is_that_of_the_language_found():
    catalog = Catalog()
    catalog.add("fr", {"x": {"one": "un", "other": "des"}})
    assert catalog.count("x", "fr_CA", 0) == "un"
    assert catalog.count("x", "fr_CA", 2) == "des"


def test_region_wins():
    catalog = Catalog()
    catalog.add("pt", {"x": "a"})
    catalog.add("pt_BR", {"x": "b"})
    assert catalog.text("x", "pt-BR") == "b"
    assert catalog.text("x", "pt-PT") == "a"
