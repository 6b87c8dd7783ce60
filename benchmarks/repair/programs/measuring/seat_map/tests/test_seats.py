import pytest

from cinema.seats import Hall, Row, SeatError


def test_free():
    assert Hall("..x\n...\n").free() == 5


def test_numbers_pass_over_aisles():
    assert Row("A", ".. ..").numbers() == [0, 1, 3, 4]


def test_blocks_do_not_cross_an_aisle():
    assert [1, 2] in list(Row("A", ".. ..").blocks(2))
    assert [2, 3] not in list(Row("A", ".. ..").blocks(2))


def test_all_blocks():
    assert list(Row("A", "x...").blocks(2)) == [[2, 3], [3, 4]]


def test_whole_row():
    assert Hall("...").reserve(3) == ["A1", "A2", "A3"]


def test_middle_first():
    assert Hall(".....").reserve(1) == ["A3"]


def test_back_row_first():
    assert Hall(".....\n.....").reserve(1) == ["B3"]


def test_no_block():
    with pytest.raises(SeatError, match="no 3 seats"):
        Hall("..x..").reserve(3)


def test_taken_and_unknown():
    row = Row("C", "x.")
    with pytest.raises(SeatError, match="C1 is taken"):
        row.take(1)
    with pytest.raises(SeatError, match="no seat C3"):
        row.take(3)


def test_release():
    row = Row("A", "x")
    row.release(1)
    row.take(1)
    assert row.plan == ["x"]


def test_text():
    hall = Hall("... ...")
    hall.reserve(1)
    assert str(hall) == "A ..x ..."
