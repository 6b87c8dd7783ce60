from runoff import count, parse_ballots


def test_lead_is_lost():
    ballots = [("x",)] * 5 + [("y", "z")] * 4 + [("z", "y")] * 3
    result = count(ballots, ["x", "y", "z"])
    assert result.rounds == [{"x": 5, "y": 4, "z": 3}, {"x": 5, "y": 7}]
    assert result.winner == "y"


def test_order_of_elimination():
    ballots = [("p",)] * 5 + [("q",)] * 4 + [("r", "s")] * 3 + [("s", "q")] * 3 + [("t", "r")]
    result = count(ballots, "pqrst")
    assert result.eliminated == ["t", "s", "r"]
    assert result.winner == "q"
    assert result.rounds[1] == {"p": 5, "q": 4, "r": 4, "s": 3}
    assert result.rounds[2] == {"p": 5, "q": 7, "r": 4}


def test_majority_of_what_is_left():
    ballots = [("a",)] * 3 + [("b",)] * 2 + [("c",)] * 2
    result = count(ballots, ["a", "b", "c"])
    assert result.rounds == [{"a": 3, "b": 2, "c": 2}, {"a": 3, "b": 2}]
    assert result.winner == "a"


def test_dead_heat_goes_to_the_earlier_name():
    result = count([("a",), ("b",)], ["a", "b"])
    assert result.eliminated == ["b"]
    assert result.winner == "a"
    assert result.rounds == [{"a": 1, "b": 1}, {"a": 1}]


def test_each_round_has_at_most_all_ballots():
    ballots = parse_ballots("3: a > b\n3: b > c\n2: c > a\n1: d > c > a", "abcd")
    result = count(ballots, "abcd")
    assert [sum(votes.values()) for votes in result.rounds] == [9] * len(result.rounds)


def test_skips_to_third_preference():
    ballots = [("a",)] * 4 + [("b", "d")] * 3 + [("c", "d", "b")] * 2 + [("d", "c")]
    result = count(ballots, "abcd")
    assert result.rounds[-1] == {"a": 4, "b": 5}
    assert result.rounds[1] == {"a": 4, "b": 3, "c": 3}
    assert result.eliminated == ["d", "c"]


def test_single_candidate():
    result = count([("a",), ("a",)], ["a"])
    assert (result.winner, result.rounds) == ("a", [{"a": 2}])
