import pytest

from runoff import BallotError, count, parse_ballots

NAMES = ["ann", "bob", "cat", "dan"]


def run(text):
    return count(parse_ballots(text, NAMES), NAMES)


def test_parse():
    assert parse_ballots("2: ann > bob\n\ncat\n", NAMES) == [("ann", "bob"), ("ann", "bob"), ("cat",)]


def test_unknown_candidate():
    with pytest.raises(BallotError, match="line 2"):
        parse_ballots("ann\neve > ann", NAMES)


def test_repeated_candidate():
    with pytest.raises(BallotError, match="twice"):
        parse_ballots("ann > bob > ann", NAMES)


def test_majority_at_once():
    result = run("3: ann\n1: bob\n1: cat")
    assert result.winner == "ann"
    assert result.rounds == [{"ann": 3, "bob": 1, "cat": 1, "dan": 0}]
    assert result.eliminated == []


def test_nobody_votes():
    result = count([], NAMES)
    assert result.winner is None
    assert result.rounds == []


def test_half_is_no_majority():
    result = run("2: ann\n2: bob")
    assert result.eliminated[:2] == ["dan", "cat"]


def test_votes_move_to_the_next_preference():
    result = run("4: ann\n3: bob\n2: cat > bob")
    assert result.winner == "bob"
    assert result.eliminated == ["dan", "cat"]
    assert result.rounds[-1] == {"ann": 4, "bob": 5}


def test_rounds_are_counted_afresh():
    result = run("4: ann\n3: bob > ann\n2: cat > bob\n1: dan > cat")
    assert result.rounds == [
        {"ann": 4, "bob": 3, "cat": 2, "dan": 1},
        {"ann": 4, "bob": 3, "cat": 3},
        {"ann": 4, "bob": 5},
    ]
    assert result.winner == "bob"


def test_exhausted_ballots():
    result = run("4: ann\n3: bob\n2: cat")
    assert result.rounds[-1] == {"ann": 4, "bob": 3}
    assert result.winner == "ann"


def test_tie_drops_the_later_name():
    result = run("2: ann\n1: bob > ann\n1: cat > ann\n")
    assert result.eliminated[0] == "dan"
