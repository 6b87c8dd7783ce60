import pytest

from wiki import Link, Wiki, WikiError, normal, parse_links


@pytest.fixture
def wiki():
    wiki = Wiki()
    wiki.write("home", "See [[Garden plan]] and [[tools]].")
    wiki.write("Garden_plan", "Use the [[tools|best tools]], back [[Home]].")
    wiki.write("Tools", "A [[spade]] from the [[garden_plan#Shed]]; [[Tools#Rakes]].")
    return wiki


def test_normal():
    assert normal(" garden_plan  2") == "Garden plan 2"


def test_parse():
    assert parse_links("[[a]] [[b#c]] [[d|e]] [[f#g|h]] [[ ") == [
        Link("a"), Link("b", "c"), Link("d", text="e"), Link("f", "g", "h"),
    ]


def test_read(wiki):
    assert wiki.read("tools").startswith("A ")
    with pytest.raises(WikiError):
        wiki.read("spade")


def test_backlinks(wiki):
    assert wiki.backlinks("garden plan") == ["Home", "Tools"]
    assert wiki.backlinks("Tools") == ["Garden plan", "Home"]


def test_wanted(wiki):
    assert wiki.wanted() == ["Spade"]


def test_orphans(wiki):
    wiki.write("Old", "[[home]] [[Old]]")
    assert wiki.orphans() == ["Old"]


def test_rename(wiki):
    wiki.rename("home", "Start")
    assert wiki.titles() == ["Garden plan", "Start", "Tools"]
    assert wiki.read("Garden plan") == "Use the [[tools|best tools]], back [[Start|Home]]."


def test_rename_keeps_backlinks(wiki):
    wiki.rename("Garden plan", "Allotment")
    assert wiki.backlinks("Allotment") == ["Home", "Tools"]
    assert wiki.wanted() == ["Spade"]


def test_rename_keeps_sections_and_texts(wiki):
    wiki.rename("Tools", "kit")
    assert wiki.read("Garden plan").startswith("Use the [[Kit|best tools]],")
    assert wiki.read("Kit").endswith("[[Kit#Rakes|Tools]].")


def test_rename_to_another_page(wiki):
    with pytest.raises(WikiError):
        wiki.rename("Tools", "home")
    assert len(wiki.titles()) == 3
