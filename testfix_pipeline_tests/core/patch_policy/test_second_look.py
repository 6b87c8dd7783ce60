"""What a second look says of patches that pass the tests: from texts of values alone."""

from dataclasses import replace

import pytest

from testfix_pipeline.core.patch_policy.second_look import (
    DIGITS,
    EDGES,
    FAR,
    GARBLED,
    Call,
    ReturnValues,
    Sighting,
    SimilarCall,
    adds_constants,
    objection_by_behaviour,
    objections_by_assertions,
)
from testfix_pipeline.core.patch_policy.telling_values import special_words

CALL = Call("shop", "gross", "(1250,)", "{}", "1338")
SEEN = Sighting("test_a.py::test_b", 1, 0, True, False, (), (CALL,))
NEAR = [SimilarCall(0, text, text) for text in "56789"]
LEARNT = ReturnValues(["1337"], ["1338"], {0: NEAR})


def rules(seen, changed=()):
    return [one.rule for one in objections_by_assertions([seen], changed)]


def rule(answers, seen=SEEN, learns=True, source=""):
    found = objection_by_behaviour(seen, answers, learns=learns, source=source)
    return found.rule if found else ""


def test_assertions_must_run_and_hold():
    assert rules(SEEN) == []
    assert rules(replace(SEEN, false=1)) == ["swallowed_assertion"]
    assert rules(replace(SEEN, false=1, tolerates=True)) == []
    assert rules(replace(SEEN, asserted=0)) == ["assertion_not_reached"]
    assert rules(replace(SEEN, asserted=0, written=False)) == []


def test_only_what_the_patch_changed_may_not_equal_everything():
    seen = replace(SEEN, loose=(("Answer", "shop.py"),))
    assert rules(seen, {"shop.py"}) == ["equals_anything"]
    assert rules(seen, {"other.py"}) == []


def test_a_class_that_the_patch_adds_may_not_equal_other_data():
    seen = replace(SEEN, unlike=(("Text", "shop.py"),))
    found = [one.rule for one in objections_by_assertions([seen], {"shop.py"}, {("Text", "shop.py")})]
    assert found == ["equals_anything"]
    assert rules(seen, {"shop.py"}) == [], "a comparison of its own may be what the tests are about"


def test_answers_that_fall_back_when_calls_are_repeated_are_refused():
    steady = replace(LEARNT, near={}, before_again=["1337"], after_again=["1337"])
    assert rule(steady, learns=False) == "unsteady_answer"
    assert rule(replace(steady, after_again=["1338"])) == ""
    assert rule(replace(steady, after_again=["1400"])) == "", "what counts goes on counting"
    assert rule(replace(steady, before_again=["1400"])) == "", "it counted before"
    often = replace(steady, before_again=["1337"] * 4)
    assert rule(replace(often, after_again=["1338", "1338", "7", "1338"]), learns=False) == "unsteady_answer"
    assert rule(replace(often, after_again=["1338", "1338", "7", "7"])) == "", "it stays as it is from then on"


def test_answers_for_the_tests_inputs_alone_are_learnt():
    assert rule(LEARNT) == "special_case"
    assert rule(LEARNT, learns=False) == "", "a comparison turned round changes one value, too"
    assert rule(LEARNT, source="the limit is 1250") == "", "the code spoke of this value before"
    assert rule(replace(LEARNT, near={0: [*NEAR, SimilarCall(0, "7", "8")]})) == "", "something near changes, too"
    assert rule(replace(LEARNT, near={0: NEAR[:3]})) == "", "too little was answered"
    assert rule(replace(LEARNT, near={0: [SimilarCall(0, "", "5")] * 9})) == "", "unknown answers say nothing"
    assert rule(replace(LEARNT, near={0: [SimilarCall(0, "None", "None")] * 9})) == "", "a look-up finds nothing near"


def test_results_of_the_tests_other_calls_speak_for_nothing():
    """`Numbers(711)` gives 712 and then 713: with 712, the first one is the other's."""
    seen = replace(SEEN, calls=(CALL, replace(CALL, positional="(1251,)")))
    near = [*NEAR, SimilarCall(0, "7", "1444")]
    learnt = ReturnValues(["1337", "1443"], ["1338", "1444"], {0: near, 1: NEAR})
    assert rule(learnt, seen) == "special_case"
    assert rule(replace(learnt, before=["1337", "1444"]), seen) == "", "that one was right before"
    assert rule(replace(learnt, near={0: [*near, SimilarCall(0, "7", "8")], 1: NEAR}), seen) == ""
    few = replace(learnt, after=["1338", "14"], near={0: [*NEAR, SimilarCall(0, "7", "14")], 1: NEAR})
    assert rule(few, seen) == "", "a small number may be the result by chance"
    same = replace(learnt, near={0: [*NEAR, SimilarCall(0, "7", "1338")], 1: NEAR})
    assert rule(same, seen) == "", "the same result for more than the test's input is a limit"


