import pytest

from yaml_dump import DumpError, dump_documents, dumps


def test_nothing_at_the_top():
    assert dumps({}) == "{}\n"
    assert dumps([]) == "[]\n"
    assert dumps(()) == "[]\n"


def test_empty_in_sequence():
    assert dumps([[], {}, 1]) == "- []\n- {}\n- 1\n"


def test_empty_deep_down():
    assert dumps({"a": {"b": {"c": []}}}) == "a:\n  b:\n    c: []\n"
    assert dumps([{"x": ()}]) == "- x: []\n"


def test_nested_still_work():
    assert dumps({"a": [[0]], "b": {"": None}}) == 'a:\n  - - 0\nb:\n  "": null\n'


def test_other_empty_things_are_errors():
    with pytest.raises(DumpError):
        dumps({"a": set()})


def test_documents_may_be_empty():
    assert dump_documents([{}, {"a": []}]) == "{}\n---\na: []\n"
