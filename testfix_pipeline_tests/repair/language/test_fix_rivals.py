"""Fixes of one step: which are about the same name, and which are so likely that the others wait."""

from testfix_pipeline.repair.language.fix_rivals import is_clear, rivals_of
from testfix_pipeline.repair.language.library_fixes import LibraryFix


def fix(symbol: str, likelihood: float) -> LibraryFix:
    return LibraryFix({"own.py": "x"}, "library.name", "note", likelihood, symbol)


JOINT = fix("lib.load, lib.dump", 0.8)


def test_rivals_are_about_the_same_name() -> None:
    load, dump, other = fix("lib.load", 0.9), fix("other.dump", 0.9), fix("lib.save", 0.9)
    assert rivals_of(JOINT, [load, other, dump]) == [load, dump]
    assert rivals_of(load, [JOINT, other, dump]) == [JOINT]


def test_a_likely_fix_need_not_be_compared_with_much_less_likely_ones() -> None:
    assert is_clear(fix("lib.load", 0.7), [fix("lib.load", 0.6)])
    assert not is_clear(fix("lib.load", 0.7), [fix("lib.load", 0.65)])
    assert not is_clear(fix("lib.load", 0.5), [])


def test_what_a_fix_for_several_names_does_is_not_compared_with_its_parts() -> None:
    assert is_clear(JOINT, [fix("lib.load", 0.95)])
    assert not is_clear(JOINT, [fix("lib.load, lib.dump", 0.8)])


def test_rules_whose_patterns_share_a_word_for_other_arguments_are_no_rivals() -> None:
    case, execute = fix("lib.case([*whens], **rest)", 0.8), fix("self.execute(statement, *args, **rest)", 0.7)
    assert rivals_of(case, [execute]) == []
    joint = fix("lib.case([*whens], **rest), lib.dump", 0.8)
    assert rivals_of(joint, [case, execute, fix("lib.dump", 0.8)]) == [case, fix("lib.dump", 0.8)]