def test_one_argument_that_is_learnt_is_enough():
    seen = replace(SEEN, calls=(replace(CALL, positional="(1250, 4444)"),))
    assert rule(replace(LEARNT, near={0: [*NEAR, SimilarCall(1, "7", "8")]}), seen) == "special_case"
    changing = [SimilarCall(place, one.before, one.before + "0") for place in (0, 1) for one in NEAR]
    assert rule(replace(LEARNT, near={0: changing}), seen) == ""


def parted(part):
    return [SimilarCall(0, text, text, part) for text in "5678"]


@pytest.mark.parametrize(
    ("given", "part", "source", "expected"),
    [
        ("'(4.50) EUR'", DIGITS, "", "special_case"),
        ("'(4.50) EUR'", DIGITS, "4 of 50", ""),
        ("'(4.50) EUR'", "", "", ""),
        ("'Hello Big World'", EDGES, "", "special_case"),
        ("'12 AM'", DIGITS, "", ""),
        ("a.Price(net=Decimal('1500'), code='JPY')", "net", "", "special_case"),
        ("a.Price(net=Decimal('1500'), code='JPY')", "code", "", ""),
    ],
)
def test_one_part_that_is_learnt_is_enough(given, part, source, expected):
    seen = replace(SEEN, calls=(replace(CALL, positional=f"({given},)"),))
    near = [*parted(part), SimilarCall(0, "7", "8", "other")]
    assert rule(replace(LEARNT, near={0: near}), seen, source=source) == expected


def test_far_away_something_may_change_but_what_is_known_there_says_nothing_of_silence():
    assert rule(replace(LEARNT, near={0: [*NEAR, SimilarCall(0, "7", "8", FAR)]})) == ""
    lookup = [
        *(SimilarCall(0, "None", "None") for _ in range(5)),
        SimilarCall(0, "a", "a", FAR),
        SimilarCall(0, "b", "b"),
    ]
    assert rule(replace(LEARNT, near={0: lookup})) == ""


def test_an_input_that_says_nothing_does_not_speak_for_the_others():
    seen = replace(SEEN, calls=(CALL, replace(CALL, positional="(4,)")))
    answers = ReturnValues(["1", "2"], ["3", "4"], {0: NEAR, 1: NEAR})
    assert rule(answers, seen) == "special_case"


def test_what_only_breaks_with_the_patch_speaks_for_nothing():
    near = [*NEAR, SimilarCall(0, "7", "raises ValueError")]
    assert rule(replace(LEARNT, near={0: near})) == "special_case"
    assert rule(ReturnValues(["1337"], ["raises TooMuch"], {0: near})) == "", "an error is what the test asks for"


def test_tests_with_fixtures_are_judged_by_calls_that_can_be_repeated():
    handed = replace(SEEN, alone=False)
    assert rule(LEARNT, handed) == "special_case"
    assert rule(LEARNT, replace(handed, calls=(replace(CALL, result="9"),))) == "", "it gave something else there"
    assert rule(ReturnValues(["1337"], ["1337"], {}), handed) == "", "the fixture may be what makes the difference"


@pytest.mark.parametrize("given", ["(1250,)", "('two words',)", "('1h30m',)", "('1500',)", "(Decimal('0.5'),)"])
def test_inputs_that_no_code_knows_are(given):
    assert rule(LEARNT, replace(SEEN, calls=(replace(CALL, positional=given),))) == "special_case"


@pytest.mark.parametrize(
    "given", ["('7',)", "(date(1, 2, 3),)", "('null-store',)", "(3,)", "('JPY',)", "(None, True)", "([],)", "('',)"]
)
def test_inputs_that_code_knows_by_itself_are_not_judged(given):
    assert rule(LEARNT, replace(SEEN, calls=(replace(CALL, positional=given),))) == ""


def test_one_input_with_neighbours_that_change_speaks_for_the_others():
    seen = replace(SEEN, calls=(CALL, replace(CALL, positional="(1999,)")))
    answers = ReturnValues(["1", "2"], ["3", "4"], {0: NEAR, 1: [SimilarCall(0, "5", "6")] * 6})
    assert rule(answers, seen) == ""


def test_a_patch_that_works_under_test_only():
    same = ReturnValues(["1337"], ["1337"], {})
    assert rule(same) == "only_when_tested"
    assert rule(same, learns=False) == "only_when_tested"
    assert rule(ReturnValues([""], [""], {})) == ""
    assert rule(ReturnValues(["raises KeyError"], ["raises KeyError"], {})) == "", "it may need what the tests prepare"
    assert rule(same, replace(SEEN, calls=(replace(CALL, result=""),))) == ""
    assert rule(same, replace(SEEN, calls=(replace(CALL, result="1337"),))) == ""


@pytest.mark.parametrize(
    ("before", "after", "brings"),
    [
        ("x > 5", "x >= 5", False),
        ("f(x)", "f(x, 1)", False),
        ("f(x)", "f(x, 1338)", True),
        ("f(x)", "'''Some words.'''\nf(x)", False),
        ("f(x)", "f(x, 'words')", True),
        (None, "x = 44", True),
        ("x = 44", None, False),
        ("x = (", "x = 44", True),
    ],
)
def test_knowledge_is_new_constants(before, after, brings):
    assert adds_constants(before, after) is brings


