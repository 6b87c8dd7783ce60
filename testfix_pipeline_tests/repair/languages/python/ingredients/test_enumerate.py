"""What the enumerator finds at a statement: types, what is in reach, conditions, forms."""

import ast
from dataclasses import replace
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.ingredients.enumerate import conditions, pool, values
from testfix_pipeline.repair.languages.python.ingredients.forms import common_forms, parse_form
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import mined
from testfix_pipeline.repair.languages.python.ingredients.slots import slots
from testfix_pipeline.repair.languages.python.ingredients.static_types import (
    ANY,
    Types,
    are_compatible,
    types_of_annotation,
    typing_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

CODE = """\
LIMIT = 10

class Job:
    retries: int = 3

    def __init__(self, name: str, parent=None):
        self.name = name
        self.parent = parent
        self.steps = []

    def label(self) -> str:
        return self.name.strip()

    def run(self, times: int, note=""):
        done = len(self.steps)
        for step in self.steps:
            if step is None or step.done:
                continue
            done += step.cost
        later = done
        return later

class Other:
    def size(self):
        return self.width
"""


def target(code: str, line: int) -> PythonEditSite:
    source = SourceFile("file0.py", dedent(code).encode())
    stmt = source.statements[line]
    return PythonEditSite(source, stmt, source.function_of(stmt), FailureEvidence(), (), (source,))


TYPES = st.frozensets(st.sampled_from(["int", "str", "list", "Job", "Other", "NoneType", "float"]))


@given(TYPES, TYPES)
def test_compatible_is_reflexive_symmetric_and_unknown_fits_everywhere(one: Types, other: Types) -> None:
    assert are_compatible(one, one)
    assert are_compatible(one, other) == are_compatible(other, one)
    assert are_compatible(one, ANY) and are_compatible(ANY, other)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("len(x)", {"int"}),
        ("'a'.split()", {"list"}),
        ("name.strip()", {"str", "bytes"}),
        ("job.name.strip()", {"str"}),
        ("[1]", {"list"}),
        ("not x", {"bool"}),
        ("x < 1", {"bool"}),
        ("1 + 2", {"int"}),
        ("1 / 2", {"float"}),
        ("'%s' % x", {"str"}),
        ("Job('a')", {"Job"}),
        ("job.label()", {"str"}),
        ("job.retries", {"int"}),
        ("job.name", {"str"}),
        ("x", set()),
        ("f(x)", set()),
        ("1 if x else ''", {"int", "str"}),
    ],
)
def test_types_are_guessed(text: str, types: set[str]) -> None:
    known = typing_of(SourceFile("file0.py", CODE.encode()))
    assert known.of(ast.parse(text, mode="eval").body) == types


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Optional[int]", {"int", "NoneType"}),
        ("'Job | None'", {"Job", "NoneType"}),
        ("List[str]", {"list"}),
        ("T", set()),
    ],
)
def test_annotations_are_read(text: str, types: set[str]) -> None:
    assert types_of_annotation(ast.parse(text, mode="eval").body) == types


def test_what_is_in_reach_comes_nearest_first_and_each_once() -> None:
    found = [one.text for one in pool(target(CODE, 18))]  # done += step.cost
    assert len(found) == len(set(found))
    assert {"done", "step", "times", "self.steps", "self.parent", "step.done", "LIMIT"} <= set(found)
    assert not {"later", "name", "self.width"} & set(found)
    assert found.index("step.cost") < found.index("times") < found.index("self.parent")


def test_values_have_fitting_types() -> None:
    found = [one.text for one in values(target(CODE, 18), frozenset({"str"}))]
    assert "self.name" in found and "note" in found
    assert "times" not in found and "self.steps" not in found


def test_conditions_are_those_of_the_code_around_and_values_in_usual_forms() -> None:
    found = conditions(target(CODE, 18))
    assert len(found) == len(set(found))
    for text in ("step is None", "step is not None", "not done", "note", "self.steps", "step.done", "done > 0"):
        assert text in found
    assert found.index("step.done") < found.index("not self.parent")


