from layout import Window, clamp, free_place, overlap, tile, top_at

SCREEN = Window(0, 0, 100, 60)


def test_area():
    assert Window(1, 2, 3, 4).area == 12


def test_apart():
    assert not overlap(Window(0, 0, 10, 10), Window(50, 0, 10, 10))
    assert not overlap(Window(0, 0, 10, 10), Window(0, 40, 10, 10))


def test_over_each_other():
    assert overlap(Window(0, 0, 10, 10), Window(5, 5, 10, 10))


def test_tiles_do_not_overlap():
    left, right = tile(SCREEN, 2)
    assert not overlap(left, right)


def test_tiles_fill():
    assert sum(window.area for window in tile(SCREEN, 3)) == SCREEN.area


def test_clamp():
    assert clamp(Window(95, -5, 20, 10), SCREEN) == Window(80, 0, 20, 10)


def test_top():
    a, b = Window(0, 0, 50, 50), Window(40, 40, 20, 20)
    assert top_at([a, b], 45, 45) == b
    assert top_at([a, b], 70, 10) is None


def test_free_place_below():
    found = free_place(Window(0, 0, 100, 20), [Window(0, 0, 100, 40)], SCREEN)
    assert found == Window(0, 40, 100, 20)


def test_no_free_place():
    assert free_place(Window(0, 0, 80, 50), [Window(40, 20, 20, 20)], SCREEN) is None
