from minefield import Field, Game, State


def test_flags_as_a_wall():
    game = Game(Field.parse("-----*"))
    game.toggle_flag((0, 2))
    game.open((0, 0))
    assert game.opened == {(0, 0), (0, 1)}
    game.open((0, 3))
    assert game.draw() == "..F.1#"
    assert game.state is State.PLAYING
    game.toggle_flag((0, 2))
    assert game.flags == set()
    game.open((0, 2))
    assert game.state is State.WON


def test_opened_and_flags_are_disjoint():
    game = Game(Field(5, 5, [(4, 4)]))
    for n in range(5):
        game.toggle_flag((n, 4 - n))
    game.open((0, 0))
    assert not game.opened & game.flags
    assert len(game.opened) == 19
