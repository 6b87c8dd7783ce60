from fractions import Fraction

from royalty import Statement, split


def test_adds_up_and_stays_near():
    for weights in [(1, 2, 4), (97, 2, 1), (30, 30, 31, 9), (5, 0, 8)]:
        shares = {f"w{index}": weight for index, weight in enumerate(weights)}
        for cents in (0, 1, 2, 17, 99, 100, 12345):
            parts = split(cents, shares)
            exact = {name: Fraction(cents * share, sum(weights)) for name, share in shares.items()}
            assert sum(parts.values()) == cents
            assert list(parts) == list(shares)
            assert all(abs(parts[name] - exact[name]) < 1 for name in shares)
            raised = [exact[name] % 1 for name in shares if parts[name] > exact[name]]
            kept = [exact[name] % 1 for name in shares if parts[name] <= exact[name]]
            assert not raised or min(raised) >= max(kept)


def test_largest_share_without_a_fraction():
    assert split(10, {"a": 10, "b": 5, "c": 5}) == {"a": 5, "b": 3, "c": 2}


def test_smallest_share_first():
    assert split(10, {"a": 9, "b": 41, "c": 50}) == {"a": 1, "b": 4, "c": 5}


def test_equal_fractions_by_place():
    assert split(3, {"z": 1, "a": 1}) == {"z": 2, "a": 1}
    assert split(5, {"small": 1, "large": 3, "even": 6}) == {"small": 1, "large": 1, "even": 3}


def test_large_share_with_a_large_fraction():
    assert split(100, {"a": 2, "b": 1}) == {"a": 67, "b": 33}


def test_middle_share_gets_the_cent():
    assert split(100, {"a": 200, "b": 133, "c": 67}) == {"a": 50, "b": 33, "c": 17}
    assert split(10, {"a": 54, "b": 28, "c": 18}) == {"a": 5, "b": 3, "c": 2}


def test_statement_of_many_small_sums():
    statement = Statement()
    statement.add_song("x", {"a": 50, "b": 41, "c": 9})
    for _ in range(10):
        statement.earn("x", 10)
    assert [statement.owed(name) for name in "abc"] == [50, 40, 10]
