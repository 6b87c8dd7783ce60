import pytest

from mentor_match import Mentor, MatchError, match, report, unstable_pairs


def test_everybody_gets_the_first_wish():
    mentors = [Mentor("X", ["a", "b"]), Mentor("Y", ["a", "b"])]
    assert match({"a": ["X", "Y"], "b": ["Y", "X"]}, mentors) == {"a": "X", "b": "Y"}


def test_mentor_keeps_the_better():
    mentors = [Mentor("X", ["a", "b"]), Mentor("Y", ["a", "b"])]
    assert match({"a": ["X", "Y"], "b": ["X", "Y"]}, mentors) == {"a": "X", "b": "Y"}


def test_swapped_mentee_asks_the_next():
    mentors = [Mentor("X", ["b", "a"]), Mentor("Y", ["a", "b"])]
    assert match({"a": ["X", "Y"], "b": ["X", "Y"]}, mentors) == {"a": "Y", "b": "X"}


def test_swapped_mentee_without_further_wish():
    mentors = [Mentor("X", ["b", "a"])]
    assert match({"a": ["X"], "b": ["X"]}, mentors) == {"a": None, "b": "X"}


def test_not_accepted():
    assert match({"a": ["X"]}, [Mentor("X", ["b"])]) == {"a": None}


def test_several_places():
    mentors = [Mentor("X", ["c", "a", "b"], places=2)]
    assert match({"a": ["X"], "b": ["X"], "c": ["X"]}, mentors) == {"a": "X", "b": None, "c": "X"}
    assert mentors[0].taken == ["a", "c"]


def test_result_is_stable():
    mentees = {"a": ["X", "Y", "Z"], "b": ["X", "Z", "Y"], "c": ["Y", "X", "Z"]}
    mentors = [Mentor("X", ["c", "b", "a"]), Mentor("Y", ["a", "b", "c"]), Mentor("Z", ["a", "b", "c"])]
    assert unstable_pairs(mentees, mentors, match(mentees, mentors)) == []


def test_unstable():
    mentees = {"a": ["X", "Y"], "b": ["X", "Y"]}
    mentors = [Mentor("X", ["a", "b"]), Mentor("Y", ["a", "b"])]
    assert unstable_pairs(mentees, mentors, {"a": "Y", "b": "X"}) == [("a", "X")]


@pytest.mark.parametrize(
    ("mentees", "mentor"),
    [
        ({"a": ["X", "X"]}, Mentor("X", ["a"])),
        ({"a": ["Z"]}, Mentor("X", ["a"])),
        ({"a": []}, Mentor("X", ["a", "a"])),
        ({"a": []}, Mentor("X", [], places=0)),
    ],
)
def test_errors(mentees, mentor):
    with pytest.raises(MatchError):
        match(mentees, [mentor])


def test_report():
    assert report({"b": "X", "a": "X", "c": None, "d": "W"}) == ["W: d", "X: a, b", "without mentor: c"]