@pytest.mark.parametrize(
    ("error", "stmt", "check", "nonsense"),
    [
        ("AttributeError", "return view.name", 'hasattr(view, "name")', "key in view"),
        ("KeyError", "return view[key].name", "key in view", 'hasattr(view, "name")'),
        ("TypeError", "return view.name", "view is not None", 'hasattr(view, "name")'),
    ],
)
def test_what_crashed_is_checked_for_what_it_lacked(error: str, stmt: str, check: str, nonsense: str) -> None:
    site = target(f"def f(view, key):\n    {stmt}\n", 2)
    found = conditions(replace(site, failure_evidence=FailureEvidence(crash_lines={(site.source.path, 2): error})))
    assert check in found and nonsense not in found


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("a == b", "a != b"),
        ("not a", "a"),
        ("a", "not a"),
        ("a < b", "a >= b"),
        ("a or b", "not (a or b)"),
        ("a or\n    b", "not (a or b)"),
        ("(a or b) == c", "(a or b) != c"),
        ("x in (y if z else w)", "x not in (y if z else w)"),
    ],
)
def test_a_condition_is_denied(text: str, opposite: str) -> None:
    assert negate_condition(text) == opposite


def test_forms_of_a_file_are_counted_by_the_word_that_they_hold() -> None:
    source = SourceFile("file0.py", b"def f(a, b):\n    x = g(a) + g(b)\n    return len(a)\n\ndef g(v): return v\n")
    found = mined(source)
    assert {form.filled("v"): count for form, count in found.forms.items() if form.of == "Call"} == {
        "g(v)": 2,
        "len(v)": 1,
    }
    assert {form.filled("a") for form in found.words["a"]} == {"g(a)", "len(a)"}


@pytest.mark.parametrize("which", ["condition", "value"])
def test_usual_forms_are_read_with_what_they_take(which: str) -> None:
    found = common_forms(which)
    assert len(found) > 40 and sum(share for _, share in found) == pytest.approx(1, abs=0.01)
    for form, _ in found:
        ast.parse(form.filled("(a, b)"), mode="eval")
    assert parse_form("{} + 1").takes == {"int"} and parse_form("{}.lower()").takes == {"str", "bytes"}
    assert parse_form("{{'a': {}}}").filled("x") == "{'a': x}"


def test_slots_have_roles_and_accept_what_stands_there() -> None:
    source = "def f(a, b: int):\n    if a.x[b] and g(len(a), k=None):\n        pass\n\ndef g(*a, k): return a\n"
    found = {slot.text: (slot.role, set(slot.accepts)) for slot in slots(target(source, 2))}
    assert found["a.x[b]"] == ("condition", set())
    assert found["b"] == ("key", {"int"})
    assert found["len(a)"] == ("argument", {"int"})
    assert found["None"] == ("argument", set())
    assert found["g"][0] == "callee" and found["a.x"][0] == "receiver"


NESTED = """\
class Check:
    def __init__(self, extra):
        self.extra = extra

    def compiled(self):
        def check(items, error):
            for item in items:
                if self.extra == "allow":
                    yield item
                elif error:
                    raise error
                elif self.extra != "remove":
                    raise ValueError(item)
        return check
"""


def test_a_function_within_a_method_may_use_the_objects_attributes() -> None:
    found = conditions(target(NESTED, 10))
    assert {"self.extra != 'remove'", "self.extra == 'allow'"} <= {one.replace('"', "'") for one in found[:8]}


@pytest.mark.parametrize(("parameter", "expected"), [("", "Check"), ("self, ", None)])
def test_self_of_a_nested_function_is_the_methods_unless_it_binds_its_own(parameter: str, expected: str | None) -> None:
    function = target(NESTED.replace("def check(", f"def check({parameter}"), 10).function
    assert function is not None and function.owner is None
    assert getattr(function.self_class, "name", None) == expected
