import pytest
from text_patch import Conflict, Hunk, apply, invert

SAME = "x\nx\nx\nx\nx\nx"


def test_identical_lines():
    hunks = [Hunk(1, ["x"], ["1", "2"]), Hunk(3, ["x"], ["3"]), Hunk(5, ["x"], ["5"])]
    assert apply(SAME, hunks) == "1\n2\nx\n3\nx\n5\nx"


def test_shrinking():
    hunks = [Hunk(1, ["x", "x"], []), Hunk(5, ["x"], ["5"])]
    assert apply(SAME, hunks) == "x\nx\n5\nx"


def test_shrink_then_far():
    text = "\n".join("abcdefghij")
    hunks = [Hunk(1, list("abcd"), []), Hunk(9, ["i"], ["I"])]
    assert apply(text, hunks) == "e\nf\ng\nh\nI\nj"


def test_three_inserts():
    text = "1\n2\n3"
    hunks = [Hunk(1, [], ["a"]), Hunk(2, [], ["b"]), Hunk(3, [], ["c"])]
    assert apply(text, hunks) == "a\n1\nb\n2\nc\n3"


def test_grow_and_shrink():
    text = "\n".join("abcdef")
    hunks = [Hunk(1, ["a"], ["A", "A"]), Hunk(2, ["b", "c"], ["B"]), Hunk(5, [], ["-"])]
    assert apply(text, hunks) == "A\nA\nB\nd\n-\ne\nf"


@pytest.mark.parametrize("hunks", [
    [Hunk(1, [], ["p", "q", "r"]), Hunk(4, ["d"], [])],
    [Hunk(2, ["b", "c"], []), Hunk(6, ["f"], ["F", "G"])],
])
def test_invert_restores(hunks):
    text = "\n".join("abcdef")
    assert apply(apply(text, hunks), invert(hunks)) == text


def test_single_conflict():
    with pytest.raises(Conflict):
        apply("a", [Hunk(1, ["b"], [])])
