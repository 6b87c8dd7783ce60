"""What is taken for a change of state by the name of a method, in requirements, findings and observations alike."""

import collections
import io

import pytest

from testfix_pipeline.planning.python_code.mutating_methods import MOVES, MUTATORS


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
