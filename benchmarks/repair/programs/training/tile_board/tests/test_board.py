from board import dropped, neighbours, new_board, parse, put, shown, turned


def test_new():
    assert shown(new_board(2, 3)) == "...\n..."


def test_parse():
    assert parse("ab\ncd") == [["a", "b"], ["c", "d"]]


def test_put():
    assert shown(put(parse("..\n.."), 0, 1, "x")) == ".x\n.."


def test_put_leaves_the_board():
    board = new_board(2, 2)
    put(board, 0, 0, "x")
    assert shown(board) == "..\n.."


def test_turned():
    assert shown(turned(parse("ab\ncd\nef"))) == "eca\nfdb"


def test_neighbours():
    board = parse("x.x\n.x.\n...")
    assert neighbours(board, 1, 1) == 2
    assert neighbours(board, 0, 0) == 1


def test_dropped():
    assert shown(dropped(parse("a.\n.b\n..\nc."))) == "..\n..\na.\ncb"


def test_put_on_a_new_board():
    assert shown(put(new_board(2, 2), 1, 1, "x")) == "..\n.x"
