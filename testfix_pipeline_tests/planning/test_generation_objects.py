"""Generated tests of classes: comparisons, states that are private."""

import ast

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.planning.generation.inputs.instances import observing_calls
from testfix_pipeline_tests.planning.generating import failing_with, generated, source
from testfix_pipeline_tests.project_files import stored, write_files

SHELVES = stored(__file__, "generated_programs.toml")["SHELVES"]
FILE = "shelves/shelf.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return generated(write_files(tmp_path_factory.mktemp("shelves"), SHELVES), FILE)


def test_comparisons_are_stated_as_such(made):
    assert '("abc" in registry) is True' in source(made, "Registry.__contains__")


def test_a_private_state_is_seen_by_the_methods_that_only_look(made):
    assert "stack.size() == 1" in source(made, "Stack.push")
    assert "door.is_open() is True" in source(made, "Door.open")


def test_methods_that_only_look():
    (owner,) = [one for one in ast.parse(SHELVES["shelves/shelf.py"]).body if getattr(one, "name", "") == "Stack"]
    assert isinstance(owner, ast.ClassDef)
    assert observing_calls(owner) == ["size()", "is_full()"]
    code = """
class Box:
    def __init__(self, size: int):
        self.size = size
        self.items = []

    def take(self):
        return self._last()

    def _last(self):
        return self.items.pop()
"""
    box = ast.parse(code).body[0]
    assert isinstance(box, ast.ClassDef)
    assert observing_calls(box) == []


@pytest.mark.parametrize(
    ("old", "new"), [("self._order.remove(name)", "self._order.reverse()"), ("self.count -= by", "self.count += by")]
)
def test_they_pass_and_notice_a_fault(tmp_path, made, old, new):
    assert failing_with(tmp_path, SHELVES, made, FILE, old, new)
