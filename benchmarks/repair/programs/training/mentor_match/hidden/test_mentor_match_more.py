from itertools import permutations

from mentor_match import Mentor, match, unstable_pairs


def test_chain_of_swaps():
    mentees = {"a": ["X", "Y", "Z"], "b": ["Y", "Z"], "c": ["X"]}
    mentors = [Mentor("X", ["c", "a"]), Mentor("Y", ["a", "b"]), Mentor("Z", ["b", "a"])]
    assert match(mentees, mentors) == {"a": "Y", "b": "Z", "c": "X"}


def test_swapped_twice():
    mentees = {"a": ["X", "Y", "Z"], "b": ["Y"], "c": ["X"]}
    mentors = [Mentor("X", ["c", "a"]), Mentor("Y", ["b", "a"]), Mentor("Z", ["a"])]
    assert match(mentees, mentors) == {"a": "Z", "b": "Y", "c": "X"}


def test_order_of_mentees_does_not_matter():
    wishes = {"a": ["X", "Y"], "b": ["X", "Y"], "c": ["X", "Y"]}
    for order in permutations(wishes):
        mentees = {name: wishes[name] for name in order}
        mentors = [Mentor("X", ["c", "b", "a"]), Mentor("Y", ["c", "b", "a"])]
        result = match(mentees, mentors)
        assert result == {"a": None, "b": "Y", "c": "X"}
        assert unstable_pairs(mentees, mentors, result) == []


def test_pushed_out_of_a_group():
    mentees = {"a": ["X", "Y"], "b": ["X", "Y"], "c": ["X", "Y"]}
    mentors = [Mentor("X", ["c", "b", "a"], places=2), Mentor("Y", ["a"])]
    assert match(mentees, mentors) == {"a": "Y", "b": "X", "c": "X"}


def test_matching_again_starts_afresh():
    mentors = [Mentor("X", ["b", "a"])]
    assert match({"b": ["X"]}, mentors) == {"b": "X"}
    assert match({"a": ["X"]}, mentors) == {"a": "X"}
