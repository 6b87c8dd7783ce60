"""Generated tests of classes: methods that belong together, visitors, states that are private."""

import ast

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.planning.generation.inputs.inputs import programs_for
from testfix_pipeline.planning.generation.inputs.state_observers import observing_calls, state_expressions
from testfix_pipeline_tests.planning.generated_programs import SHELVES
from testfix_pipeline_tests.planning.generating import failing_with, generated, kept, source
from testfix_pipeline_tests.project_files import write_files

FILE = "shelves/shelf.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return generated(write_files(tmp_path_factory.mktemp("shelves"), SHELVES), FILE)


# --- methods that belong together


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("stack_pop_gives_back_what_push_was_given", "assert stack.pop() == 3"),
        ("stack_pop_undoes_push", "assert (stack.size(), stack.is_full()) == before"),
        ("stack_gives_back_in_reverse_order", "assert [stack.pop(), stack.pop()] =="),
        ("registry_unregister_undoes_register", "assert (len(registry), list(registry)) == before"),
        ("settings_get_option_gives_back_what_set_option_was_given", 'assert settings.get_option("abc") == 3'),
        ("door_close_undoes_open", "assert door.is_open() == before"),
    ],
)
def test_what_one_method_does_and_another_undoes_is_a_law(made, name, claim):
    (law,) = [test for test in made.tests if test.name == f"test_{name}"]
    assert law.kept and law.label.startswith("states a law that the ")
    assert claim in law.source
    assert law.kills or law.new_lines


@pytest.mark.parametrize(
    ("target", "said", "claim"),
    [
        ("Line.dequeue", "People in a line: FIFO", "assert [line.dequeue(), line.dequeue()] == [3,"),
        ("Meter.decrement", "the top included", "assert (meter.count, meter.top) == before"),
    ],
)
def test_a_law_that_the_documentation_promises_and_the_code_breaks_is_a_finding(made, target, said, claim):
    (finding,) = [test for test in kept(made, target) if test.expected_failure]
    assert said in finding.reason
    assert claim in finding.source and "strict=True" in finding.source


def test_what_a_broken_law_is_about_is_not_pinned_as_right(made):
    plain = [test.source for test in kept(made, "Meter.decrement") if not test.expected_failure]
    assert plain and not [text for text in plain if "increment(" in text]


def test_comparisons_are_stated_as_such(made):
    assert '("abc" in registry) is True' in source(made, "Registry.__contains__")


# --- visitors and private states


def test_visitors_are_sent_through_trees(made):
    assert 'depth.visit(ast.parse("def f(' in source(made, "Depth.visit_FunctionDef")
    assert "depth.called == [" in source(made, "Depth.visit_Call")


def test_programs_have_what_the_visitor_asks_for():
    for kind in ("FunctionDef", "AsyncFunctionDef", "Lambda", "JoinedStr", "ImportFrom", "Global", "Subscript"):
        assert all(getattr(ast, kind) in map(type, ast.walk(ast.parse(text))) for text in programs_for(kind)), kind


def test_a_private_state_is_seen_by_the_methods_that_only_look(made):
    assert "stack.size() == 1" in source(made, "Stack.push")
    assert "door.is_open() is True" in source(made, "Door.open")


def test_methods_that_only_look():
    (owner,) = [one for one in ast.parse(SHELVES["shelves/shelf.py"]).body if getattr(one, "name", "") == "Stack"]
    assert isinstance(owner, ast.ClassDef)
    assert observing_calls(owner) == ["size()", "is_full()"]
    assert state_expressions(owner) == ["{}.size()", "{}.is_full()"]
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
    assert state_expressions(box) == ["{}.size", "copy.deepcopy({}.items)"]


@pytest.mark.parametrize(
    ("old", "new"), [("self._order.remove(name)", "self._order.reverse()"), ("self._depth -= 1", "self._depth += 1")]
)
def test_they_pass_and_notice_a_fault(tmp_path, made, old, new):
    assert failing_with(tmp_path, SHELVES, made, FILE, old, new)
