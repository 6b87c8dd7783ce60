"""What two recordings tell, what makes a call fit another signature, and how a patch's behaviour is weighed."""

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.in_target import testfix_recorded_values
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import argument_changes, renamed_parameters
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rewrite import inlined
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    RecordedParameter,
    VariedCall,
)
from testfix_pipeline.repair.languages.python.libraries.recorded import recorded_releases
from testfix_pipeline.repair.languages.python.libraries.recorded.behaviour import compared
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import (
    changed_calls,
    differing,
    first_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.library_behaviour import weigh_patches
from testfix_pipeline.repair.search.library_outcome import LibraryRepair
from testfix_pipeline_tests.execution.targets import ours

tree_of: Any = testfix_recorded_values.tree_of
wrappers: Any = testfix_recorded_values.wrappers


class Pair:
    def __init__(self, left: object, right: object = None) -> None:
        self.left, self.right = left, right

    def as_list(self) -> list[object]:
        return [self.left, self.right]


def call(name: str, result: object, raised: bool = False, module: str = "lib", **given: object) -> RecordedCall:
    trees = {key: tree_of(value) for key, value in given.items()}
    tree = None if raised else tree_of(result)
    return RecordedCall(name=name, file="own.py", given=trees, raised=raised, module=module, caller="f", result=tree)


def parameter(name: str, kind: str = "POSITIONAL_OR_KEYWORD", **default: object) -> RecordedParameter:
    return RecordedParameter(name=name, kind=kind, default=tree_of(default["default"]) if default else None)


# -- values ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ([1, "a"], [1, "a"], False),
        ([1], (1,), True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False),
        ({1, 2}, {2, 1}, False),
        (1, True, True),
        (Pair(1), Pair(2), True),
        (lambda: 1, lambda: 2, False),
    ],
)
def test_values_are_compared_by_what_they_hold(one: object, other: object, differ: bool) -> None:
    assert (differing(tree_of(one), tree_of(other)) is not None) is differ


def test_what_is_inside_of_a_librarys_objects_counts_for_a_diagnosis_alone() -> None:
    one, other = tree_of(Pair(1)), tree_of(Pair(2))
    found = differing(one, other)
    assert found is not None and found.attribute == "Pair.left"
    assert differing(one, other, strict=False) is None
    own = [tree_of(Pair(n), lambda cls: cls is Pair) for n in (1, 2)]
    assert differing(*own, strict=False) is not None, "of the program's own classes it counts"


def test_endless_values_are_cut() -> None:
    loop: list[object] = []
    loop.append(loop)
    assert tree_of(loop) == ["[", "list", [["?", "list"]]]
    assert len(str(tree_of([[["x" * 9_999] * 99] * 99] * 99))) < 200_000


def test_what_makes_one_value_of_another() -> None:
    assert "list({})" in wrappers((1, 2), tree_of([1, 2]))
    assert "{}.left" in wrappers(Pair([3]), tree_of([3]))
    assert "{}.as_list()" in wrappers(Pair(1, 2), tree_of([1, 2]))
    assert wrappers(Pair(1), tree_of("nothing of the kind")) == []


# -- changes -----------------------------------------------------------------------------------------------------------


def test_an_iterator_is_made_of_what_is_given_at_once() -> None:
    lazy = tree_of(one for one in "ab")
    assert wrappers({"a": 1}, lazy) == ["{}.items()", "iter({})"]
    assert wrappers({1}, lazy) == ["iter({})"]
    assert "iter({})" not in wrappers(iter([1]), lazy)
    assert "vars({})" in wrappers(Pair(1), tree_of({"left": 1, "right": None}))


def test_a_call_that_a_wrapper_answers_now_is_known_by_its_place() -> None:
    place = {"position": (1, 0, 1, 9)}
    old, new = (call(name, one).model_copy(update=place) for name, one in (("find", 1), ("wrap.<locals>.inner", 2)))
    (change,) = changed_calls(CallRecording(calls=[old]), CallRecording(calls=[new]))
    assert (change.symbol, change.was, change.now) == ("lib.find", "1", "2")


