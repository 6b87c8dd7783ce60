import pytest

from quiz_ladder import Question, QuizLadder


def make(levels, **options):
    questions = [Question(i, level, f"Q{i}", (f"a{i}",)) for i, level in enumerate(levels, 1)]
    return QuizLadder(questions, **options)


def play(quiz, right):
    question = quiz.next_question()
    quiz.answer(question.answers[0] if right else "?")
    return question.level


@pytest.mark.parametrize("level", [1, 3, 4, 5])
def test_exact_level(level):
    assert make([5, 4, 3, 2, 1], level=level).next_question().level == level


def test_harder_one_is_nearer():
    assert make([1, 4], level=3).next_question().level == 4


def test_easier_one_is_nearer():
    assert make([5, 2], level=3).next_question().level == 2


def test_only_harder_ones():
    assert make([5, 4], level=1).next_question().level == 4


def test_only_easier_ones():
    assert make([1, 2, 3], level=5).next_question().level == 3


def test_tie_by_id():
    quiz = make([5, 1, 1, 5], level=3)
    assert quiz.next_question().id == 1


def test_perfect_run():
    quiz = make([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], level=1)
    assert [play(quiz, True) for _ in range(10)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert quiz.level == 5
    assert quiz.score == 300


def test_down_and_up():
    quiz = make([1, 1, 2, 3, 3, 5], level=3, streak_to_climb=1)
    assert play(quiz, False) == 3
    assert play(quiz, False) == 2
    assert play(quiz, True) == 1
    assert play(quiz, True) in (1, 3)
    assert quiz.level == 3


def test_pool_runs_dry():
    quiz = make([2, 3])
    play(quiz, False)
    play(quiz, False)
    assert quiz.over
    assert quiz.score == 0


def test_skip_keeps_level():
    quiz = make([4, 4, 1], level=4)
    quiz.next_question()
    quiz.skip()
    assert quiz.level == 4
    assert quiz.next_question().level == 4


def test_peak():
    quiz = make([5, 5, 1], level=5)
    play(quiz, False)
    assert quiz.summary()["peak"] == 5


def test_bad_level():
    with pytest.raises(ValueError):
        make([1], level=6)
