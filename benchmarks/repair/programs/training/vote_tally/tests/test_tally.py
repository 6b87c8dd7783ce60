import pytest

from tally import Ballot, Round, count, run


def ballots(*rankings):
    return [Ballot(f"v{n}", list(ranking)) for n, ranking in enumerate(rankings)]


def test_majority_at_once():
    winner, rounds = run(ballots("A", "A", "B"), "AB")
    assert winner == "A"
    assert len(rounds) == 1


def test_votes_move_on():
    winner, rounds = run(ballots("AB", "AB", "BA", "BA", "CB"), "ABC")
    assert winner == "B"
    assert rounds[0].out == "C"


def test_exhausted_ballots():
    assert count(ballots("C", "A"), ["A", "B"]) == {"A": 1, "B": 0}


def test_ballots_filled_in_one_after_the_other():
    first = Ballot("ann").rank("A").rank("B")
    second = Ballot("bob").rank("B")
    assert first.ranking == ["A", "B"]
    assert second.ranking == ["B"]


def test_an_empty_ballot_has_no_choice():
    assert Ballot("eve").choice(["A", "B"]) is None


def test_ranked_twice():
    with pytest.raises(ValueError):
        Ballot("ann", ["A"]).rank("A")


def test_tie_drops_the_later_name():
    winner, _ = run(ballots("A", "B"), "AB")
    assert winner == "A"


def test_round_text():
    assert str(Round(1, {"B": 2, "A": 0}, "A")) == "round 1: A 0, B 2; A is out"
