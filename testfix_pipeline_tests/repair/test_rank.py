"""What speaks against a plausible patch, the order of patches, and what the learned numbers mean."""

import math

import pytest

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.evidence import FEATURES, Evidence, features
from testfix_pipeline.repair.languages.python.edits.edit import Clues, Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.overfitting import refusal, signs
from testfix_pipeline.repair.rank import best, ranked
from testfix_pipeline.repair.trust import Trust, shares, trust
from testfix_pipeline.repair.unified_diff import unified_diff
from testfix_pipeline.repair.verdict import Found, Verdict

CODE = """\
LIMIT = 10


def bad(a):
    b = a * 2
    if b < 0:
        raise ValueError(b)
    try:
        c = b / a
    except ZeroDivisionError:
        c = 0
    if a > 100:
        return c
    return b > LIMIT
"""
CLUES = Clues(test_literals=frozenset({"77", "'seen'"}))


def candidate(old: str, new: str, kind: str = "compare.operator", score: float = 1.0) -> Candidate:
    source = SourceFile("m.py", CODE.encode())
    start = source.text.index(old)
    edit = Edit("m.py", start, start + len(old), new, kind, 0.5, source.line_at(start))
    return Candidate.single(source, edit, score, "test")


def found(old: str, new: str, kind: str = "compare.operator", finding: str = "plausible") -> Found:
    fixes = frozenset({"test_m.py::test_bad"})
    return Found(candidate(old, new, kind), Verdict(finding, fixes))  # type: ignore[arg-type]


OPERATOR = ("b > LIMIT", "b >= LIMIT")
DELETED_RAISE = ("        raise ValueError(b)\n", "        pass\n")
REFUSED = [
    (*DELETED_RAISE, "deleted.statement", "deletes"),
    ("    if b < 0:\n        raise ValueError(b)\n", "", "deleted.statement", "deletes"),
    ("        return c\n", "        pass\n", "deleted.statement", "deletes"),
    ("    b = a * 2\n", "    if a == 77:\n        return 'seen'\n    b = a * 2\n", "guard", "own values"),
    ("return b > LIMIT", "return True if a in (77,) else b", "donor.expression", "own values"),
    ("    except ZeroDivisionError:\n        c = 0\n", "    except Exception:\n        pass\n", "handler", "exception"),
]


@pytest.mark.parametrize(("old", "new", "kind", "why"), REFUSED)
def test_what_only_pleases_the_tests_is_refused(old: str, new: str, kind: str, why: str) -> None:
    one = candidate(old, new, kind)
    assert why in refusal(one, signs(one, CLUES))


HONEST = [
    OPERATOR,
    ("raise ValueError(b)", "return None"),
    ("    b = a * 2\n", "    if a == 78:\n        return 'seen'\n    b = a * 2\n"),
    ("    b = a * 2\n", "    if a == 77:\n        return bad(a + 1)\n    b = a * 2\n"),
    ("except ZeroDivisionError:", "except (ZeroDivisionError, TypeError):"),
    ("        c = 0\n", "        pass\n"),
    ("    if a > 100:\n", "    if a > 77:\n"),
]


@pytest.mark.parametrize(("old", "new"), HONEST)
def test_an_honest_change_is_not_refused(old: str, new: str) -> None:
    one = candidate(old, new)
    assert not refusal(one, signs(one, CLUES))


def test_a_function_that_forgets_its_arguments_is_refused() -> None:
    source = SourceFile("m.py", b"def f(a):\n    return a + 1\n")
    edit = Edit("m.py", 21, 26, "2", "constant", 0.5, 2)
    one = Candidate.single(source, edit, 1.0, "test")
    assert one.texts["m.py"] == "def f(a):\n    return 2\n"
    assert "arguments" in refusal(one, signs(one, Clues()))


