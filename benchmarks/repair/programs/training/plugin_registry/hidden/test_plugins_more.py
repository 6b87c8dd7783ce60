from plugins import Exporter, Importer, Plugin


def test_same_name_in_two_kinds():
    class One(Plugin):
        pass

    class Two(Plugin):
        pass

    class A(One):
        name = "x"

    class B(Two):
        name = "x"

    assert One.get("x") is A
    assert Two.get("x") is B
    assert Plugin.registry == {}


def test_subclasses_of_plugins_belong_to_the_kind():
    class Kind(Plugin):
        pass

    class First(Kind):
        name = "first"

    class Second(First):
        name = "second"

    assert Kind.names() == ["first", "second"]


def test_importers():
    assert Importer.names() == ["json", "tab"]
    assert Exporter.names() == ["tsv"]
