from pantry import need


def test_twice_the_same():
    assert need([{"egg": 2}, {"egg": 2}, {"egg": 1}]) == {"egg": 5}


def test_none():
    assert need([]) == {}
