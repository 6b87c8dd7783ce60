from seatshare import DHONDT, HARE, SAINTE_LAGUE, Election


def test_larger_party_with_later_name():
    # quotas 0.5, 1.5
    assert Election({"a": 10, "z": 30}).seats(2, HARE) == {"a": 0, "z": 2}


def test_equal_votes_by_name():
    assert Election({"b": 10, "a": 10}).seats(1, HARE) == {"b": 0, "a": 1}


def test_equal_votes_by_name_dhondt():
    assert Election({"b": 10, "a": 10}).seats(3) == {"b": 1, "a": 2}


def test_three_equal_remainders():
    # quotas 0.5, 1.5, 2.5, 0.5
    votes = {"a": 1, "b": 3, "c": 5, "d": 1}
    assert Election(votes).seats(5, HARE) == {"a": 0, "b": 2, "c": 3, "d": 0}


def test_larger_remainder_beats_larger_party():
    # quotas 1.2, 0.8
    assert Election({"a": 60, "b": 40}).seats(2, HARE) == {"a": 1, "b": 1}


def test_all_seats_are_given():
    votes = {"a": 417, "b": 306, "c": 131, "d": 97, "e": 49}
    for method in (HARE, DHONDT, SAINTE_LAGUE):
        for number in range(1, 40):
            assert sum(Election(votes, 5).seats(number, method).values()) == number


def test_tie_with_threshold():
    # after the threshold: 10 and 30 of 40
    votes = {"a": 10, "m": 1, "z": 30}
    assert Election(votes, 5).seats(2, HARE) == {"a": 0, "m": 0, "z": 2}


def test_no_remainders():
    assert Election({"a": 20, "b": 30}).seats(5, HARE) == {"a": 2, "b": 3}


def test_four_tied_last_seats():
    # quotas 0.5, 0.5, 1.5, 1.5
    votes = {"a": 1, "b": 1, "c": 3, "d": 3}
    assert Election(votes).seats(4, HARE) == {"a": 0, "b": 0, "c": 2, "d": 2}


def test_sainte_lague_tie():
    # 30 / 3 == 10 / 1
    assert Election({"a": 10, "z": 30}).seats(2, SAINTE_LAGUE) == {"a": 0, "z": 2}
