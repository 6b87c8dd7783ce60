"""Slips of whole programs that somebody wrote who knew nothing of the engine: the right text is among the proposals."""

from testfix_pipeline.repair.languages.python.edits.scope import attributes_of_namesakes
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.synthesis.places import places_at
from testfix_pipeline.repair.languages.python.synthesis.values import returned
from testfix_pipeline_tests.repair.sources import of_target, parsed, targets


def test_what_a_function_answers_is_known_where_it_is_called():
    code = """
        def find(nodes, name):
            node = nodes.get(name)
            if node.count:
                return node
            return None
        def remove(nodes, name):
            last = find(nodes, name)
            return last is not None
    """
    (source,) = parsed(code)
    assert "count" in attributes_of_namesakes(source)["last"]


def test_whether_something_is_a_multiple_is_asked_and_lengths_are_answered():
    code = "def period(text, size):\n    rest = len(text) // size\n    return rest\n"
    target = targets(parsed(code))[-1]
    place = next(place for place in places_at(target, 1.0) if place.side == "before")
    assert "len(text) % size" in {predicate.text for predicate in predicates(place.target)}
    assert "len(text)" in returned(place)


# -- what speaks against a patch ---------------------------------------------------------------------------------------


SHIFTED = "def shifted(n, by):\n    if by is None:\n        raise ValueError(by)\n    return n + by\n"
KINDS = '''
def price(kind, n):
    """Of a kind, or of half a person."""
    if kind == "adult":
        n = 2 * n
    return n
'''


# -- inputs that patches are told apart by -----------------------------------------------------------------------------


def test_records_keep_their_shape():
    near = of_target("warm_inputs").near
    assert all(len(one) == 2 for one in near((3, "a")))
    assert any(len(one) == 5 for one in near((1, 2, 3, 4, 5, 6))), "what is as long as a list is one"
    assert all(one.keys() == {"name", "price"} for one in near({"name": "a", "price": 2}))
    assert {} in list(near({"a": 1, "b": 2}))