def test_the_first_call_with_another_result_is_the_cause() -> None:
    old = CallRecording(calls=[call("a", 1, x=1), call("b", [1], x=2), call("c", 1, x=[1])])
    new = CallRecording(calls=[call("a", 1, x=1), call("b", (1,), x=2), call("c", 2, x=(1,))])
    found = list(changed_calls(old, new))
    assert [one.symbol for one in found] == ["lib.b"], "what gets another argument comes of it"
    cause = first_of(found, [])
    assert cause is not None and cause.describe() == "lib.b gives (1) for the arguments for which it gave [1]"


def test_defaults_that_differ_are_no_matter_of_the_caller() -> None:
    signatures = [[("lib", "a", [parameter("way", default=way)], False)] for way in ("old", "new")]
    old = CallRecording(calls=[call("a", 1, way="old")], signatures=signatures[0])
    new = CallRecording(calls=[call("a", 2, way="new")], signatures=signatures[1])
    assert [(one.what, one.parameter) for one in changed_calls(old, new)] == [("default", "way"), ("result", "")]


def test_a_patch_that_only_silences_differs_and_one_that_keeps_behaviour_does_not() -> None:
    old = CallRecording(own=[call("is_lent", True, module="", n=1)], calls=[call("Table.contains", True, ids=[1])])
    right = CallRecording(own=[call("is_lent", True, module="", n=1)], calls=[call("Table.contains", True, id=1)])
    wrong = CallRecording(own=[call("is_lent", False, module="", n=1)], calls=[])
    assert compared(old, right) == BehaviourCheck(2)
    assert compared(old, wrong).differences == ("is_lent gives False; under the old release True.",)
    assert compared(old, wrong, again=wrong).differences == (), "what differs from run to run says nothing"


def test_an_object_of_another_library_is_a_difference_and_one_of_the_same_is_none() -> None:
    def own(name: str, top: str) -> CallRecording:
        return CallRecording(own=[call("f", None, module="", n=1).model_copy(update={"result": ["o", name, {}, top]})])

    assert compared(own("Response", "flask"), own("BytesIO", "_io")).differences
    assert not compared(own("Response", "flask"), own("FileResponse", "flask")).differences


def test_a_patch_that_no_longer_calls_the_library_is_a_lead_unless_it_answers_a_change() -> None:
    old = CallRecording(calls=[call("lib.send", 1, x=1), call("lib.open", 1, x=1)])
    renamed = CallRecording(calls=[call("lib.post", 1, x=1), call("lib.open", 1, x=1)])
    assert compared(old, renamed).dropped == ()
    check = compared(old, CallRecording(calls=old.calls[1:]))
    assert check.dropped == ("send",)
    library = LibraryRepair((), (), {}, behaviour=lambda texts: check)
    (found,) = weigh_patches(library, [patch(0.9, "any")])
    assert found.confidence < 0.4 and "no longer calls send" in found.against[0]
    answer = replace(patch(0.9, "any"), kind="library.name")
    assert weigh_patches(library, [answer]) == [answer]


def test_few_differences_for_varied_arguments_hold_back_only_patches_with_weak_evidence() -> None:
    def varied(count: int, odd: int) -> CallRecording:
        made = [
            VariedCall(file="own.py", name="f", call=f"f(n={n})", result=tree_of(n >= odd and n)) for n in range(count)
        ]
        return CallRecording(varied=made)

    def beside_another(recording: CallRecording) -> CallRecording:
        others = [one.model_copy(update={"name": "g", "call": f"g{one.call[1:]}"}) for one in varied(80, 0).varied]
        return CallRecording(varied=[*recording.varied, *others])

    many, few = compared(varied(20, 0), varied(20, 9)), compared(varied(20, 0), varied(20, 2))
    assert compared(beside_another(varied(20, 0)), beside_another(varied(20, 9))).differences == many.differences
    assert many.differences[0].startswith("f(n=0) gives False") and not many.rare
    assert few.rare and not few.differences
    library = LibraryRepair((), (), {}, behaviour=lambda texts: few)
    sure = replace(patch(0.85, "any"), kind="library.name")
    (kept,) = weigh_patches(library, [sure])
    assert kept.confidence == 0.85 and "under the old release" in kept.description
    for one in (replace(sure, confidence=0.5), replace(sure, kind="k"), replace(sure, kind="library.name + k")):
        assert weigh_patches(library, [one])[0].confidence < 0.4


