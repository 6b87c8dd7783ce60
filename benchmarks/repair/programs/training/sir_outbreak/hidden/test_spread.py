from outbreak import Network, Outbreak


def test_ring():
    people = "abcdef"
    outbreak = Outbreak(Network(*zip(people, people[1:] + people[0])))
    outbreak.infect("a")
    days = [outbreak.step() for _ in range(4)]
    assert days == [["b", "f"], ["c", "e"], ["d"], []]
    assert outbreak.counts() == (0, 0, 6)


def test_long_illness_is_not_prolonged():
    outbreak = Outbreak(Network(("a", "b")), days_ill=2)
    outbreak.infect("a")
    assert outbreak.step() == ["b"]
    assert outbreak.step() == []
    assert outbreak.counts() == (0, 1, 1)
    assert outbreak.run() == 3


def test_both_ill():
    outbreak = Outbreak(Network(("a", "b")))
    outbreak.infect("a")
    outbreak.infect("b")
    assert outbreak.step() == []
    assert outbreak.counts() == (0, 0, 2)


def test_chance_is_asked_for_the_susceptible_only():
    asked = []

    def chance(giver, taker):
        asked.append(giver + taker)
        return True

    outbreak = Outbreak(Network(("a", "b"), ("b", "c")), chance=chance)
    outbreak.vaccinate("c")
    outbreak.infect("a")
    outbreak.run(limit=10)
    assert asked == ["ab"]


def test_source_stays():
    outbreak = Outbreak(Network(("a", "b"), ("b", "c")), days_ill=3)
    outbreak.infect("b")
    outbreak.run(limit=20)
    assert outbreak.infected_by == {"b": None, "a": "b", "c": "b"}


def test_limit():
    outbreak = Outbreak(Network(("a", "b")), days_ill=50, chance=lambda giver, taker: False)
    outbreak.infect("a")
    assert outbreak.run(limit=10) == 10
