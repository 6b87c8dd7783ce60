import pytest

from gradebook import Category, Gradebook, letter


@pytest.fixture
def book():
    return Gradebook([Category("homework", 40, drop=1), Category("exam", 60)])


@pytest.mark.parametrize("percent, name", [(95, "A"), (92.5, "A"), (92.4, "A-"), (80, "B-"), (59.4, "F")])
def test_letter(percent, name):
    assert letter(percent) == name


def test_nobody_has_no_total(book):
    assert book.total("ann") is None


def test_single_category(book):
    book.record("ann", "exam", 45, out_of=60)
    assert book.total("ann") == 75


def test_weights(book):
    book.record("ann", "exam", 80)
    book.record("ann", "homework", 50)
    assert book.total("ann") == pytest.approx(68)


def test_lowest_homework_is_dropped(book):
    for score in (90, 40, 80):
        book.record("ann", "homework", score)
    assert book.total("ann") == 85


def test_lowest_came_first(book):
    for score in (10, 70):
        book.record("bob", "homework", score)
    assert book.total("bob") == 70


def test_unknown_category(book):
    with pytest.raises(KeyError):
        book.record("ann", "lab", 3)


def test_report(book):
    book.record("bob", "exam", 61)
    book.record("ann", "exam", 91)
    assert book.report() == ["ann: 91.0 A-", "bob: 61.0 D"]
