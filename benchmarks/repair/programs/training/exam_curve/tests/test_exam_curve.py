import pytest

from exam_curve import Exam, flat, root, to_top


@pytest.fixture
def exam():
    exam = Exam()
    exam.add_question("q1", 10)
    exam.add_question("q2", 20)
    exam.add_question("q3", 10)
    exam.add_question("extra", 5, bonus=True)
    for name, marks in {"Ada": (10, 16, 10), "Ben": (5, 10, 5), "Cy": (8, 20, 0)}.items():
        for question, points in zip(("q1", "q2", "q3"), marks):
            exam.mark(name, question, points)
    return exam


def test_percents(exam):
    assert exam.percents() == {"Ada": 90.0, "Ben": 50.0, "Cy": 70.0}
    assert exam.mean() == 70.0


def test_grades(exam):
    exam.enrol("Dot")
    assert exam.grades() == {"Ada": "A", "Ben": "D", "Cy": "C", "Dot": "-"}


def test_bonus(exam):
    exam.mark("Ben", "extra", 4)
    assert exam.max_points == 40
    assert exam.percents()["Ben"] == 60.0


def test_flat(exam):
    exam.use_curve(flat(15))
    assert exam.percents() == {"Ada": 100, "Ben": 65.0, "Cy": 85.0}


def test_root(exam):
    exam.use_curve(root)
    assert exam.percents() == {"Ada": 94.9, "Ben": 70.7, "Cy": 83.7}


def test_void(exam):
    exam.void("q3")
    assert exam.points("Cy") == 28
    assert exam.percents() == {"Ada": 86.7, "Ben": 50.0, "Cy": 93.3}
    assert exam.grades()["Cy"] == "A"


def test_curve_after_void(exam):
    exam.void("q2")
    exam.use_curve(to_top)
    assert exam.percents() == {"Ada": 100.0, "Ben": 50.0, "Cy": 40.0}


def test_hardest(exam):
    exam.mark("Ada", "extra", 5)
    assert exam.hardest() == "extra"
    exam.void("extra")
    assert exam.hardest() == "q3"


def test_bad_marks(exam):
    with pytest.raises(ValueError):
        exam.mark("Ada", "q1", 11)
    with pytest.raises(ValueError):
        Exam().percents()
