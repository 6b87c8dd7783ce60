import pytest

from plugins import Exporter, Importer, Plugin, PluginError
from plugins.kinds import TabImporter, convert


def test_get():
    assert Importer.get("tab") is TabImporter


def test_convert():
    assert convert("[[1, 2]]", "json", "tsv") == "1\t2"


def test_unknown():
    with pytest.raises(PluginError, match="no importer 'xml'"):
        Importer.get("xml")


def test_names_of_a_kind():
    assert Exporter.names() == ["tsv"]


def test_kinds_are_apart():
    with pytest.raises(PluginError, match="no exporter 'json', there are: tsv"):
        Exporter.get("json")


def test_without_a_name_nothing_is_registered():
    class Helper(Importer):
        pass

    assert Helper not in Importer.registry.values()


def test_name_is_taken():
    with pytest.raises(PluginError, match="taken by JsonImporter"):

        class Other(Importer):
            name = "json"


def test_a_new_kind_is_empty():
    class Filter(Plugin):
        pass

    assert Filter.names() == []


def test_abstract():
    class Lazy(Importer):
        name = "lazy"

    try:
        with pytest.raises(NotImplementedError):
            Importer.get("lazy")().load("")
    finally:
        del Importer.registry["lazy"]
