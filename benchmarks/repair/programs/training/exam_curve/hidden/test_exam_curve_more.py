import pytest

from exam_curve import Exam, flat, to_top


def make(questions, **marks):
    exam = Exam()
    for name, points in questions.items():
        exam.add_question(name, points)
    for student, row in marks.items():
        for name, points in zip(questions, row):
            exam.mark(student, name, points)
    return exam


def test_max_points_without_voided():
    exam = make({"a": 10, "b": 30})
    assert exam.max_points == 40
    exam.void("b")
    assert exam.max_points == 10


def test_void_two():
    exam = make({"a": 10, "b": 30, "c": 20}, Eli=(5, 30, 10))
    exam.void("a")
    exam.void("b")
    assert exam.percents() == {"Eli": 50.0}


def test_void_everything():
    exam = make({"a": 10}, Eli=(5,))
    exam.void("a")
    with pytest.raises(ValueError):
        exam.percents()


def test_voided_bonus():
    exam = make({"a": 10}, Eli=(5,))
    exam.add_question("x", 4, bonus=True)
    exam.mark("Eli", "x", 4)
    exam.void("x")
    assert exam.max_points == 10
    assert exam.percents() == {"Eli": 50.0}


def test_bonus_with_void():
    exam = make({"a": 10, "b": 10}, Eli=(5, 9))
    exam.add_question("x", 4, bonus=True)
    exam.mark("Eli", "x", 4)
    exam.void("b")
    assert exam.max_points == 10
    assert exam.percents() == {"Eli": 90.0}


def test_void_twice():
    exam = make({"a": 10, "b": 10}, Eli=(5, 9))
    exam.void("b")
    exam.void("b")
    assert exam.percents() == {"Eli": 50.0}


def test_full_marks_after_void():
    exam = make({"a": 10, "b": 10}, Eli=(10, 0), Flo=(0, 10))
    exam.void("b")
    assert exam.grades() == {"Eli": "A", "Flo": "F"}
    assert exam.mean() == 50.0


def test_flat_after_void():
    exam = make({"a": 10, "b": 10}, Eli=(6, 0))
    exam.void("b")
    exam.use_curve(flat(5))
    assert exam.percents() == {"Eli": 65.0}


def test_to_top_without_void():
    exam = make({"a": 10, "b": 10}, Eli=(10, 8), Flo=(5, 5))
    exam.use_curve(to_top)
    assert exam.percents() == {"Eli": 100.0, "Flo": 60.0}


def test_only_voided_question_answered():
    exam = make({"a": 10, "b": 10})
    exam.mark("Eli", "b", 10)
    exam.void("b")
    assert exam.percents() == {"Eli": 0.0}
