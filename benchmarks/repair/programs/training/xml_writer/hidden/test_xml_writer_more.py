import pytest

from xml_writer import XmlError, XmlWriter, from_dict


def test_three_levels():
    writer = XmlWriter(indent=4, declaration=False)
    with writer.element("a"):
        with writer.element("b"):
            with writer.element("c"):
                writer.text("x")
        writer.leaf("d", "y")
    assert writer.result().splitlines() == [
        "<a>",
        "    <b>",
        "        <c>",
        "            x",
        "        </c>",
        "    </b>",
        "    <d>y</d>",
        "</a>",
    ]


def test_empty_elements_inside():
    writer = XmlWriter(declaration=False)
    with writer.element("a"):
        with writer.element("b"):
            pass
        with writer.element("c"):
            with writer.element("d"):
                pass
    assert writer.result() == "<a>\n  <b/>\n  <c>\n    <d/>\n  </c>\n</a>\n"


def test_root_end_tag_is_not_indented():
    writer = XmlWriter(indent=3)
    with writer.element("root"):
        writer.comment("c")
    assert writer.result().endswith("\n   <!-- c -->\n</root>\n")


def test_nested_dicts():
    text = from_dict("a", {"b": {"c": {"d": 1}}, "e": [{"f": 2}, {}]})
    assert text.splitlines() == [
        "<a>",
        "  <b>",
        "    <c>",
        "      <d>1</d>",
        "    </c>",
        "  </b>",
        "  <e>",
        "    <f>2</f>",
        "  </e>",
        "  <e/>",
        "</a>",
    ]


def test_error_leaves_the_element_open():
    writer = XmlWriter()
    with pytest.raises(KeyError):
        with writer.element("a"):
            raise KeyError("x")
    with pytest.raises(XmlError):
        writer.result()
