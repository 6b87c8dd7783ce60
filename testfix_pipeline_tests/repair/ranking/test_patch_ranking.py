"""What speaks against a plausible patch, the order of patches, and what the learned numbers mean."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.unified_diff import unified_diff
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel, shipped_confidence_model
from testfix_pipeline.repair.ranking.evidence import Behaviour, Evidence, features
from testfix_pipeline.repair.ranking.overfitting import refusal, signs
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches

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
EVIDENCE = FailureEvidence(test_literals=frozenset({"77", "'seen'"}))


def candidate(old: str, new: str, kind: str = "compare.operator", score: float = 1.0) -> Candidate:
    source = SourceFile("m.py", CODE.encode())
    start = source.text.index(old)
    edit = Edit("m.py", start, start + len(old), new, kind, 0.5, source.line_at(start))
    return Candidate.single(source, edit, score, "test")


def found(old: str, new: str, kind: str = "compare.operator", finding: str = "plausible") -> PlausiblePatch:
    fixes = frozenset({"test_m.py::test_bad"})
    return PlausiblePatch(candidate(old, new, kind), Verdict(finding, fixes))  # type: ignore[arg-type]


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
    assert why in refusal(one, signs(one, EVIDENCE))


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
    assert not refusal(one, signs(one, EVIDENCE))


def test_a_function_that_forgets_its_arguments_is_refused() -> None:
    source = SourceFile("m.py", b"def f(a):\n    return a + 1\n")
    edit = Edit("m.py", 21, 26, "2", "constant", 0.5, 2)
    one = Candidate.single(source, edit, 1.0, "test")
    assert one.texts["m.py"] == "def f(a):\n    return 2\n"
    assert "arguments" in refusal(one, signs(one, FailureEvidence()))


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
    assert ("what equality means" in refusal(one, signs(one, FailureEvidence()))) == refused


@pytest.mark.parametrize(("answers", "refused"), [(("-P3D", "PT9M"), True), (("-P3D",), False), (("-P", "P9"), False)])
def test_one_answer_of_the_tests_may_be_right_and_two_are_overfitting(answers: tuple[str, ...], refused: bool) -> None:
    text = "def f(a, b):\n    c = a + b\n    return c\n"
    source = SourceFile("m.py", text.encode())
    guards = "".join(f"    if c < {n}:\n        return {one!r}\n" for n, one in enumerate(answers))
    at = text.index("    return")
    one = Candidate.single(source, Edit("m.py", at, at, guards, "guard.return", 0.5, 2), 1.0, "test")
    failure_evidence = FailureEvidence(test_literals=frozenset(map(repr, answers)))
    assert ("own values" in refusal(one, signs(one, failure_evidence))) == refused


def test_a_diff_says_where_the_last_line_has_no_end() -> None:
    source = SourceFile("m.py", b"a = 1\nb = 2")
    diff = unified_diff(source, "a = 1\nb = 3")
    assert diff.endswith("-b = 2\n\\ No newline at end of file\n+b = 3\n\\ No newline at end of file\n")


TABLE = """\
MOVES = {("shut", "open"): "open", ("open", "close"): "shut"}


class Door:
    def __init__(self):
        self.state = "shut"
        self.past = []

    def move(self, event):
        self.past.append(self.state)
        self.state = MOVES[self.state, event]

    def is_open(self):
        return self.state == "open"

    def length(self):
        found = len(self.past)
        return found
