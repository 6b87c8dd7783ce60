import pytest

from tournament import Tournament


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 13])
def test_first_in_the_list_always_wins(count):
    players = [f"p{n:02}" for n in range(count)]
    cup = Tournament(players)
    while cup.champion is None:
        for match in list(cup.current):
            if not match.winner:
                cup.report(match.first)
    assert cup.champion == "p00"
    beaten = sum(len(cup.beaten_by(player)) for player in players)
    assert beaten == count - 1


def test_a_bye_cannot_be_reported():
    with pytest.raises(ValueError):
        Tournament("abc").report("c")
