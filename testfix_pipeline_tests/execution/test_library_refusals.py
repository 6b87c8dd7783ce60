"""Names that a library has only to refuse them, without the target's interpreter."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET

Refusals = Callable[..., list[tuple[str, str, str, str]]]
HEAD = "NEW = 'new_one'\n\n\ndef refuse(old, new):\n    raise ValueError(f'{old} was removed: use {new}')\n\n\n"


@pytest.fixture
def refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refusals:
    """What a module of this text refuses of some names."""
    monkeypatch.syspath_prepend(str(IN_TARGET))
    monkeypatch.syspath_prepend(str(tmp_path))

    def found(text: str, *words: str) -> Any:
        (tmp_path / "refusing.py").write_text(HEAD + text)
        monkeypatch.delitem(sys.modules, "refusing", raising=False)
        importlib.import_module("refusing")
        lookup: Any = importlib.import_module("testfix_library_lookup").Lookup(
            SimpleNamespace(relative_path=lambda place: None), 10
        )
        return importlib.import_module("testfix_library_refusals").refusals(lookup, "refusing", {*words})

    return found


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("refuse('old', NEW)", "old was removed: use new_one"),
        ("return refuse('old', new=NEW)", "old was removed: use new_one"),
        ("raise TypeError('old is gone, use %s instead' % NEW)", "old is gone, use new_one instead"),
        ("raise TypeError('old is no longer there' if x else '')", ""),  # it depends on what is given
        ("refuse('old', x)", ""),
        ("refuse(open('old'), NEW)", ""),  # nothing else is called
        ("raise TypeError('old needs a number')", ""),  # it does not say that it is gone
        ("x += 1\n    refuse('old', NEW)", ""),
        ("print('deprecated')", ""),
    ],
)
def test_a_function_is_refused_that_first_of_all_raises_a_fixed_text(
    refusals: Refusals, body: str, message: str
) -> None:
    found = refusals(f"def old(x):\n    '''Text.'''\n    {body}\n", "old")
    assert found == ([("refusing", "", "old", message)] if message else [])


def test_a_class_is_refused_by_what_makes_its_objects(refusals: Refusals) -> None:
    text = "class Old:\n    def __init__(self):\n        refuse('Old', 'New')\n"
    assert refusals(text, "Old") == [("refusing", "", "Old", "Old was removed: use New")]
    assert refusals(text, "Other") == []


def test_a_method_counts_where_no_other_class_has_one_of_its_name(refusals: Refusals) -> None:
    text = "class One:\n    def old(self):\n        refuse('old', 'new')\n\n\n"
    text += "class Two:\n    def {}(self):\n        pass\n"
    assert refusals(text.format("other"), "old") == [("refusing", "One", "old", "old was removed: use new")]
    assert refusals(text.format("old"), "old") == []
