import pytest

from xml_writer import XmlError, XmlWriter, escape, escape_attribute, from_dict


def lines(writer):
    return writer.result().splitlines()


def test_escape():
    assert escape("a < b & c") == "a &lt; b &amp; c"
    assert escape_attribute('say "hi"') == "say &quot;hi&quot;"


def test_empty_element():
    writer = XmlWriter()
    with writer.element("page", {"lang": "de"}, class_="wide", id=None):
        pass
    assert writer.result() == '<?xml version="1.0" encoding="utf-8"?>\n<page lang="de" class="wide"/>\n'


def test_leaf():
    writer = XmlWriter(declaration=False)
    writer.leaf("name", "Tom & Co", kind=True)
    assert lines(writer) == ['<name kind="true">Tom &amp; Co</name>']


def test_empty_leaf():
    writer = XmlWriter(declaration=False)
    writer.leaf("br")
    assert lines(writer) == ["<br/>"]


def test_content():
    writer = XmlWriter(declaration=False)
    with writer.element("list"):
        writer.leaf("item", 1)
        with writer.element("group"):
            writer.comment("nothing here")
    assert lines(writer) == [
        "<list>",
        "  <item>1</item>",
        "  <group>",
        "    <!-- nothing here -->",
        "  </group>",
        "</list>",
    ]


def test_from_dict():
    text = from_dict("shop", {"name": "Books", "tag": ["a", "b"], "owner": None}, indent=1)
    assert text == "<shop>\n <name>Books</name>\n <tag>a</tag>\n <tag>b</tag>\n <owner/>\n</shop>\n"


def test_from_plain_value():
    assert from_dict("n", 5) == "<n>5</n>\n"


def test_without_indent():
    writer = XmlWriter(indent=0, declaration=False)
    with writer.element("a"), writer.element("b"):
        writer.text("x")
    assert lines(writer) == ["<a>", "<b>", "x", "</b>", "</a>"]


def test_two_roots():
    writer = XmlWriter()
    with writer.element("a"):
        pass
    with pytest.raises(XmlError), writer.element("b"):
        pass


def test_still_open():
    writer = XmlWriter()
    with writer.element("a"), pytest.raises(XmlError, match="a is still open"):
        writer.result()


@pytest.mark.parametrize("name", ["", "1a", "a b", "a:"])
def test_bad_names(name):
    with pytest.raises(XmlError):
        XmlWriter().element(name)


def test_text_outside():
    with pytest.raises(XmlError):
        XmlWriter().text("x")
