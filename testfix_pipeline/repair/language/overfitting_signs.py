"""Signs that a plausible patch only satisfies the tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Signs:
    """Signs against a patch: counts and truth values that are 0 for an honest change.

    is_deletion: the patch adds no code. dropped_exits: removed returns, raises and yields. newly_unused: names whose
    value nothing reads any more. newly_used: names that were unused before, which speaks for the patch. literals: added
    constants of the failing tests. literal_returns: returned values that contain such constants. has_special_case: a
    branch for a literal of the tests that chooses a constant, or two literal returns. weakens_equality: an `__eq__`
    became laxer. ignores_arguments: a function no longer reads its arguments. silences_all: a handler catches every
    exception and does nothing about it. constant_conditions: added conditions that compare with a number or a text.
    new_side_effects: functions that only read their object before. resets_reader: one of these resets an attribute of
    it. new_test_literal_comparisons: literals of the failing tests that something is first compared with. evades: a
    name that a library removed is avoided instead of replaced. deletes_statement: a failure since an update goes by
    deleting alone. takes_element: such a failure goes by taking one element of what was used whole. leaves_unset: an
    attribute is read that nothing sets any more. drops_import: what is read, maybe by users of a package, is not
    imported. bares_import: a module becomes a value. blanks_result: what a function returns is made of what it just set
    to a constant. changes_check: what an update may have broken passes by other checks; changes_literal: by another
    returned literal; swaps_attribute: it asks objects for something else; ignores_parameter: a function reads one no
    more; loses_argument: a library that refuses a call is passed less; loses_use: a newer library is used less;
    repeats_element: a list holds another of its elements in the place of one. accepts_parts: a part of a text counts as
    the text. makes_objects: a `dtype` is none.
    """

    is_deletion: bool = False
    dropped_exits: int = 0
    newly_unused: int = 0
    newly_used: int = 0
    literals: int = 0
    literal_returns: int = 0
    has_special_case: bool = False
    weakens_equality: bool = False
    ignores_arguments: bool = False
    silences_all: bool = False
    constant_conditions: int = 0
    new_side_effects: int = 0
    resets_reader: bool = False
    new_test_literal_comparisons: int = 0
    evades: bool = False
    deletes_statement: bool = False
    takes_element: bool = False
    leaves_unset: bool = False
    drops_import: bool = False
    bares_import: bool = False
    blanks_result: bool = False
    changes_check: bool = False
    changes_literal: bool = False
    swaps_attribute: bool = False
    ignores_parameter: bool = False
    loses_argument: bool = False
    loses_use: bool = False
    repeats_element: bool = False
    accepts_parts: bool = False
    makes_objects: bool = False


def combined_signs(found: Iterable[Signs]) -> Signs:
    """Combines the signs of several changes: counts are added, truth values joined by `or`."""
    all_signs = list(found)
    sums = {field.name: sum(getattr(signs, field.name) for signs in all_signs) for field in fields(Signs)}
    return Signs(**{name: bool(sums[name]) if getattr(Signs, name) is False else sums[name] for name in sums})
