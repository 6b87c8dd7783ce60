import pytest

from cinema.seats import Hall, Row, SeatError


@pytest.mark.parametrize(
    "plan, count, blocks",
    [("..", 1, [[1], [2]]), ("..", 2, [[1, 2]]), ("..", 3, []), ("x.", 1, [[2]]), (". ..", 2, [[2, 3]]), ("", 1, []), ("...x", 2, [[1, 2], [2, 3]])],
)
def test_blocks(plan, count, blocks):
    assert list(Row("A", plan).blocks(count)) == blocks


def test_hall_fills_up():
    hall = Hall("...\n...")
    for _ in range(6):
        hall.reserve(1)
    assert hall.free() == 0
    with pytest.raises(SeatError):
        hall.reserve(1)
