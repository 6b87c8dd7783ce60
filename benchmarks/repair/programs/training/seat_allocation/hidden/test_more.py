import pytest

from seat_allocation import AllocationError, allocate


def test_party_without_full_quota_gets_a_seat():
    # quotas: 3.2, 3.1, 0.7
    assert allocate({"x": 320, "y": 310, "z": 70}, 7) == {"x": 3, "y": 3, "z": 1}


def test_equal_remainders_alphabetical():
    assert allocate({"c": 10, "a": 10, "b": 10}, 4) == {"c": 1, "a": 2, "b": 1}
    # quotas: 2.5, 0.5 -> one seat left
    assert allocate({"zeta": 5, "alpha": 1}, 3) == {"zeta": 2, "alpha": 1}


def test_big_party_with_largest_remainder():
    # quotas: 3.6, 1.2, 1.2
    assert allocate({"x": 36, "y": 12, "z": 12}, 6) == {"x": 4, "y": 1, "z": 1}


def test_fewer_seats_than_parties():
    assert allocate({"a": 1, "b": 5, "c": 3}, 1) == {"a": 0, "b": 1, "c": 0}


@pytest.mark.parametrize("seats", range(0, 25))
def test_all_seats_given_and_within_quota(seats):
    votes = {"a": 417, "b": 288, "c": 151, "d": 99, "e": 45}
    result = allocate(votes, seats)
    assert sum(result.values()) == seats
    fractions = {p: votes[p] * seats % 1000 for p in votes}
    extra = {p for p in votes if result[p] > votes[p] * seats // 1000}
    for p in extra:
        for q in set(votes) - extra:
            assert fractions[p] >= fractions[q]


def test_threshold_is_inclusive_and_rejects_negative():
    assert allocate({"a": 90, "b": 10}, 10, threshold=10) == {"a": 9, "b": 1}
    with pytest.raises(AllocationError):
        allocate({"a": -1, "b": 4}, 2)
