from math import lcm

from congruences import first_at_least, merge, solve


def test_same_congruence_twice():
    assert merge((3, 8), (3, 8)) == (3, 8)


def test_one_modulus_divides_the_other():
    assert solve([(1, 2), (3, 4), (7, 8)]) == (7, 8)


def test_three_overlapping_moduli():
    assert solve([(5, 6), (5, 10), (5, 15)]) == (5, 30)


def test_next_meeting_with_overlap():
    assert first_at_least([(2, 6), (8, 9)], 9) == 26
    assert first_at_least([(0, 4), (1, 4)], 0) is None


def test_against_brute_force():
    for m1 in range(1, 9):
        for m2 in range(1, 9):
            for a1 in range(m1):
                for a2 in range(m2):
                    period = lcm(m1, m2)
                    hits = [x for x in range(period) if x % m1 == a1 and x % m2 == a2]
                    expected = (hits[0], period) if hits else None
                    assert solve([(a1, m1), (a2, m2)]) == expected


def test_negative_minimum():
    assert first_at_least([(1, 4), (1, 6)], -20) == -11
