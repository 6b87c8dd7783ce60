from quiz import Quiz


def test_right():
    assert Quiz().answer(True) == 10


def test_streak():
    quiz = Quiz()
    assert [quiz.answer(True) for _ in range(3)] == [10, 20, 30]


def test_wrong():
    quiz = Quiz()
    quiz.answer(True)
    assert quiz.answer(False) == 0
    assert quiz.answer(True) == 10


def test_next_round():
    quiz = Quiz()
    quiz.answer(True)
    quiz.answer(True)
    quiz.next_round()
    assert quiz.answer(True) == 10
    assert quiz.points == 40


def test_summary():
    quiz = Quiz()
    quiz.answer(True)
    quiz.answer(False)
    assert quiz.summary() == "round 1: 10 points, 1 of 2 right"


def test_answers_are_gone():
    quiz = Quiz()
    quiz.answer(False)
    quiz.next_round()
    assert quiz.summary() == "round 2: 0 points, 0 of 0 right"
