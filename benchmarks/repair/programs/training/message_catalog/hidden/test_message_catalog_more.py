import pytest

from message_catalog import Catalog


@pytest.fixture
def catalog():
    c = Catalog()
    c.load("en", {"apples": {"one": "{count} apple from {who}", "other": "{count} apples from {who}"}})
    return c


def test_default_french_with_english_reader():
    c = Catalog("fr")
    c.load("fr", {"km": {"one": "{count} kilomètre", "other": "{count} kilomètres"}})
    assert c.plural("en", "km", 0) == "0 kilomètre"
    assert c.plural("fr", "km", 0) == "0 kilomètre"
    assert c.plural("en", "km", 2) == "2 kilomètres"


def test_default_polish():
    c = Catalog("pl")
    c.load("pl", {"cats": {"one": "{count} kot", "few": "{count} koty", "many": "{count} kotów",
                           "other": "{count} kota"}})
    assert [c.plural("de", "cats", n) for n in (1, 2, 5, 22)] == ["1 kot", "2 koty", "5 kotów", "22 koty"]


@pytest.mark.parametrize("locale", ["fr", "fr_CA", "ja", "ko", "pl", "cs", "de", "en_GB"])
def test_english_fallback(catalog, locale):
    assert catalog.plural(locale, "apples", 0, who="Eve") == "0 apples from Eve"
    assert catalog.plural(locale, "apples", 1, who="Eve") == "1 apple from Eve"
    assert catalog.plural(locale, "apples", 3, who="Eve") == "3 apples from Eve"


def test_parent_of_another_language(catalog):
    catalog.load("cs", {"apples": {"one": "{count} jablko", "few": "{count} jablka", "other": "{count} jablek"}})
    catalog.set_parent("sk", "cs")
    assert catalog.plural("sk", "apples", 2) == "2 jablka"
    assert catalog.plural("sk", "apples", 5) == "5 jablek"


def test_own_language_still_counts(catalog):
    catalog.load("fr", {"apples": {"one": "{count} pomme", "other": "{count} pommes"}})
    assert catalog.plural("fr", "apples", 0) == "0 pomme"
    assert catalog.plural("fr-be", "apples", 0) == "0 pomme"


def test_missing_form_uses_other(catalog):
    catalog.load("pl", {"apples": {"one": "{count} jabłko", "other": "{count} jabłka"}})
    assert catalog.plural("pl", "apples", 5) == "5 jabłka"


def test_text_of_plural_message(catalog):
    assert catalog.text("ja", "apples", count="Many", who="Al") == "Many apples from Al"


def test_plain_message_with_count(catalog):
    catalog.load("en", {"left": "{count} left"})
    assert catalog.plural("ja", "left", 1) == "1 left"


def test_fallbacks_noted(catalog):
    catalog.plural("ja", "apples", 1, who="Al")
    catalog.plural("FR-ca", "apples", 1, who="Al")
    catalog.plural("en", "apples", 1, who="Al")
    assert catalog.fallbacks == {"apples": {("ja", "en"), ("fr_CA", "en")}}


def test_negative_count(catalog):
    assert catalog.plural("ja", "apples", -1, who="Al") == "-1 apple from Al"
