from segment_cross import boxes_meet, crossings, segments_meet


def test_column_from_above():
    assert not segments_meet((0, 9), (0, 7), (0, 1), (0, 3))


def test_point_above():
    assert not segments_meet((2, 0), (2, 5), (2, 6), (2, 6))


def test_box_below():
    assert not boxes_meet((0, 5), (3, 8), (1, 1), (2, 2))


def test_boxes_touch():
    assert boxes_meet((0, 0), (1, 1), (1, 1), (2, 2))


def test_dashes_in_a_column():
    assert crossings([((5, y), (5, y + 1)) for y in (0, 2, 4)]) == 0


def test_fan():
    assert crossings([((0, 0), (5, y)) for y in range(4)]) == 6
