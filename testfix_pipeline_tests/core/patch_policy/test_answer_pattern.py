"""Answers that break the pattern of their function are for a person; thresholds and rules that reach others are not."""

import pytest

from testfix_pipeline.core.patch_policy.answer_pattern import objection_by_pattern
from testfix_pipeline.core.patch_policy.second_look import (
    ALONG,
    LENGTH,
    TYPE,
    Call,
    Objection,
    ReturnValues,
    Sighting,
    SimilarCall,
)

STEPS = (-50, -10, -5, -3, -1, 1, 3, 5, 10, 50)


def asked(given: str, before: str, after: str, near: list[SimilarCall], source: str = "") -> Objection | None:
    call = Call("shop", "price", f"({given},)", "{}", after)
    seen = Sighting("test_a.py::test_b", 1, 0, True, False, (), (call,))
    return objection_by_pattern(seen, ReturnValues([before], [after], {0: near}), source, brought=["99"])


def along(before: list[str], after: list[str]) -> list[SimilarCall]:
    return [SimilarCall(0, old, new, ALONG, step) for step, old, new in zip(STEPS, before, after, strict=True)]


HIGH_LOW = ["'low'"] * 3 + ["'high'"] * 7
LINES = {
    "nothing changes beside it": (along(["True", "False"] * 5, ["True", "False"] * 5), True),
    "a limit that moved by one": (along(["'low'"] * 5 + ["'high'"] * 5, ["'low'"] * 5 + ["'high'"] * 5), False),
    "another number changes as well": (along(["True", "False"] * 5, ["False", *["True", "False"] * 4, "True"]), False),
    "a range around it": (along(HIGH_LOW, [*HIGH_LOW[:4], "'low'", "'low'", *HIGH_LOW[6:]]), True),
    "another threshold": (along(HIGH_LOW, ["'low'"] * 7 + ["'high'"] * 3), False),
    "numbers that rise but there": (
        along([*map(str, STEPS)], ["-50", "-10", "-5", "-3", "90", *map(str, STEPS[5:])]),
        True,
    ),
    "too few to compare": (along(HIGH_LOW, HIGH_LOW)[:6], False),
}


@pytest.mark.parametrize(("near", "is_doubt"), LINES.values(), ids=LINES)
def test_a_number_that_stands_out_of_a_line_is_a_doubt(near: list[SimilarCall], is_doubt: bool) -> None:
    numbers = near[0].before.startswith("-")
    found = asked("1250", "0" if numbers else "'high'", "77" if numbers else "'low'", near)
    assert (found is not None and found.is_doubt) == is_doubt


def test_a_number_that_the_program_names_may_stand_out() -> None:
    near = along(["True", "False"] * 5, ["True", "False"] * 5)
    assert asked("1250", "True", "False", near, source="at most 1250 grams") is None
    assert asked("7", "True", "False", near) is None


def test_a_length_that_alone_has_other_answers_is_a_doubt() -> None:
    same = [SimilarCall(0, str(one), str(one + 1), "item 0") for one in range(3)]
    others = [SimilarCall(0, str(one), str(one), LENGTH) for one in range(4)]
    assert asked("[1, 2, 3]", "5", "6", [*same, *others]) is not None
    assert asked("[1, 2, 3]", "5", "6", [*same, *others[1:], SimilarCall(0, "0", "1", LENGTH)]) is None


def test_a_list_of_numbers_that_alone_has_another_answer_is_a_doubt() -> None:
    near = along(HIGH_LOW, HIGH_LOW)
    assert asked("[2, 3]", "'high'", "'mid'", near) is not None
    limit = ["'low'"] * 5 + ["'high'"] * 5
    assert asked("[2, 3]", "'high'", "'low'", along(limit, limit)) is None, "a limit that moved by one"
    assert asked("[2, 3]", "'high'", "'mid'", [*near[1:], near[0]._replace(after="'mid'")]) is None, (
        "another one changes"
    )
    assert asked("[2, 3]", "'high'", "'mid'", near, source="of [2, 3] it is mid") is None
    refused = along(["raises ValueError"] * 10, ["raises ValueError"] * 10)
    assert asked("[2, 3]", "raises ValueError", "None", refused) is None, "a check passes what fits alone"


def test_an_answer_by_the_type_of_a_sequence_alone_is_a_doubt() -> None:
    assert asked("(1, 2)", "5", "6", [SimilarCall(0, "5", "5", TYPE)]) is not None
    assert asked("(1, 2)", "5", "6", [SimilarCall(0, "5", "6", TYPE)]) is None
    assert asked("(1, 2)", "(5,)", "(6,)", [SimilarCall(0, "[5]", "[5]", TYPE)]) is None, "it had another answer"


@pytest.mark.parametrize(
    ("before", "after", "is_doubt"),
    [
        (["3", "4", "5", "6"], ["7"] * 4, True),
        (["3", "4", "5", "6"], ["7", "7", "7", "8"], False),
        (["3", "4", "5", "raises ValueError", "6"], ["7", "7", "7", "raises ValueError", "7"], True),
        (["3", "4", "5", "raises ValueError"], ["7"] * 4, True),
        (["4"] * 4, ["7"] * 4, False),
        (["4"] * 9, ["7"] * 9, True),
    ],
    ids=["no effect", "some effect", "refused still", "refused no more", "had hardly one", "had one at the test's"],
)
def test_an_argument_without_effect_is_a_doubt(before: list[str], after: list[str], is_doubt: bool) -> None:
    near = [SimilarCall(0, old, new) for old, new in zip(before, after, strict=True)]
    assert (asked("2", "9", "7", near) is not None) == is_doubt
    assert asked("2", "9", "7", near, source="at most 99 entries count") is None
    assert asked("2", "9", "None", [one._replace(after="None") for one in near]) is None, "it may refuse all of them"


def test_numbers_that_rose_and_now_go_up_and_down_between_unchanged_ones_are_a_doubt() -> None:
    rising = [*map(str, STEPS)]
    waves = [str(step + 9 * (step % 3 == 0)) for step in STEPS]
    assert asked("1250", "0", "9", along(rising, waves)) is not None
    assert asked("1250", "0", "9", along(rising, [str(abs(step) + 1) for step in STEPS])) is None, "all change"


def test_one_of_two_answers_chosen_for_a_single_input_is_a_doubt() -> None:
    near = [SimilarCall(0, str(one % 5 == 0), str(one % 5 == 0)) for one in range(20)]
    assert asked("'79927398713'", "False", "True", near) is not None
    assert asked("'79927398713'", "False", "True", [*near[1:], SimilarCall(0, "False", "True")]) is None
    assert asked("'79927398713'", "False", "True", near[:10]) is None, "too few to compare"


def test_data_that_an_import_replaces_elsewhere_is_a_doubt() -> None:
    call = Call("shop", "price", "(2,)", "{}", "7")
    seen = Sighting("test_a.py::test_b", 1, 0, True, False, (), (call,))
    found = objection_by_pattern(seen, ReturnValues(["3"], ["7"], {}, replaced=[("units.ML", "1", "2")]), "")
    assert found is not None and found.is_doubt and "units.ML" in found.reason
