from versions import Version, newest, satisfies

ORDER = [
    "0.9.9", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
    "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.1.0", "1.10.0",
]


def test_whole_order():
    assert sorted(reversed(ORDER), key=Version) == ORDER


def test_range_of_candidates():
    assert satisfies("1.0.0-rc.12", ">=1.0.0-rc.3, <1.0.0")


def test_newest():
    assert newest(ORDER, pre=True) == "1.10.0"
    assert newest(ORDER, "<1.0.0", pre=True) == "1.0.0-rc.1"
    assert newest([]) is None
