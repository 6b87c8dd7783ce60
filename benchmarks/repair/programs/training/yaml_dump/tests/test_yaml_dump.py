from datetime import date

import pytest

from yaml_dump import DumpError, dump_documents, dumps


def test_scalars():
    assert dumps(None) == "null\n"
    assert dumps(True) == "true\n"
    assert dumps(12) == "12\n"
    assert dumps(1.5) == "1.5\n"
    assert dumps(date(2020, 5, 1)) == "2020-05-01\n"


@pytest.mark.parametrize("text", ["yes", "12", "- a", "a: b", ""])
def test_quoted(text):
    assert dumps(text) == f'"{text}"\n'


def test_not_quoted():
    assert dumps("a-b:c") == "a-b:c\n"


def test_mapping():
    data = {"name": "web", "ports": [80, 443], "limits": {"cpu": 2}}
    assert dumps(data) == "name: web\nports:\n  - 80\n  - 443\nlimits:\n  cpu: 2\n"


def test_sequence_of_mappings():
    data = [{"a": 1, "b": 2}, [3, 4]]
    assert dumps(data) == "- a: 1\n  b: 2\n- - 3\n  - 4\n"


def test_empty_values():
    assert dumps({"tags": [], "labels": {}, "name": "x"}) == "tags: []\nlabels: {}\nname: x\n"


def test_indent():
    assert dumps({"a": {"b": [True]}}, indent=4) == "a:\n    b:\n        - true\n"


def test_documents():
    assert dump_documents([{"a": 1}, [2]]) == "a: 1\n---\n- 2\n"


def test_unknown_type():
    with pytest.raises(DumpError):
        dumps({"a": object()})