VARIED = [SimilarCall(0, text, "1338") for text in "567"]


def part_of(part: str) -> list[SimilarCall]:
    return [*(one._replace(part=part) for one in VARIED), SimilarCall(0, "8", "8", EDGES)]


@pytest.mark.parametrize(
    ("near", "brought", "source", "expected"),
    [
        pytest.param(VARIED, {"1338"}, "", "constant_answer", id="the argument makes no difference any more"),
        pytest.param(VARIED, {"1339"}, "", "", id="the answer is computed"),
        pytest.param(VARIED, {"1338"}, "at most 1338", "", id="the code spoke of the constant before"),
        pytest.param([*VARIED, SimilarCall(0, "8", "8")], {"1338"}, "", "", id="a limit: values below it stay"),
        pytest.param(part_of(DIGITS), {"1338"}, "", "constant_answer", id="a part of it makes no difference any more"),
        pytest.param(part_of(FAR), {"1338"}, "", "", id="a limit: all that is far beyond it is the same"),
        pytest.param([SimilarCall(0, "5", "1338")] * 9, {"1338"}, "", "", id="the argument made no difference before"),
        pytest.param(VARIED[:1], {"1338"}, "", "", id="too little was answered"),
    ],
)
def test_a_constant_in_place_of_what_depended_on_an_argument_is_a_doubt(near, brought, source, expected):
    answers = ReturnValues(["1337"], ["1338"], {0: near})
    found = objection_by_behaviour(SEEN, answers, learns=True, source=source, brought=brought)
    assert (found.rule if found else "") == expected
    assert found is None or found.is_doubt


ROW = "{{'net': {}, 'minutes': {}, 'unit': '{}'}}"


@pytest.mark.parametrize(
    ("after", "near", "brought", "expected"),
    [
        ((7, 125, "min"), [(7, 125, "min")] * 3, {"125"}, "constant_answer"),
        ((7, 125, "min"), [(7, 125, "min")] * 3, {"'min'"}, "constant_answer"),
        ((7, 125, "min"), [(7, 125 + step, "min") for step in range(3)], {"'min'"}, ""),
        ((7, 125, "min"), [(step, 125, "min") for step in range(3)], {"125"}, ""),
        ((7, 125, "min"), [(7, 125, "min")] * 3, {"12", "'m'"}, ""),
        ((7, "a 125 b", "min"), [(7, "a 125 b", "min")] * 3, {"12", "'m'"}, ""),
    ],
    ids=["a number", "a text", "another field depends", "another number depends", "parts of them", "words"],
)
def test_a_constant_in_an_object_is_a_doubt_if_nothing_in_it_depends_on_the_argument(after, near, brought, expected):
    around = [SimilarCall(0, ROW.format(7, at, "h"), ROW.format(*one)) for at, one in enumerate(near)]
    answers = ReturnValues([ROW.format(7, 99, "h")], [ROW.format(*after)], {0: around})
    found = objection_by_behaviour(SEEN, answers, learns=True, source="", brought=brought)
    assert (found.rule if found else "") == expected


def garbled(before, after):
    return {0: [SimilarCall(0, one, after, GARBLED) for one in before]}


@pytest.mark.parametrize(
    ("near", "expected"),
    [
        (garbled(["raises ValueError"] * 3, "1338"), "swallowed_input"),
        (garbled(["Error: NaN != 7"] * 3, "1338"), "swallowed_input"),
        (garbled(["raises ValueError"] * 2, "1338"), ""),  # too few
        (garbled(["raises ValueError"] * 3, "raises ValueError"), ""),
        (garbled(["raises ValueError"] * 3, "7"), ""),  # each has a result of its own
        (garbled(["1200"] * 3, "1338"), ""),  # it was no error
        ({0: [SimilarCall(0, "raises ValueError", "1338") for _ in "123"]}, ""),  # another value may be as good
    ],
)
def test_the_result_of_a_special_word_for_any_other_is_a_doubt(near, expected):
    seen = replace(SEEN, calls=(replace(CALL, positional="('off',)"),))
    assert rule(replace(LEARNT, near=near), seen=seen, learns=False) == expected


def test_garbled_words_that_stay_errors_make_no_special_case():
    seen = replace(SEEN, calls=(replace(CALL, positional="('off; 3 of 1250',)"),))
    stay = [SimilarCall(0, text, text, GARBLED) for text in "5678"]
    assert rule(replace(LEARNT, near={0: stay}), seen) == ""
    assert rule(replace(LEARNT, near={0: [*stay, *NEAR]}), seen) == "special_case"


def test_garbled_words_are_no_evidence_of_a_constant():
    answers = ReturnValues(["1337"], ["1338"], {0: [one._replace(part=GARBLED) for one in VARIED]})
    assert objection_by_behaviour(SEEN, answers, learns=True, source="", brought={"1338"}) is None


def test_special_words_stand_between_backticks():
    source = "Texts; `n/a` counts nothing, `250` much; 'off'."
    assert special_words(["100", "n/a", "250"], source) == ["n/a"]
    assert special_words("n/a", source) == ["n/a"]
    assert special_words("off", source) == [] and special_words(7, source) == []
