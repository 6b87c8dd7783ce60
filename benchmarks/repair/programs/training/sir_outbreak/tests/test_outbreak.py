import pytest

from outbreak import Network, Outbreak


@pytest.fixture
def line():
    return Network(("a", "b"), ("b", "c"), ("c", "d"))


def test_network(line):
    assert line.people() == ["a", "b", "c", "d"]
    assert line.contacts("b") == ["a", "c"]
    with pytest.raises(ValueError):
        line.connect("a", "a")


def test_days_ill(line):
    with pytest.raises(ValueError):
        Outbreak(line, days_ill=0)


def test_start(line):
    outbreak = Outbreak(line)
    outbreak.infect("a")
    assert outbreak.counts() == (3, 1, 0)


def test_first_day(line):
    outbreak = Outbreak(line)
    outbreak.infect("a")
    assert outbreak.step() == ["b"]
    assert outbreak.counts() == (2, 1, 1)


def test_nobody_ill(line):
    outbreak = Outbreak(line)
    assert outbreak.run() == 0
    assert outbreak.step() == []


def test_no_chance(line):
    outbreak = Outbreak(line, days_ill=3, chance=lambda giver, taker: False)
    outbreak.infect("b")
    assert outbreak.run() == 3
    assert outbreak.counts() == (3, 0, 1)


def test_second_day(line):
    outbreak = Outbreak(line)
    outbreak.infect("a")
    outbreak.step()
    assert outbreak.step() == ["c"]
    assert outbreak.counts() == (1, 1, 2)


def test_ends(line):
    outbreak = Outbreak(line)
    outbreak.infect("a")
    assert outbreak.run() == 4
    assert outbreak.counts() == (0, 0, 4)
    assert outbreak.chain("d") == ["a", "b", "c", "d"]


def test_vaccinated(line):
    outbreak = Outbreak(line)
    outbreak.vaccinate("b")
    outbreak.infect("a")
    outbreak.run()
    assert outbreak.counts() == (2, 0, 2)


def test_vaccine_is_too_late(line):
    outbreak = Outbreak(line)
    outbreak.infect("a")
    outbreak.vaccinate("a")
    assert outbreak.counts() == (3, 1, 0)


def test_first_giver_counts():
    outbreak = Outbreak(Network(("a", "c"), ("b", "c")))
    outbreak.infect("b")
    outbreak.infect("a")
    outbreak.step()
    assert outbreak.chain("c") == ["a", "c"]
