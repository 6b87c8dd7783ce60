"""Mistakes in whole programs by an author who knew nothing of the engine: the right text is among the proposals."""

from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.synthesis.action_values import values_to_return
from testfix_pipeline.repair.languages.python.synthesis.probe_points import places_at
from testfix_pipeline_tests.repair.sources import of_target, parsed, targets


def test_whether_something_is_a_multiple_is_asked_and_lengths_are_answered():
    code = "def period(text, size):\n    rest = len(text) // size\n    return rest\n"
    target = targets(parsed(code))[-1]
    place = next(place for place in places_at(target, 1.0) if place.side == "before")
    assert "len(text) % size" in {predicate.text for predicate in predicates(place.target)}
    assert "len(text)" in values_to_return(place)


# -- inputs that distinguish patches -----------------------------------------------------------------------------------


def test_records_keep_their_shape():
    near = of_target("warm_inputs").similar_values
    assert all(len(one) == 2 for one in near((3, "a")))
    assert any(len(one) == 5 for one in near((1, 2, 3, 4, 5, 6))), "what is as long as a list is one"
    assert all(one.keys() == {"name", "price"} for one in near({"name": "a", "price": 2}))
    assert {} in list(near({"a": 1, "b": 2}))