def test_a_namesake_that_is_blind_says_nothing_of_another_change() -> None:
    base = "class A:\n    def drop(self, song): ...\nclass B(A):\n    def drop(self, song):\n        return 1\n"
    source = SourceFile("m.py", f"{base}LIMIT = 1\n".encode())
    at = source.text.index("1\n", len(base))
    one = Candidate.single(source, Edit("m.py", at, at + 1, "2", "constant", 0.5, 6), 1.0, "test")
    found = signs(one, Clues())
    assert not found.constant


@pytest.mark.parametrize(
    ("new", "refused"),
    [
        ("not (isinstance(o, P) and self.a == o.a)", True),
        ("isinstance(o, P) and self.a != o.a", True),
        ("isinstance(o, P) and self.a < o.a", True),
        ("isinstance(o, P) and (self.a, self.b) < (o.a, o.b)", True),
        ("isinstance(o, P) and (self.a, self.b) == (o.a, o.b)", False),
        ("isinstance(o, P) or self.a == o.a", True),
        ("isinstance(o, P)", True),
        ("self.merged(o)", True),
        ("isinstance(o, P) and self.a == self.a", True),
        ("(self.a, o.b) == (o.a, o.b)", True),
        ("(self.a, self.b) == (o.a, o.b) or o is not None", True),
        ("o is not None", True),
        ("o", True),
        ("self is o or (isinstance(o, P) and self.a == o.a)", False),
        ("isinstance(o, P) and self.a == o.a and self.b == o.b", False),
        ("isinstance(o, P) and self.a.b == o.a.b", False),
        ("isinstance(o, P) and abs(self.a - o.a) < 1e-9", False),
        ("o is not None and self.a == o.a", False),
        ("isinstance(o, P) and self.a is not None and self.a == o.a and self.b == o.b", False),
    ],
)
def test_what_equal_means_is_not_bent(new: str, refused: bool) -> None:
    old = "isinstance(o, P) and self.a == o.a"
    text = f"class P:\n    def __eq__(self, o):\n        return {old}\n"
    source, at = SourceFile("m.py", text.encode()), text.index(old)
    one = Candidate.single(source, Edit("m.py", at, at + len(old), new, "x", 0.5, 3), 1.0, "test")
    assert ("what equal means" in refusal(one, signs(one, Clues()))) == refused


@pytest.mark.parametrize(("answers", "refused"), [(("-P3D", "PT9M"), True), (("-P3D",), False), (("-P", "P9"), False)])
def test_one_answer_of_the_tests_may_be_right_and_two_are_learnt_by_heart(
    answers: tuple[str, ...], refused: bool
) -> None:
    text = "def f(a, b):\n    c = a + b\n    return c\n"
    source = SourceFile("m.py", text.encode())
    guards = "".join(f"    if c < {n}:\n        return {one!r}\n" for n, one in enumerate(answers))
    at = text.index("    return")
    one = Candidate.single(source, Edit("m.py", at, at, guards, "guard.return", 0.5, 2), 1.0, "test")
    clues = Clues(test_literals=frozenset(map(repr, answers)))
    assert ("own values" in refusal(one, signs(one, clues))) == refused


def test_the_project_s_own_past_may_delete() -> None:
    one = candidate(*DELETED_RAISE, "history.undo")
    assert not refusal(one, signs(one, CLUES))


def test_honest_changes_rank_before_overfitted_ones() -> None:
    literal = found("b > LIMIT", "a == 77")
    dropped = found("return c", "c", "result.dropped")
    partial = found("a * 2", "a + 2", "arithmetic.operator", "partial")
    patches = ranked([partial, dropped, literal, found(*OPERATOR)], Evidence(CLUES))
    assert ["b >= LIMIT" in patch.diff for patch in patches] == [True, False, False, False]
    assert [patch.complete for patch in patches] == [True, True, True, False]
    assert [p.confidence for p in patches[:-1]] == sorted((p.confidence for p in patches[:-1]), reverse=True)
    assert patches[0].location == "m.py:bad:14-14"


