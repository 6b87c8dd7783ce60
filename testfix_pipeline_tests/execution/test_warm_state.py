"""Collections get back what they held, in its order, between candidates that share a process."""

from collections import Counter, OrderedDict, defaultdict, deque

import pytest

from testfix_pipeline_tests.repair.sources import of_target


@pytest.mark.parametrize(
    ("held", "change"),
    [
        ([1, 2], lambda one: one.reverse()),
        (deque([1, 2], maxlen=2), lambda one: one.append(3)),
        ({1, 2}, lambda one: one.discard(1)),
        ({"a": 1}, lambda one: one.update(a=2)),
        (OrderedDict(a=1, b=2), lambda one: one.move_to_end("a")),
        (defaultdict(int, a=1), lambda one: one["b"]),
        (Counter("aab"), lambda one: one.update("b")),
    ],
)
def test_a_changed_collection_gets_its_content_back_and_an_unchanged_one_is_left_alone(held, change) -> None:
    before, state = repr(held), of_target("warm_state").ContentState(held)
    assert not state.restore()
    change(held)
    assert repr(held) != before
    assert state.restore() and repr(held) == before
    assert not state.restore()
