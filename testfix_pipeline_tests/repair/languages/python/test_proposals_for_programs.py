"""Mistakes in whole programs by an author who knew nothing of the engine: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.action_values import values_to_return
from testfix_pipeline.repair.languages.python.synthesis.probe_points import places_at
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.overfitting import signs
from testfix_pipeline_tests.repair.sources import of_target, parsed, targets


def test_whether_something_is_a_multiple_is_asked_and_lengths_are_answered():
    code = "def period(text, size):\n    rest = len(text) // size\n    return rest\n"
    target = targets(parsed(code))[-1]
    place = next(place for place in places_at(target, 1.0) if place.side == "before")
    assert "len(text) % size" in {predicate.text for predicate in predicates(place.target)}
    assert "len(text)" in values_to_return(place)


# -- what speaks against a patch ---------------------------------------------------------------------------------------


def of_patch(code: str, old: str, new: str, *literals: str) -> Signs:
    source = SourceFile("m.py", code.encode())
    start = source.text.index(old)
    edit = Edit("m.py", start, start + len(old), new, "guard", 0.5, source.line_at(start))
    return signs(Candidate.single(source, edit, 1.0, "test"), FailureEvidence(test_literals=frozenset(literals)))


KINDS = '''
def price(kind, n):
    """Of a kind, or of half a person."""
    if kind == "adult":
        n = 2 * n
    return n
'''


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ('n = 0 if kind == "child" else 2 * n', 0),
        ('n = 0 if n == "child" else 2 * n', 1),
        ('n = 0 if str(n) == "c" else 2 * n', 1),
        ('n = 0 if str(n) == "-" else 2 * n', 0),
        ("n = 0 if n == 77 else 2 * n", 1),
        ("n = 0 if n == 1 else 2 * n", 0),
        ('n = 0 if n == "half" else 2 * n', 0),
    ],
)
def test_a_value_of_a_test_is_distinguished_where_none_was(new: str, expected: int):
    assert (
        of_patch(KINDS, "n = 2 * n", new, "'child'", "'-'", "77", "1", "'half'").new_test_literal_comparisons
        == expected
    )


# -- inputs that distinguish patches -----------------------------------------------------------------------------------


def test_records_keep_their_shape():
    near = of_target("warm_inputs").similar_values
    assert all(len(one) == 2 for one in near((3, "a")))
    assert any(len(one) == 5 for one in near((1, 2, 3, 4, 5, 6))), "what is as long as a list is one"
    assert all(one.keys() == {"name", "price"} for one in near({"name": "a", "price": 2}))
    assert {} in list(near({"a": 1, "b": 2}))
