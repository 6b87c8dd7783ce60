from board import Board


def test_more():
    b = Board(3)
    b.draw(0, "a")
    b.draw(2, "b")
    b.clear()
    b.undo()
    assert str(b) == "a.b"
    b.undo()
    assert str(b) == "a.."
