"""What the search orders edits by: the learned weights, and how natural the code is that they lead to."""

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.repair.edit_order import EditOrder, Learned, shipped, trust_in_text
from testfix_pipeline.repair.edits import FAMILIES
from testfix_pipeline.repair.edits.edit import Clues, Edit
from testfix_pipeline.repair.experience import Experience
from testfix_pipeline.repair.localise import Suspect
from testfix_pipeline.repair.naturalness import Naturalness
from testfix_pipeline.repair.project import Sources
from testfix_pipeline.repair.search import Space, candidates
from testfix_pipeline.repair.source import SourceFile

CODE = """\
def first(text, sep):
    parts = text.strip().split(sep)
    return parts[0]


def second(text, sep):
    parts = text.strip().split(sep)
    return parts[1]


def last(text, sep):
    parts = text.strip().split(text)
    return parts[-1]
"""
SOURCE = SourceFile("m.py", CODE.encode())
LEVELS = [(-2.0, 0.1), (0.0, 0.2), (2.0, 0.8)]


def edit(old: str, new: str, kind: str = "variable") -> Edit:
    start = CODE.index(old)
    return Edit("m.py", start, start + len(old), new, kind, 0.5, SOURCE.line_at(start))


def order(**learned: float) -> EditOrder:
    kinds = {"variable": 0.0, "jump.added": 1.0}
    return EditOrder(Naturalness([SOURCE]), Learned(0.0, learned, kinds, LEVELS, {"jumps": 0.9}), share=1.0)


def test_a_score_is_put_on_the_scale_of_the_families() -> None:
    model = Learned(0.0, {}, {}, LEVELS)
    assert [model.estimate(score) for score in (-9, -2, -1, 0, 1, 2, 9)] == pytest.approx(
        [0.1, 0.1, 0.15, 0.2, 0.5, 0.8, 0.8]
    )


def test_natural_code_and_likely_kinds_are_worth_more() -> None:
    natural, odd = edit("split(text)", "split(sep)"), edit("split(text)", "split(None)")
    assert order(**{"bits more": -1.0}).weight(SOURCE, natural, "x") > order(**{"bits more": -1.0}).weight(
        SOURCE, odd, "x"
    )
    assert order().weight(SOURCE, natural, "x") == order().weight(SOURCE, odd, "x") == pytest.approx(0.2)
    assert order().weight(SOURCE, edit("return", "yield", "jump.added"), "x") == pytest.approx(0.5)


def test_a_kind_that_was_not_met_keeps_its_family_s_own_estimate_and_bound() -> None:
    assert order().weight(SOURCE, edit("return", "yield", "unheard of"), "x") == 0.5
    assert order().bound("jumps", 0.4) == 0.9
    assert order().bound("unheard of", 0.4) == 0.4


def test_the_order_changes_nothing_but_the_order(write: Callable[[Mapping[str, str]], Path]) -> None:
    sources = Sources(write({"m.py": CODE}))
    suspects = [Suspect("m.py", 12, 1.0, "last"), Suspect("m.py", 13, 0.9, "last")]
    plain = list(candidates(Space(sources, suspects, Clues()), []))
    learned = list(candidates(Space(sources, suspects, Clues(), order=EditOrder(Naturalness([SOURCE]), share=1.0)), []))
    assert {one.fingerprint for one in plain} == {one.fingerprint for one in learned}
    assert [one.score for one in learned] == sorted((one.score for one in learned), reverse=True)
    texts = [one.texts["m.py"] for one in learned]
    given, receiver = "split(sep)", "sep.strip().split(text)"
    by_sep = texts.index(CODE.replace("split(text)", given))
    assert by_sep < texts.index(CODE.replace("text.strip().split(text)", receiver)), "the others split by `sep`"


def test_the_shipped_order_is_in_order_and_knows_the_families() -> None:
    levels = shipped().levels
    assert len(levels) > 10
    assert all(left[0] <= right[0] and left[1] <= right[1] for left, right in itertools.pairwise(levels))
    assert len(set(shipped().bounds) & {family.id for family in FAMILIES}) > 15
    assert all(0 < bound <= 1 for bound in shipped().bounds.values())


def landed(kind: object, result: str = "landed") -> Attempt:
    details = {"plausible": [{"kind": kind, "description": "x"}, {"kind": "compare.operator"}]}
    attempt = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", result=result)  # type: ignore[arg-type]
    return attempt.model_copy(update={"details": details})


def test_kinds_that_landed_before_are_tried_earlier() -> None:
    before = Experience.of(
        FixHistory(attempts=[landed("variable"), landed("variable + guard"), landed("jump", "refused")])
    )
    assert before.landed == {"variable": 2, "guard": 1}
    assert before.gain("variable", 0.1) > before.gain("guard", 0.1) > 0 > before.gain("jump", 0.1)
    assert before.gain("variable", 0.1) > before.gain("variable", 0.5), "what is common anyway gains less"
    plain, learned = order(), EditOrder(Naturalness([SOURCE]), plain_model(), before, share=1.0)
    one = edit("split(text)", "split(sep)")
    assert learned.weight(SOURCE, one, "variables") > plain.weight(SOURCE, one, "variables")
    assert learned.bound("variables", 0.1) >= learned.weight(SOURCE, one, "variables")
    guard, jump = (edit("return", "yield", kind) for kind in ("guard", "jump"))
    assert learned.weight(SOURCE, guard, "x") > 0.5 > learned.weight(SOURCE, jump, "x"), "their own estimate is 0.5"


def plain_model() -> Learned:
    return Learned(0.0, {}, {"variable": 0.0}, LEVELS, {"variables": 0.2}, {"variable": 0.1})


@pytest.mark.parametrize(
    "odd", [None, {}, [], "", {"plausible": None}, {"plausible": ["x"]}, {"plausible": [{"kind": 3}]}]
)
def test_a_history_of_others_teaches_nothing(odd: object) -> None:
    attempt = landed("variable").model_copy(update={"details": odd})
    assert not Experience.of(FixHistory(attempts=[attempt])).landed
    assert Experience.of(None).gain("variable", 0.1) == 0.0


def test_in_a_small_project_the_families_own_estimates_count_more() -> None:
    assert trust_in_text(500) < trust_in_text(5_000) < trust_in_text(100_000) == 1.0
    one = edit("split(text)", "split(None)")
    small = EditOrder(Naturalness([SOURCE]), Learned(0.0, {}, {"variable": 0.0}, LEVELS))
    assert order().weight(SOURCE, one, "x") < small.weight(SOURCE, one, "x") < one.prior


def test_what_landed_raises_the_bounds_of_its_families_alone() -> None:
    before = Experience.of(FixHistory(attempts=[landed("variable")]))
    model = Learned(0.0, {}, {}, LEVELS, {}, {"variable": 0.1}, {"variables": ["variable"], "jumps": ["jump"]})
    learned = EditOrder(Naturalness([SOURCE]), model, before)
    assert 0.4 < learned.bound("variables", 0.4) < 1.0
    assert learned.bound("jumps", 0.4) == 0.4
