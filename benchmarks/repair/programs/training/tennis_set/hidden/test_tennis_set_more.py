from tennis_set import Match

GAME_A, GAME_B = "AAAA", "BBBB"
EVEN = (GAME_A + GAME_B) * 6


def test_tie_break_for_the_other():
    match = Match().play(EVEN + "BBBBBBB")
    assert match.summary() == "6-7 0-0"
    assert match.server == "B"


def test_long_tie_break():
    match = Match().play(EVEN + "AB" * 6 + "A")
    assert match.summary() == "6-6"
    match.play("A")
    assert match.summary() == "7-6 0-0"


def test_match_decided_by_tie_break():
    match = Match().play(GAME_A * 6 + EVEN + "A" * 7)
    assert match.winner == "A"
    assert match.summary() == "6-0 7-6"


def test_six_to_five_is_not_enough():
    match = Match().play((GAME_B + GAME_A) * 5 + GAME_B)
    assert match.summary() == "5-6"
    assert match.sets_won("B") == 0


def test_points_count_as_usual_after_the_tie_break():
    match = Match().play(EVEN + "A" * 7 + GAME_B)
    assert match.summary() == "7-6 0-1"
    assert not match.tie_break
