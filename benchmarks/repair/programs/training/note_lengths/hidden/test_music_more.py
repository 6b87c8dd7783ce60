from music import bars


def test_more():
    assert bars("C4q C4q C4q C4q") == 1
