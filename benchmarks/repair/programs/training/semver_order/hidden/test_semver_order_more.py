import pytest
from semver_order import Version, latest

V = Version.parse


def test_spec_chain():
    chain = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
             "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0"]
    assert [str(v) for v in sorted(map(V, reversed(chain)))] == chain


@pytest.mark.parametrize("low,high", [
    ("1.0.0-9", "1.0.0-10"), ("1.0.0-99", "1.0.0--"), ("1.0.0-1.100", "1.0.0-2.1"),
    ("1.0.0-5", "1.0.0-1a"), ("1.0.0-a.9.z", "1.0.0-a.10.a"),
])
def test_pairs(low, high):
    assert V(low) < V(high)
    assert not V(high) < V(low)


def test_leading_zero_equal():
    assert V("1.0.0-1") == V("1.0.0-01")


def test_word_with_digits_is_text():
    assert V("1.0.0-rc10") < V("1.0.0-rc2")


def test_latest_pre():
    assert latest(["3.0.0-b.99", "3.0.0-b.100"], prereleases=True) == "3.0.0-b.100"


def test_hash():
    assert len({V("1.0.0-a.1+x"), V("1.0.0-a.1+y")}) == 1
