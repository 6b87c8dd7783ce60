from life_grid import generations, step


def test_blinker_turns_back():
    upright = [[0, 1, 0], [0, 1, 0], [0, 1, 0]]
    assert generations(upright, 2) == [[0, 1, 0], [0, 1, 0], [0, 1, 0]]


def test_lying_blinker():
    assert step([[0, 0, 0], [1, 1, 1], [0, 0, 0]]) == [[0, 1, 0], [0, 1, 0], [0, 1, 0]]


def test_full_board():
    assert step([[1, 1, 1]] + [[1, 1, 1] for _ in range(2)]) == [[1, 0, 1], [0, 0, 0], [1, 0, 1]]


def test_glider():
    glider = [[0, 1, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
    assert generations(glider, 4) == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 1, 1]]


def test_old_board_is_kept():
    board = [[1, 1, 1]]
    assert step(board) == [[0, 1, 0]]
    assert board == [[1, 1, 1]]
