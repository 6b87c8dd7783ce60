from shelving import CallNumber, Shelf


def key(text):
    return CallNumber.parse(text).shelf_key


def test_longer_decimals_may_come_first():
    assert key("610.73 NUR") < key("610.8 NUR")


def test_zero_after_the_point():
    assert key("332.01 FIN") < key("332.1 FIN")
    assert key("332 ZZZ") < key("332.001 AAA")


def test_decimals_beat_author():
    assert key("332.12 ZZZ") < key("332.2 AAA")


def test_trailing_zeros():
    assert key("332.10 AAA") == key("332.1 AAA")


def test_position():
    shelf = Shelf(["005.1 AAA", "005.2 AAA"])
    assert shelf.put("005.133 BBB") == 1


def test_misplaced_decimals():
    assert Shelf().misplaced(["005.133 A", "005.2 A", "005.15 A"]) == ["005.15 A"]


def test_volumes_are_numbers():
    assert key("100 A v.9") < key("100 A v.10")
