from league_table import League


def order(*results, teams=()):
    league = League(teams)
    for r in results:
        league.add(r)
    return [row.team for row in league.table()]


def test_not_met():
    assert order("A 1-0 C", "B 3-0 D") == ["B", "A", "C", "D"]


def test_circle_of_three():
    games = ["A 1-0 B", "B 4-0 C", "C 1-0 A", "A 6-0 D", "B 1-0 D", "C 2-0 D"]
    # B: +4 (5-1), A: +6 (7-1), C: -1 + ... (3-4)
    assert order(*games) == ["A", "B", "C", "D"]


def test_all_drawn():
    assert order("A 1-1 B", "B 2-2 C", "C 0-0 A") == ["B", "C", "A"]


def test_mutual_points_beat_difference():
    assert order("A 1-0 B", "B 9-0 C", "C 1-0 A") == ["B", "A", "C"]
    assert order("A 1-0 B", "B 9-0 C", "D 2-0 A") == ["D", "A", "B", "C"]


def test_difference_before_scored():
    assert order("A 1-1 B", "A 2-0 C", "B 4-3 C") == ["A", "B", "C"]


def test_losers_by_overall_difference():
    games = ["X 1-0 A", "X 5-0 B", "A 0-2 B", "B 0-1 A"]
    assert order(*games) == ["X", "A", "B"]


def test_bare_teams():
    assert order("A 1-0 B", teams=("Z", "C")) == ["A", "C", "Z", "B"]
