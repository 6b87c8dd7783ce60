from chess_clock import BLACK, WHITE, ChessClock


def test_black_flags():
    seconds = [0]
    clock = ChessClock(lambda: seconds[0], 30, increment=10)
    clock.start()
    seconds[0] = 29
    clock.press()
    assert clock.left(WHITE) == 11
    seconds[0] = 29 + 35
    clock.press()
    assert clock.loser == BLACK
    assert clock.left(BLACK) == 0


def test_exactly():
    seconds = [0]
    clock = ChessClock(lambda: seconds[0], 30, increment=1)
    clock.start()
    seconds[0] = 30
    clock.press()
    assert clock.loser == WHITE
