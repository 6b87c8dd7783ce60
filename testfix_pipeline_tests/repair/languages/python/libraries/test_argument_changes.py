"""Keywords that are gone: how far their new names are believed, and when leaving them out is no more than a lead."""

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import renamed_parameters
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import agreed
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse, UnfitCall
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedParameter
from testfix_pipeline.repair.languages.python.libraries.sources.answer_fixes import call_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile


def keywords(*names: str, kind: str = "KEYWORD_ONLY") -> list[RecordedParameter]:
    return [RecordedParameter(name=one, kind=kind, default=["=", "NoneType", "None"]) for one in names]


@pytest.mark.parametrize(
    ("new", "is_renamed"),
    [(["init"], False), (["init", "frozen"], False), (["constant"], True), (["constant", "frozen"], False)],
)
def test_a_keyword_that_went_and_one_that_came_are_the_same_only_where_their_names_say_so(new, is_renamed) -> None:
    before, after = keywords("a", "const"), keywords("a", *new)
    assert (renamed_parameters(before, after).get("const") == new[0]) is is_renamed


@pytest.mark.parametrize(
    ("source", "evidence", "is_first"),
    [
        ("documentation", "old was removed in 2.0", False),
        ("documentation", "old has no effect", True),
        ("removals", "old was removed", True),
    ],
)
def test_to_drop_a_keyword_comes_behind_its_new_names_unless_it_has_no_effect(source, evidence, is_first) -> None:
    site = NameUse("own.py", (1, 0, 1, 8))
    program = LibraryProgram({"own.py": SourceFile("own.py", b"f(old=1)\n")}, frozenset())
    drop = CallChange("drop", "old", "", source, evidence, (site,))
    rename = CallChange("rename", "old", "gold", "near name", "", (site,))
    first, second = call_fixes([UnfitCall("f", "lib", "2", (rename, drop))], program)
    assert (second.likelihood > first.likelihood) is is_first


def test_to_drop_a_value_that_is_not_the_default_is_a_lead() -> None:
    site = NameUse("own.py", (1, 0, 1, 8))
    program = LibraryProgram({"own.py": SourceFile("own.py", b"f(old=1)\n")}, frozenset())
    drops = [CallChange("drop", "old", default, "old release", "", (site,)) for default in ("1", "2")]
    same, other = (next(iter(call_fixes([UnfitCall("f", "lib", "2", (one,))], program))) for one in drops)
    assert not is_doubtful(same.likelihood) and is_doubtful(other.likelihood)


@pytest.mark.parametrize(("other", "is_lead"), [(0.5, True), (0.85, False)])
def test_that_several_sources_say_that_a_keyword_is_gone_does_not_say_that_its_value_may_go(other, is_lead) -> None:
    texts = {"own.py": "f()\n"}
    drops = [LibraryFix(texts, "library.argument-drop", note, how, "f") for note, how in (("a", other), ("b", 0.35))]
    (found,) = agreed(drops)
    assert is_doubtful(found.likelihood) is is_lead


@pytest.mark.parametrize(
    ("old", "value", "after"),
    [("places", "('a',)", "place='a'"), ("places", "[a, b]", "place=[a, b]"), ("spots", "['a']", "place=['a']")],
)
def test_a_keyword_for_one_in_place_of_that_for_several_gets_the_one_item(old: str, value: str, after: str) -> None:
    text = f"f({old}={value})\n"
    change = CallChange("rename", old, "place", "old release", "", (NameUse("own.py", (1, 0, 1, len(text) - 1)),))
    program = LibraryProgram({"own.py": SourceFile("own.py", text.encode())}, frozenset())
    (fix,) = call_fixes([UnfitCall("f", "lib", "2", (change,))], program)
    assert fix.texts == {"own.py": f"f({after})\n"}
