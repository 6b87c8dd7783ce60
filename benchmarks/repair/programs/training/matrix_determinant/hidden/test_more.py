from matrix_determinant import determinant, is_regular


def test_exchange():
    assert determinant([[0, 1], [1, 0]]) == -1


def test_two_exchanges():
    assert determinant([[0, 1, 0], [0, 0, 1], [1, 0, 0]]) == 1


def test_one_exchange_of_three():
    assert determinant([[0, 2, 1], [1, 1, 0], [2, 0, 1]]) == -4


def test_unit():
    assert determinant([[1 if i == j else 0 for j in range(5)] for i in range(5)]) == 1


def test_empty_column():
    assert not is_regular([[0, 1], [0, 2]])
