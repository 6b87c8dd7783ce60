"""Names for the parts of what a library gives: more of them now, fewer, or none."""

from testfix_pipeline.repair.languages.python.libraries.sources.unpacked_items import unpacked_items
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

PARTS = """\
def described(field):
    lines = []
    for value, label in field.parts():
        lines.append(f"{value}: {label}")
    return lines


def first(field):
    return [value for value, label in field.parts()]
"""
TREE = """\
def names(tree):
    found = []
    for node, _parent, _key in tree.walk():
        found.append(node.name)
    return found
"""


def texts(said: str, text: str, own: str = "", kind: str = "ValueError", line: int = 3) -> list[str]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    found = unpacked_items([failure(kind, said, line)], files, lambda name: name == own)
    return [fix.texts["own.py"] for fix in found]


def test_more_parts_come_last_or_elsewhere_at_all_places() -> None:
    found = texts("too many values to unpack (expected 2)", PARTS)
    wanted = ["value, label, *_", "value, _, label", "_, value, label"]
    assert found == [PARTS.replace("value, label in", f"{each} in") for each in wanted]


def test_the_only_name_that_is_read_gets_the_whole() -> None:
    whole = TREE.replace("node, _parent, _key", "node")
    for said in ("too many values to unpack (expected 3)", "not enough values to unpack (expected 3, got 2)"):
        assert texts(said, TREE)[0] == whole
    for said in ("cannot unpack non-iterable Node object", "'Node' object is not iterable"):
        assert texts(said, TREE, kind="TypeError") == [whole]


def test_a_name_that_nothing_reads_is_left_out() -> None:
    text = TREE.replace("node.name", "node.name, _key")
    (fewer,) = texts("not enough values to unpack (expected 3, got 2)", text)
    assert fewer == text.replace("node, _parent, _key", "node, _key")


def test_names_that_are_read_stay() -> None:
    assert texts("not enough values to unpack (expected 2, got 1)", PARTS) == []


def test_what_the_project_gives_is_no_library_s() -> None:
    assert texts("too many values to unpack (expected 2)", PARTS, own="parts") == []


def test_nothing_is_no_object_without_parts() -> None:
    assert texts("cannot unpack non-iterable NoneType object", TREE, kind="TypeError") == []


def test_an_underscore_that_is_read_keeps_its_meaning() -> None:
    text = PARTS.replace('f"{value}: {label}"', "_(value), label")
    assert "value, label, *_rest in" in texts("too many values to unpack (expected 2)", text)[0]
