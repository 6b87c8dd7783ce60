import pytest

from quiz_ladder import Question, QuizLadder, QuizOver


def make(levels, **options):
    questions = [Question(i, level, f"Q{i}", (f"a{i}",)) for i, level in enumerate(levels, 1)]
    return QuizLadder(questions, **options)


def play(quiz, right):
    question = quiz.next_question()
    quiz.answer(question.answers[0] if right else "?")
    return question.id


def test_question_of_the_level():
    quiz = make([3, 2, 1], level=2)
    assert quiz.next_question().id == 2


def test_climb():
    quiz = make([2, 2, 3, 4], level=2)
    assert [play(quiz, True), play(quiz, True)] == [1, 2]
    assert quiz.level == 3
    assert quiz.streak == 0


def test_climb_leaves_easy_ones():
    quiz = make([1, 2, 2, 3], level=2)
    assert [play(quiz, True) for _ in range(3)] == [2, 3, 4]


def test_equally_near_by_id():
    assert make([4, 2], level=3).next_question().id == 1
    assert make([2, 4], level=3).next_question().id == 1


def test_wrong_goes_down():
    quiz = make([2, 2, 2], level=2)
    play(quiz, True)
    play(quiz, False)
    assert (quiz.level, quiz.streak) == (1, 0)
    play(quiz, False)
    assert quiz.level == 1


def test_asked_again_until_answered():
    quiz = make([2, 2])
    assert quiz.next_question() is quiz.next_question()


def test_answers_are_normalised():
    question = Question(1, 1, "Capital of the US?", ("Washington DC", "Washington"))
    assert question.accepts("  washington   dc ")
    assert not question.accepts("Wash")


def test_over():
    quiz = make([1, 1], length=1)
    play(quiz, True)
    assert quiz.over
    with pytest.raises(QuizOver):
        quiz.next_question()


def test_skip():
    quiz = make([2, 2, 2])
    play(quiz, True)
    quiz.next_question()
    quiz.skip()
    play(quiz, True)
    assert (quiz.level, quiz.accuracy()) == (2, 1.0)


def test_summary():
    quiz = make([2, 2, 3])
    for right in (True, True, False):
        play(quiz, right)
    assert quiz.summary() == {"asked": 3, "score": 40, "accuracy": pytest.approx(2 / 3), "peak": 3}


def test_answer_without_question():
    with pytest.raises(RuntimeError):
        make([1]).answer("x")
