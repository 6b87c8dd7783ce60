from tracked import Customer


def test_many_changes():
    bob = Customer(name="a")
    for name in "bcd":
        bob.name = name
    assert bob.changes() == {"name": ("a", "d")}
    bob.name = "a"
    assert not bob.changed


def test_separate_records():
    one, two = Customer(name="a"), Customer(name="b")
    one.name = "x"
    assert not two.changed
