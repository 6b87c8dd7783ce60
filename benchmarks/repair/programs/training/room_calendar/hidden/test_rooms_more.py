from rooms import busy, first_slot, free


def test_several_inside():
    assert busy([(0, 100), (10, 20), (30, 40), (95, 120)]) == [(0, 120)]


def test_free_after_inside():
    assert free([(0, 100), (10, 20)], 0, 200) == [(100, 200)]


def test_slot_after_inside():
    assert first_slot([(0, 100), (10, 20)], 0, 200, 30) == 100
