import pytest

from import_graph import ImportCycle, ImportGraph, read_imports


def graph_of(**imports):
    graph = ImportGraph()
    for name, names in imports.items():
        graph.add(name, names.split())
    return graph


def test_read_imports():
    source = "import os, app.db as db\nfrom app.models import User\n\nimport os\n"
    assert read_imports(source) == ["os", "app.db", "app.models"]


def test_nested_imports_are_ignored():
    assert read_imports("def f():\n    import json\n") == []


def test_chain():
    assert graph_of(app="views", views="models", models="").load_order() == ["models", "views", "app"]


def test_unrelated_modules():
    assert graph_of(a="", b="", c="").load_order() == ["a", "b", "c"]


def test_external_modules_are_left_out():
    graph = graph_of(app="os sys util", util="re")
    assert graph.load_order() == ["util", "app"]
    assert graph.imports_of("app") == ["util"]


def test_diamond():
    graph = graph_of(app="views jobs", views="models", jobs="models", models="")
    assert graph.load_order() == ["models", "views", "jobs", "app"]


def test_direct_and_indirect_import():
    graph = graph_of(app="models util", models="util", util="")
    assert graph.load_order() == ["util", "models", "app"]


def test_cycle():
    with pytest.raises(ImportCycle) as caught:
        graph_of(app="views", views="models", models="views").load_order()
    assert caught.value.modules == ["views", "models", "views"]


def test_imports_itself():
    with pytest.raises(ImportCycle, match="a -> a"):
        graph_of(a="a").load_order()


def test_importers():
    assert graph_of(c="util", a="util", util="").importers_of("util") == ["a", "c"]


def test_needed_by():
    graph = graph_of(app="views jobs", views="models", jobs="models", models="")
    assert graph.needed_by("app") == {"views", "jobs", "models"}
    assert graph.needed_by("models") == set()


def test_from_sources():
    graph = ImportGraph.from_sources({"app": "import util\n", "util": "import os\n"})
    assert graph.load_order() == ["util", "app"]
