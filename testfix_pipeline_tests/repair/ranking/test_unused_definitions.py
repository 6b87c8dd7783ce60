"""Unused definitions of a function: which are found, how they change the scores of edits and places; tokens of code."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.dataflow import (
    attribute_uses,
    uncalled_functions,
    unused_definitions,
)
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    rename_tokens,
)
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline_tests.repair.sources import parsed


def test_unused_definitions_are_found() -> None:
    (source,) = parsed(
        """
        def f(items, wanted):
            found = []
            best = 0
            label = "x"
            for item in items:
                if item > best:
                    print(missing)
            return found
        """
    )
    loose = unused_definitions(source, source.functions[0])
    assert set(loose.unread) == {"wanted", "label"} and loose.unread["label"] > loose.unread["wanted"]
    assert loose.unfilled == {"found": "list"} and loose.unmoved == {"best": "0"} and loose.unbound == {"missing"}


def test_what_reads_all_locals_has_none_that_are_unread() -> None:
    (source,) = parsed("def f(a):\n    b = 1\n    return '{a} {b}'.format(**locals())\n")
    assert not unused_definitions(source, source.functions[0])


def test_helpers_and_attributes_are_looked_for_in_all_files() -> None:
    code = "class A:\n    def __init__(self):\n        self.n = 0\n    def _one(self): pass\n    def _two(self): pass\n"
    sources = parsed(code, "def g(a):\n    a._one()\n    a.n += 1\n    return a.m\n")
    assert [f.name for f in uncalled_functions(sources)[sources[0]]] == ["_two"]
    known = attribute_uses(sources)
    assert known["n"].moved and not known["n"].constant
    assert known["m"].reads == 1 and not known["m"].stores
    assert attribute_uses(sources[:1])["n"].constant == "0"


def weigh(code: str, old: str, new: str) -> float:
    (source,) = parsed(code)
    start = source.text.index(old)
    stmt = source.statements[source.line_at(start)]
    target = PythonEditSite(source, stmt, source.function_of(stmt), FailureEvidence(), (), (source,))
    edit = Edit(source.path, start, start + len(old), new, "variable", 0.4, 1)
    return pull.with_dataflow_priors(target, [edit])[0].prior


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a, b = b, a.a", "z, b = b, z.a"),
        ("f(a, a=a)", "f(z, a=z)"),
        (
            'raise E(f"a {a.a}: {{a}} {b[a]:a}, {b.a!r}{{{a}}}" "a")',
            'raise E(f"a {z.a}: {{a}} {b[z]:a}, {b.a!r}{{{z}}}" "a")',
        ),
        ("x = rf'{a}' % {1: a}", "x = rf'{z}' % {1: z}"),
    ],
)
def test_variables_are_renamed_in_formatted_text_too_attributes_and_arguments_are_not(text: str, new: str) -> None:
    assert rename_tokens(text, {"a": "z"}, ["a"]) == new