"""
REPORTED = {
    "a question that binds": (
        "        return self.state ==", "        self.past = 0\n        return self.state ==",
    ),
    "a question that empties": (
        "        return self.state ==", "        self.past.clear()\n        return self.state ==",
    ),
    "a question that has it changed": (
        "        return self.state ==", '        self.move("open")\n        return self.state ==',
    ),
    "a question that removes": (
        "        found = len", "        del self.past[0]\n        found = len",
    ),
}  # fmt: skip


def of_table(old: str, new: str) -> Candidate:
    assert TABLE.count(old) == 1
    source = SourceFile("m.py", TABLE.encode())
    start = TABLE.index(old)
    edit = Edit("m.py", start, start + len(old), new, "by hand", 0.5, source.line_at(start))
    return Candidate.single(source, edit, 1.0, "test")


@pytest.mark.parametrize("name", REPORTED)
def test_what_a_question_changes_speaks_against_a_patch(name: str) -> None:
    assert signs(of_table(*REPORTED[name]), FailureEvidence()).new_side_effects == 1
    one = PlausiblePatch(of_table(*REPORTED[name]), Verdict("plausible"))
    assert features(one, [one], Evidence())["mutating"] > 0
    assert shipped_confidence_model().features["mutating"] < 0


GRAPH = "def reachable(graph, node, todo):\n    todo.pop()\n    found = list(graph.get(node, ()))\n    return found\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("graph.get(", "graph.pop(", 1),
        ("    found =", "    del graph[node]\n    found =", 1),
        ("    return found", "    found.pop()\n    return found", 0),
        ("    found =", "    todo.clear()\n    found =", 0),
        ("    found =", "    graph = dict(graph)\n    graph.pop(node)\n    found =", 0),
    ],
)
def test_what_takes_away_from_what_it_is_given_meddles(old: str, new: str, expected: int) -> None:
    source, at = SourceFile("m.py", GRAPH.encode()), GRAPH.index(old)
    one = Candidate.single(source, Edit("m.py", at, at + len(old), new, "x", 0.5, source.line_at(at)), 1.0, "test")
    assert signs(one, FailureEvidence()).new_side_effects == expected


@pytest.mark.parametrize(("score", "first"), [(0.5, "b or a"), (1.0, "c")])
def test_the_shortest_of_patches_that_behave_alike_takes_the_place_of_the_best(score: float, first: str) -> None:
    """A condition that is always false is a longer way to leave out what it guards. score: of another patch."""
    less = [("b > LIMIT", "b or a", 0.5), ("b > LIMIT", "c", score), ("a * 2", "2", 1.0), ("b > LIMIT", "b", 1.0)]
    best = found("b > LIMIT", "b if a is LIMIT or b else a")
    patches = [best, *(PlausiblePatch(candidate(old, new, "less", at), best.verdict) for old, new, at in less)]
    texts = {one.candidate.fingerprint: one.candidate.edits[0].replacement for one in patches}
    behaviour = {one: Behaviour(known=True, group=int(text == "b")) for one, text in texts.items()}
    model = ConfidenceModel(kinds={"compare.operator": 2.0, "less": -2.0})

    def ranked(evidence: Evidence) -> dict[str, float]:
        return {texts[one.fingerprint]: one.confidence for one in rank_patches(patches, evidence, model=model)}

    each_alone = {one: Behaviour(known=True, group=number) for number, one in enumerate(texts)}
    before = ranked(Evidence(behaviour=each_alone))
    after = ranked(Evidence(behaviour=behaviour))
    longest = next(iter(before))
    assert longest == "b if a is LIMIT or b else a"
    assert next(iter(after)) == first, "neither what does something else nor what is elsewhere or less likely"
    assert after == {**before, first: before[longest], longest: before[first]}


def test_the_earliest_of_guards_that_ask_the_same_takes_the_place_of_the_best() -> None:
    """People put a guard at the beginning far more often than behind what it does not read."""
    source, verdict = SourceFile("m.py", CODE.encode()), found(*OPERATOR).verdict

    def guarded(before: str, question: str, score: float) -> PlausiblePatch:
        at, code = CODE.index(before), f"    if {question}:\n        return c\n"
        edit = Edit("m.py", at, at, code, "guard.return", 0.5, source.line_at(at))
        return PlausiblePatch(Candidate.single(source, edit, score, "test"), verdict)

    early, late = guarded("    b = a * 2", "not a", 0.5), guarded("    if a > 100", "not a", 1.0)
    other = guarded("    if b < 0", "a is None", 0.7)
    ranked = [one.fingerprint for one in rank_patches([other, late, early], Evidence())]
    order = [one.candidate.fingerprint for one in (early, other, late)]
    assert ranked.index(order[0]) < ranked.index(order[2])
    assert set(ranked) == set(order)
