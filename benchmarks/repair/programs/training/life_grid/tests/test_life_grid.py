from life_grid import generations, neighbours, step


def test_neighbours():
    board = [[1, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert neighbours(board, 1, 1) == 3
    assert neighbours(board, 0, 0) == 2


def test_empty_board():
    assert step([[0, 0], [0, 0]]) == [[0, 0], [0, 0]]


def test_block_stays():
    block = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
    assert step(block) == block


def test_lonely_cell_dies():
    assert step([[0, 0, 0], [0, 1, 0], [0, 0, 0]]) == [[0, 0, 0]] * 3


def test_blinker():
    assert step([[0, 1, 0], [0, 1, 0], [0, 1, 0]]) == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]


def test_corner_is_born():
    assert step([[1, 1], [1, 0]]) == [[1, 1], [1, 1]]


def test_board_is_left_alone():
    board = [[1, 0], [0, 0]]
    step(board)
    assert board == [[1, 0], [0, 0]]


def test_generations_none():
    assert generations([[1, 0]], 0) == [[1, 0]]
