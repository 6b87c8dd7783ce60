"""Matches tests whose ids differ from run to run, as those that hold a time or an address, by their place.

Cases of one function that have other ids than in an earlier run are matched in their order if the run has as many of
them; else all cases of the function count together. Standard library only, Python 3.9 and later.
"""

from collections.abc import Iterable, Mapping, Sequence


def cases_by_function(tests: Iterable[str]) -> "dict[str, list[str]]":
    """The ids of parametrised tests, in their order, by the id without the parameters."""
    found: "dict[str, list[str]]" = {}
    for test in tests:
        file, separator, rest = test.partition("::")
        if rest.endswith("]"):
            found.setdefault(file + separator + rest.partition("[")[0], []).append(test)
    return found


def match_places(
    known: "Mapping[str, Sequence[str]]", found: "Mapping[str, Sequence[str]]"
) -> "tuple[dict[str, str], list[str]]":
    """Match `found` with `known`, both ids by function: (known id by found id, functions of another number)."""
    renamed: "dict[str, str]" = {}
    together = []
    for function, tests in found.items():
        before = known.get(function, tests)
        lost, new = _without(before, tests), _without(tests, before)
        if len(lost) == len(new):
            renamed.update(zip(new, lost))  # noqa: B905  # Python 3.9
        elif lost:
            together.append(function)
    return renamed, together


def rename_cases(items, known):
    """Give pytest's items their known ids: (known ids of those that had others, found ids of the rest by function)."""
    cases = cases_by_function(item.nodeid for item in items)
    renamed, functions = match_places(known, cases)
    for item in items:
        if item.nodeid in renamed:
            _set_id(item, renamed[item.nodeid])
    return sorted(renamed.values()), {function: cases[function] for function in functions}


def _set_id(item, test):
    if hasattr(item, "_nodeid"):
        item._nodeid = test
    else:  # from pytest 9.2 on
        item._id = type(item._id).parse(test)


def _without(tests: "Sequence[str]", others: "Sequence[str]") -> "list[str]":
    known = set(others)
    return [test for test in tests if test not in known]
