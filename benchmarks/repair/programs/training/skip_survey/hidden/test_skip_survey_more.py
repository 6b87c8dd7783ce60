import pytest

from skip_survey import END, Question, Response, Rule, Survey


def make():
    return Survey(
        [
            Question("a", "A?", ["1", "2", "3"], rules=[Rule({"2"}, "c"), Rule({"3"}, END)]),
            Question("b", "B?", required=False),
            Question("c", "C?", ["x", "y"], multiple=True, rules=[Rule({"y"}, END)]),
            Question("d", "D?"),
        ]
    )


def fill(*raw):
    response = Response(make())
    for text in raw:
        response.answer(text)
    return response


def test_start():
    assert fill().progress() == (0, 1)


@pytest.mark.parametrize("raw, expected", [
    (["1"], (1, 2)), (["2"], (1, 2)), (["3"], (1, 1)), (["1", "q", "x"], (3, 4)),
    (["1", "q", "x,y"], (3, 3)), (["1", "q", "x", "z"], (4, 4)),
])
def test_on_the_way(raw, expected):
    assert fill(*raw).progress() == expected


def test_answer_none_counts():
    assert fill("1", "").progress() == (2, 3)


def test_change_to_skip():
    r = fill("1", "q", "x", "z")
    r.answer("2", id="a")
    assert r.progress() == (3, 3)
    assert r.current is None


def test_change_to_end():
    r = fill("1", "q", "x", "z")
    r.answer("3", id="a")
    assert r.progress() == (1, 1)
    assert r.result() == {"a": "3"}


def test_change_in_the_middle():
    r = fill("1", "q", "x", "z")
    r.answer("y", id="c")
    assert r.progress() == (3, 3)


def test_kept_answers_come_back():
    r = fill("1", "q", "x")
    r.answer("3", id="a")
    r.answer("1", id="a")
    assert r.progress() == (3, 4)
    assert r.result() == {"a": "1", "b": "q", "c": ["x"]}


def test_open_question_after_change():
    r = fill("2", "y")
    r.answer("1", id="a")
    assert r.progress() == (1, 2)
    assert r.current.id == "b"


def test_finished():
    with pytest.raises(LookupError):
        fill("3").answer("q")