def test_an_error_that_is_raised_no_more_is_a_difference() -> None:
    old = CallRecording(own=[call("f", None, raised=True, module="", n=1)])
    new = CallRecording(own=[call("f", None, module="", n=1)])
    assert "does not raise" in compared(old, new).differences[0]
    assert "raises an error" in compared(new, old).differences[0]


def test_what_a_library_gives_otherwise_without_a_patch_says_nothing_of_one() -> None:
    old, new = CallRecording(calls=[call("S.dump", (1,), x=1)]), CallRecording(calls=[call("S.dump", 1, x=1)])
    assert compared(old, new).differences
    assert not compared(old, new, changed=["dump"]).differences


def test_another_type_of_a_function_that_refused_its_call_is_what_the_patch_converts() -> None:
    old, text = CallRecording(calls=[call("H.get", b"a", x=1)]), CallRecording(calls=[call("H.get", "a", x=1)])
    assert compared(old, text).differences
    assert not compared(old, text, refused=["get"]).differences
    other = CallRecording(calls=[call("H.get", b"b", x=1)])
    assert compared(old, other, refused=["get"]).differences, "another value of the same type is no conversion"


def patch(confidence: float, text: str) -> RankedPatch:
    return RankedPatch(
        {"own.py": text}, {}, "", "k", text, "", frozenset([TestId("t")]), frozenset(), True, confidence, text
    )


def test_a_patch_that_behaves_otherwise_is_a_lead_and_one_that_agrees_is_surer() -> None:
    def behaviour(texts: Any) -> BehaviourCheck:
        return BehaviourCheck(9, ("f gives 1; under the old release 2.",) if "silent" in texts["own.py"] else ())

    library = LibraryRepair((), (), {}, behaviour=behaviour)
    first, second = weigh_patches(library, [patch(0.9, "silent"), patch(0.6, "true")])
    assert (first.files["own.py"], first.confidence) == ("true", 0.8)
    assert "9 recorded calls" in first.description
    assert second.confidence < 0.4 and second.against == ("f gives 1; under the old release 2.",)


def test_calls_that_a_patched_tree_can_not_repeat_are_a_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = recorded_releases.OldRun((), {}, {}, CallRecording(), is_done=True)
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, (), (), 1.0, memory={recorded_releases._MEMORY: run})
    monkeypatch.setattr(recorded_releases, "record", lambda *_: None)  # as where the time is over
    check = recorded_releases.library_behaviour(question, question)
    assert check is not None and check.rare == (recorded_releases.UNREPEATED,)
    library = LibraryRepair((), (), {}, behaviour=lambda texts: check)
    assert weigh_patches(library, [patch(0.8, "any")])[0].confidence < 0.4
    answer = replace(patch(0.8, "any"), kind="library.name")
    assert weigh_patches(library, [answer])[0].confidence == 0.8
    assert recorded_releases.library_behaviour(replace(question, memory={}), question) is None


def test_an_error_that_varied_arguments_raise_without_the_patch_as_well_says_nothing_of_it() -> None:
    def recorded(raised: str) -> CallRecording:
        result = None if raised else tree_of([1])
        return CallRecording(
            varied=[VariedCall(file="own.py", name="f", call="f('22024')", result=result, raised=raised)]
        )

    old, new = recorded(""), recorded("ParserError")
    assert compared(old, new).differences
    assert compared(old, new, without=recorded("OtherError")).differences
    assert not compared(old, new, without=new, errors=["TypeError"]).differences
    assert compared(old, new, without=new, errors=["ParserError"]).differences, "a place that the patch left"


def test_without_a_record_a_patch_that_answers_no_change_is_a_lead_where_an_update_is_the_cause() -> None:
    update = Update(library="lib", version="2", symbol="lib.a", before="1", certain=True)
    failure = Failure(test="t", error_type="TypeError", update=update)
    library = LibraryRepair((), (), {}, behaviour=lambda texts: None)
    one = patch(0.9, "any")
    (found,) = weigh_patches(library, [one], [failure])
    assert found.confidence < 0.4 and "no old release" in found.against[0]
    answer = replace(one, kind="library.name")
    assert weigh_patches(library, [answer], [failure]) == [answer]
    assert weigh_patches(library, [one], [failure.model_copy(update={"update": None})]) == [one]


