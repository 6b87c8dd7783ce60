"""Unused definitions of a function: which are found, how they change the scores of edits and places; tokens of code."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.analysis.dataflow import (
    attribute_uses,
    uncalled_functions,
    unused_definitions,
)
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    own_tokens,
    rename_tokens,
    substitute_tokens,
    tokenise,
)
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.ranking.unused_definitions import raised_score
from testfix_pipeline_tests.repair.sources import parsed, targets


def test_sound_code_has_no_unused_definitions() -> None:
    (source,) = parsed(
        """
        def f(items, *, key=None, _unused=0):
            found, count = [], 0
            for item in items:
                count += 1
                found.append(key(item))
            inner = lambda: found
            try:
                return [n for n in inner()], count
            except ValueError as error:
                raise KeyError(key) from error
        """
    )
    loose = unused_definitions(source, source.functions[0])
    assert not loose and not loose.unmoved


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


def test_edits_that_take_up_a_unused_definition_gain_and_those_that_make_one_lose() -> None:
    code = "def f(a, b):\n    c = a + b\n    d = g(a)\n    return h(c, a)\n"
    assert weigh(code, "h(c, a)", "h(c, d)") > 0.4
    assert weigh(code, "h(c, a)", "h(a, a)") < 0.4
    assert weigh(code, "h(c, a)", "h(a, c)") == 0.4


def test_unused_definitions_draw_the_search_to_their_function() -> None:
    (source,) = parsed("def f(a):\n    b = g(a)\n    return a\n\n\ndef h(a):\n    return a\n")
    places = [pull.strongest_pull(target) for target in targets((source,)) if target.function]
    assert places[0] > 0.5 and places[-1] == 0.0
    assert raised_score(0.25, 1.0) == 0.5 and raised_score(0.25, 0.0) == 0.25


def test_tokens_leave_out_layout_and_comments() -> None:
    text = "x  = f(a,  # why\n   'b # c', 1.5e-3) // y**2"
    found = [token.text for token in tokenise(text)]
    assert found == ["x", "=", "f", "(", "a", ",", "'b # c'", ",", "1.5e-3", ")", "//", "y", "**", "2"]
    assert substitute_tokens("a.b(a, 'a')", lambda t: "z" if t.text == "a" else t.text) == "z.b(z, 'a')"


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


def test_what_is_not_a_variable_alone_is_renamed_wherever_it_stands() -> None:
    assert rename_tokens("a.a(a=1)", {"a": "z"}) == "z.z(z=1)"


def test_the_own_tokens_of_a_compound_statement_are_its_header() -> None:
    (source,) = parsed("def f(a):\n    if a:\n        g()\n    elif a.b: h()\n")
    chain = source.functions[0].node.body[0]
    assert isinstance(chain, ast.If)
    assert [t.text for t in own_tokens(source, chain)] == ["if", "a", ":"]
    assert [t.text for t in own_tokens(source, chain.orelse[0])] == ["if", "a", ".", "b", ":"]
