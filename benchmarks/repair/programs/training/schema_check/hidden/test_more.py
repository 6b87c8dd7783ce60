from schema import ListOf, Number, Record


def test_deep_default():
    grid = Record(rows=ListOf(ListOf(Number()), default=[[0, 0], [0, 0]]))
    first = grid.read({})
    first["rows"][1][0] = 9
    assert grid.read({}) == {"rows": [[0, 0], [0, 0]]}


def test_default_of_the_caller():
    numbers = [1]
    field = Record(n=ListOf(Number(), default=numbers))
    field.read({})["n"].clear()
    assert numbers == [1]