# -- calls -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "before", "after", "first"),
    [
        ("f(old=1)", [parameter("old")], [parameter("new"), parameter("olden")], ("rename", "olden")),
        ("f(old=1, **x)", [parameter("old")], [parameter("new")], ("rename", "new")),
        ("f(a=1)", [parameter("x", "VAR_POSITIONAL")], [parameter("x", "VAR_POSITIONAL")], ("place", "")),
        ("f()", [parameter("a", default=3)], [parameter("a", default=4)], ("add", ("a", "3"))),
        ("f()", [parameter("a", default=None)], [parameter("a", default=False)], None),
        ("f(*x)", [parameter("a", default=3)], [parameter("a", default=4)], None),
        ("f(**x)", [parameter("a", default=3)], [parameter("a", default=4)], None),
    ],
)
def test_what_makes_a_call_mean_what_it_meant(text, before, after, first) -> None:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Call)
    found = [(one.what, one.new) for one, _ in argument_changes(node, before, after, {})]
    assert next(iter(found), None) == first


def test_a_mark_for_what_is_not_given_is_weak_evidence_of_another_default() -> None:
    call, before = ast.parse("f()", mode="eval").body, [parameter("a", default=True)]
    assert isinstance(call, ast.Call)
    mark = RecordedParameter(name="a", kind="POSITIONAL_OR_KEYWORD", default=["=", "_NoDefault", "<no_default>"])
    likelihoods = [likelihood for after in (mark, parameter("a", default=False))
                   for _, likelihood in argument_changes(call, before, [after], {})]  # fmt: skip
    assert likelihoods[0] < likelihoods[1]


def test_what_a_method_did_stands_in_the_place_of_its_call(tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text(
        "class Box:\n    def fail(self, key, **more):\n        'Old.'\n        warnings.warn('gone')\n"
        "        raise self.error(key=key, **more)\n\n    def both(self):\n        self.a()\n        return self.b()\n"
    )
    source = SourceFile("own.py", b"def f(box):\n    box.fail('x', n=1)\n    box.both()\n")
    calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    edits = FileEdits(source)
    fail, both = (
        node for node in ast.walk(ast.parse((tmp_path / "lib.py").read_text())) if isinstance(node, ast.FunctionDef)
    )
    assert inlined(edits, calls[0], fail, (), True)
    assert edits.text() == "def f(box):\n    raise box.error(key='x', n=1)\n    box.both()\n"
    assert not inlined(edits, calls[1], both, (), True), "it did more than one thing"


def _signed(token: object, title: str, header: object = None) -> CallRecording:
    """Two of the program's functions, one that signs and one that reads it; the other one may not be reached."""
    found = [call("sign", token, module="", claims=1)]
    found += [call("header", header, module="", claims=1)] if header is not None else []
    return CallRecording(own=[*found, call("title", title, module="")])


def test_what_differs_without_a_patch_and_what_is_made_of_it_says_nothing() -> None:
    old, without = _signed(b"abc", "T", "Bearer abc"), _signed("xyz", "T")
    right, wrong = _signed("xyz", "T", "Bearer xyz"), _signed("xyz", "T", "Bearer None")
    assert compared(old, right).differences
    assert not compared(old, right, without=without, errors=["AttributeError"]).differences
    assert compared(old, wrong, without=without, errors=["AttributeError"]).differences
    assert compared(old, _signed("xyz", "U", "Bearer xyz"), without=without, errors=["AttributeError"]).differences


def test_where_a_test_failed_on_a_value_what_differs_anyway_may_be_the_fault() -> None:
    old, new = _signed(b"abc", "T", "Bearer abc"), _signed("xyz", "T", "Bearer xyz")
    assert compared(old, new, without=_signed("xyz", "T"), errors=["AssertionError"]).differences


def test_a_switch_is_not_renamed_to_a_number() -> None:
    call = ast.parse("f(last=False)", mode="eval").body
    assert isinstance(call, ast.Call)
    before, number = parameter("last", default=True), parameter("index", default=-1)
    switch = parameter("end", default=True)
    assert [one.new for one, _ in argument_changes(call, [before], [number, switch], {})] == ["end"]
    assert renamed_parameters([before], [number]) == {}
    assert renamed_parameters([before], [switch]) == {"last": "end"}
