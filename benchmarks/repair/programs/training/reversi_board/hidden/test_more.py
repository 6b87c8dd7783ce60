import pytest

from reversi_board import BLACK, WHITE, Board, IllegalMove

E8 = "........"


def single(step):
    rows = [list(E8) for _ in range(8)]
    rows[3 + step[0]][3 + step[1]] = WHITE
    rows[3 + 2 * step[0]][3 + 2 * step[1]] = BLACK
    return Board("".join(r) for r in rows)


@pytest.mark.parametrize("dr", [-1, 0, 1])
@pytest.mark.parametrize("dc", [-1, 0, 1])
def test_each_way_on_its_own(dr, dc):
    if dr == dc == 0:
        return
    board = single((dr, dc))
    assert board.captures(BLACK, 3, 3) == [(3 + dr, 3 + dc)]


def test_diagonal_from_the_corner():
    board = Board([E8, ".W......", "..W.....", "...W....", "....B..."] + [E8] * 3)
    assert board.legal_moves(BLACK) == ["a1"]
    assert board.play(BLACK, "a1") == 3


def test_line_to_the_edge_captures_nothing():
    board = Board([E8] * 6 + ["......W.", ".......W"])
    assert board.captures(BLACK, 5, 5) == []
    with pytest.raises(IllegalMove):
        board.play(BLACK, "f6")


def test_down_left_counts_once():
    board = Board([E8, "......W.", ".....B.."] + [E8] * 5)
    assert board.play(BLACK, "h1") == 1
    assert board.score() == {BLACK: 3, WHITE: 0}


def test_short_game():
    board = Board()
    for player, square, turned in [
        (BLACK, "d3", 1), (WHITE, "c3", 1), (BLACK, "c4", 1), (WHITE, "e3", 2),
    ]:
        assert board.play(player, square) == turned


def test_not_over_while_a_move_is_left():
    board = Board([E8, ".W......", "..B....."] + [E8] * 5)
    assert board.winner() is None
