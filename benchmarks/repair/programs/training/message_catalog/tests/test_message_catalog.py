import pytest

from message_catalog import Catalog, MissingMessage, normalize, plural_form


@pytest.fixture
def catalog():
    c = Catalog()
    c.load("en", {
        "hello": "Hello, {name}!",
        "bye": "Goodbye",
        "files": {"one": "{count} file", "other": "{count} files"},
        "days": {"one": "{count} day", "other": "{count} days"},
    })
    c.load("fr", {"hello": "Bonjour, {name} !", "bye": "",
                  "days": {"one": "{count} jour", "other": "{count} jours"}})
    c.load("pl", {"files": {"one": "{count} plik", "few": "{count} pliki", "many": "{count} plików",
                            "other": "{count} pliku"}})
    c.load("ja", {"days": {"other": "{count}日"}})
    return c


def test_normalize():
    assert normalize("PT-br") == "pt_BR"
    assert normalize(" EN ") == "en"


def test_plural_form():
    assert [plural_form("pl", n) for n in (1, 2, 5, 12, 22)] == ["one", "few", "many", "many", "few"]
    assert plural_form("de_AT", 0) == "other"


def test_chain(catalog):
    assert catalog.chain("fr-CA") == ["fr_CA", "fr", "en"]
    catalog.set_parent("fr_CA", "fr_FR")
    assert catalog.chain("fr_CA") == ["fr_CA", "fr_FR", "fr", "en"]


def test_text(catalog):
    assert catalog.text("fr_CA", "hello", name="Zoé") == "Bonjour, Zoé !"


def test_empty_falls_back(catalog):
    assert catalog.text("fr", "bye") == "Goodbye"
    assert catalog.fallbacks == {"bye": {("fr", "en")}}


def test_missing(catalog):
    with pytest.raises(MissingMessage):
        catalog.text("en", "nothing")


def test_plural(catalog):
    assert catalog.plural("en", "files", 1) == "1 file"
    assert catalog.plural("en", "files", 0) == "0 files"
    assert catalog.plural("fr", "days", 0) == "0 jour"
    assert catalog.plural("pl", "files", 3) == "3 pliki"


def test_plural_without_forms(catalog):
    assert catalog.plural("ja", "days", 1) == "1日"


def test_plural_of_region(catalog):
    assert catalog.plural("fr_CA", "days", 0) == "0 jour"


def test_plural_fallback_none(catalog):
    assert catalog.plural("fr", "files", 0) == "0 files"
    assert catalog.plural("fr", "files", 1) == "1 file"


def test_plural_fallback_single(catalog):
    assert catalog.plural("ja", "files", 1) == "1 file"


def test_untranslated(catalog):
    assert catalog.untranslated("fr_CA") == ["bye", "files"]


def test_placeholders(catalog):
    assert catalog.placeholders("ja", "hello") == {"name"}
    assert catalog.placeholders("pl", "files") == {"count"}
