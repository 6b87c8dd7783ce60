from tags import Notes


def notes():
    found = Notes()
    found.add("milk", "To Buy", "food")
    found.add("paint", "to buy")
    found.add("call", "Phone")
    return found


def test_tags():
    assert notes().tags() == ["food", "phone", "to-buy"]


def test_tagged():
    assert notes().tagged("food") == ["milk"]


def test_none():
    assert notes().tagged("nothing") == []


def test_case():
    assert notes().tagged("PHONE") == ["call"]


def test_blanks():
    assert notes().tagged("To buy") == ["milk", "paint"]


def test_untag():
    found = notes()
    found.untag("Food")
    assert found.tags() == ["phone", "to-buy"]
