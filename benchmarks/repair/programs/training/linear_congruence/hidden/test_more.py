from linear_congruence import inverse, solve


def test_even_against_odd():
    assert solve(2, 3, 4) == []


def test_zero_on_the_left():
    assert solve(0, 3, 5) == []
    assert solve(0, 0, 3) == [0, 1, 2]


def test_no_inverse_of_nine():
    assert inverse(9, 12) is None


def test_three_solutions():
    assert solve(9, 6, 15) == [4, 9, 14]


def test_large_inverse():
    assert 17 * inverse(17, 3120) % 3120 == 1


def test_all_moduli():
    for m in range(1, 12):
        for b in range(m):
            assert solve(4, b, m) == [x for x in range(m) if 4 * x % m == b]
