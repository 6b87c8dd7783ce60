"""What is taken for a change of state by the name of a method, in requirements, findings and observations alike."""

import ast
import collections
import io

import pytest

from testfix_pipeline.planning.generation.inputs.state_observers import observing_calls
from testfix_pipeline.planning.python_code.mutating_methods import MOVES, MUTATORS
from testfix_pipeline.planning.python_code.public_surface import public_surface

CLASS = """
class Shelf:
    def __init__(self):
        self.items = []

    def act(self):
        return self.items.{method}({given})
"""


@pytest.mark.parametrize(
    ("changing", "fixed"),
    [(list, tuple), (set, frozenset), (dict, collections.abc.Mapping), (collections.deque, tuple)],
)
def test_what_a_container_has_beyond_one_that_can_not_change_is_a_mutator(changing, fixed):
    more = {name for name in set(dir(changing)) - set(dir(fixed)) if not name.startswith("_")}
    assert more - {"copy", "fromkeys", "maxlen"} <= MUTATORS


def test_each_mutator_is_one_of_a_container():
    containers = (list, set, dict, collections.deque, collections.Counter, collections.OrderedDict)
    assert all(any(hasattr(one, name) for one in containers) for name in MUTATORS)
    assert not MUTATORS & MOVES
    assert {"read", "write", "seek"} <= MOVES & set(dir(io.StringIO))


@pytest.mark.parametrize("method", sorted(MUTATORS))
def test_a_method_that_calls_a_mutator_changes_its_instance(method):
    text = CLASS.format(method=method, given="")
    (routine,) = [one for one in public_surface("shelf.py", text) if one.name.endswith("act")]
    assert routine.changes == ("self.items",)
    assert observing_calls(class_of(text)) == []


@pytest.mark.parametrize("method", sorted(MOVES))
def test_a_method_that_moves_a_stream_is_none_that_only_looks(method):
    assert observing_calls(class_of(CLASS.format(method=method, given=""))) == []


@pytest.mark.parametrize(("method", "given"), [("index", "3"), ("copy", ""), ("count", "3")])
def test_other_methods_only_look(method, given):
    text = CLASS.format(method=method, given=given)
    assert observing_calls(class_of(text)) == ["act()"]
    assert [one.changes for one in public_surface("shelf.py", text) if one.name.endswith("act")] == [()]


def class_of(text: str) -> ast.ClassDef:
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.ClassDef)
    return node
