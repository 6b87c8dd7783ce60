import pytest

from messages import Catalog, MissingMessage


@pytest.fixture
def catalog():
    catalog = Catalog()
    catalog.add("en", {"hi": "Hello {name}", "bye": "Bye", "files": {"one": "{n} file", "other": "{n} files"}})
    catalog.add("de", {"hi": "Hallo {name}", "files": {"one": "{n} Datei", "other": "{n} Dateien"}})
    catalog.add("ru", {"files": {"one": "{n} файл", "few": "{n} файла", "many": "{n} файлов"}})
    catalog.add("de_AT", {"hi": "Servus {name}"})
    catalog.add("fr", {"files": {"one": "{n} fichier", "other": "{n} fichiers"}})
    return catalog


def test_text(catalog):
    assert catalog.text("hi", "de", name="Uwe") == "Hallo Uwe"


def test_value_that_is_missing_stays(catalog):
    assert catalog.text("hi", "en") == "Hello {name}"


def test_region(catalog):
    assert catalog.text("hi", "de-AT", name="Uwe") == "Servus Uwe"


def test_default_locale(catalog):
    assert catalog.text("bye", "de") == "Bye"
    assert catalog.text("bye", "ja") == "Bye"


def test_region_without_own_messages(catalog):
    assert catalog.text("hi", "de_CH", name="Urs") == "Hallo Urs"


def test_region_with_gaps(catalog):
    assert catalog.count("files", "de-AT", 2) == "2 Dateien"


@pytest.mark.parametrize("n, text", [(1, "1 файл"), (3, "3 файла"), (5, "5 файлов"), (11, "11 файлов"), (21, "21 файл")])
def test_slavic_plural(catalog, n, text):
    assert catalog.count("files", "ru", n) == text


def test_none_in_french(catalog):
    assert catalog.count("files", "fr", 0) == "0 fichier"


def test_missing(catalog):
    with pytest.raises(MissingMessage):
        catalog.text("nope", "de")
    assert catalog.missing == {("de", "nope")}


def test_untranslated(catalog):
    assert catalog.untranslated("de") == ["bye"]