def test_a_patch_found_twice_is_listed_once() -> None:
    assert len(ranked([found(*OPERATOR), found(*OPERATOR)], Evidence(CLUES))) == 1


def test_what_is_missing_from_the_chances_of_all_is_the_chance_that_none_is_right() -> None:
    assert shares([]) == []
    assert shares([0.0]) == pytest.approx([0.5])
    assert shares([0.0, 0.0]) == pytest.approx([1 / 3, 1 / 3])
    assert shares([800.0, 0.0]) == pytest.approx([1.0, 0.0])


def test_a_feature_without_a_weight_says_nothing() -> None:
    assert Trust(0.5, {"words in": -1.0}).utility({"words in": 2.0, "unheard of": 9.0}) == -1.5


def test_confidence_is_what_the_share_of_such_patches_stood_for() -> None:
    assert Trust().confidences([0.0, 0.0]) == pytest.approx([1 / 3, 1 / 3])
    assert Trust(calibration=(math.log(4), 1.0)).confidences([0.0, 0.0]) == pytest.approx([2 / 3, 2 / 3])
    sure = Trust().confidences([900.0])
    assert 0.999 < sure[0] < 1, "nothing is certain"


PLUS, MINUS = found("a * 2", "a + 2"), found("a * 2", "a - 2")


def test_more_rivals_make_each_patch_less_likely_and_that_one_is_right_more() -> None:
    one, other = ranked([PLUS], Evidence(CLUES), model=Trust()), ranked([PLUS, MINUS], Evidence(CLUES), model=Trust())
    assert (one[0].confidence, other[0].confidence) == (0.5, 0.333)
    assert best([], Evidence(CLUES)) is None
    mark, chance = best([PLUS, MINUS], Evidence(CLUES)) or ("", 0.0)
    known = [features(one, [PLUS, MINUS], Evidence(CLUES)) for one in (PLUS, MINUS)]
    assert mark == ranked([PLUS, MINUS], Evidence(CLUES))[0].fingerprint
    assert chance == pytest.approx(sum(shares([trust().utility(one) for one in known])))


def test_a_partial_patch_is_weighed_among_partial_ones() -> None:
    part = found("a * 2", "a - 2", finding="partial")
    whole, rest = ranked([part, PLUS], Evidence(CLUES), model=Trust())
    assert (whole.complete, whole.confidence, rest.complete, rest.confidence) == (True, 0.5, False, 0.25)


def test_what_a_patch_leaves_behind_speaks_against_it() -> None:
    left = {}
    for new in ("    b = a * 2\n    d = 3\n", "    b = a * 2\n    return b\n", "    b = a * 3\n"):
        one = found("    b = a * 2\n", new)
        left[new] = features(one, [one], Evidence(CLUES))["left over"]
    assert list(left.values()) == [1.0, 1.0, 0.0] and trust().features["left over"] < 0


def test_the_shipped_weights_know_every_feature_they_weigh() -> None:
    assert tuple(features(PLUS, [PLUS], Evidence(CLUES))) == FEATURES
    assert set(trust().features) <= {*FEATURES}


def test_a_question_whose_answer_nobody_takes_does_nothing() -> None:
    source = SourceFile("m.py", b"def wait(jobs):\n    jobs.join()\n    return jobs\n")
    dead = []
    for text in ("empty", "close"):
        edit = Edit("m.py", 25, 29, text, "call", 0.5, 2)
        dead.append(signs(Candidate.single(source, edit, 1.0, "test"), Clues()).dead)
    assert dead == [1, 0]


def test_a_diff_says_where_the_last_line_has_no_end() -> None:
    source = SourceFile("m.py", b"a = 1\nb = 2")
    diff = unified_diff(source, "a = 1\nb = 3")
    assert diff.endswith("-b = 2\n\\ No newline at end of file\n+b = 3\n\\ No newline at end of file\n")
