import pytest

from term_marks import Category, TermMarks


@pytest.fixture
def course():
    return TermMarks([Category("homework", 30, drop=1), Category("exam", 50), Category("project", 20)])


def test_drop_lowest_percentage(course):
    course.record("ann", "homework", "h1", 8, 10)
    course.record("ann", "homework", "h2", 50, 100)
    course.record("ann", "homework", "h3", 10, 10)
    assert course.dropped("ann", "homework") == {"h2"}
    assert course.category_average("ann", "homework") == 90


def test_single_mark_is_kept(course):
    course.record("ann", "homework", "h1", 4, 10)
    assert course.category_average("ann", "homework") == 40


def test_all_categories(course):
    course.record("ann", "homework", "h1", 80)
    course.record("ann", "exam", "mid", 90)
    course.record("ann", "project", "p", 70)
    assert course.average("ann") == 83
    assert course.letter("ann") == "B"


def test_average_so_far(course):
    course.record("bob", "homework", "h1", 100)
    course.record("bob", "exam", "mid", 80)
    assert course.average("bob") == 87.5


def test_letter_midterm(course):
    course.record("cat", "exam", "mid", 95)
    assert course.letter("cat") == "A"


def test_nothing_marked(course):
    assert course.average("zoe") is None
    assert course.letter("zoe") == "-"


def test_replace(course):
    course.record("ann", "exam", "mid", 50)
    course.record("ann", "exam", "mid", 75)
    assert course.category_average("ann", "exam") == 75


def test_errors(course):
    with pytest.raises(KeyError):
        course.record("ann", "labs", "l1", 5)
    with pytest.raises(ValueError):
        course.record("ann", "exam", "mid", 5, 0)


def test_class_average(course):
    course.record("ann", "exam", "mid", 50)
    course.record("bob", "exam", "mid", 100)
    course.record("cat", "project", "p", 10)
    assert course.class_average("exam") == 75
    assert course.class_average("homework") is None
