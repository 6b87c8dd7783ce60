from segment_cross import boxes_meet, crossings, segments_meet, side


def test_side():
    assert side((0, 0), (4, 0), (1, 1)) == 1
    assert side((0, 0), (4, 0), (1, -1)) == -1
    assert side((0, 0), (4, 0), (9, 0)) == 0


def test_cross():
    assert segments_meet((0, 0), (4, 4), (0, 4), (4, 0))


def test_parallel():
    assert not segments_meet((0, 0), (4, 0), (0, 1), (4, 1))


def test_touch_at_an_end():
    assert segments_meet((0, 0), (2, 2), (2, 2), (5, 0))


def test_in_a_row():
    assert not segments_meet((0, 0), (2, 0), (3, 0), (5, 0))


def test_in_a_column():
    assert not segments_meet((1, 0), (1, 2), (1, 3), (1, 5))


def test_overlap_in_a_column():
    assert segments_meet((1, 0), (1, 4), (1, 3), (1, 5))


def test_boxes():
    assert boxes_meet((0, 0), (3, 3), (2, 2), (5, 5))
    assert not boxes_meet((0, 0), (1, 1), (2, 0), (3, 1))


def test_boxes_above_each_other():
    assert not boxes_meet((0, 0), (4, 1), (0, 3), (4, 5))


def test_crossings():
    assert crossings([((0, 0), (4, 4)), ((0, 4), (4, 0)), ((9, 0), (9, 9))]) == 1
