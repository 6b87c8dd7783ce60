from board import new_board, parse, shown, turned


def test_rows_are_independent():
    board = new_board(3, 2)
    board[0][0] = "x"
    assert shown(board) == "x.\n..\n.."


def test_four_turns():
    board = parse("abc\ndef")
    assert turned(turned(turned(turned(board)))) == board
