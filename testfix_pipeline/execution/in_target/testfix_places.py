"""Matches tests whose ids differ from run to run, as those that hold a time or an address, by their place.

Cases of one function that have other ids than in an earlier run are matched in their order if the run has as many of
them; else all cases of the function count together.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse


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
        lost, new = (
            list(filterfalse(set(other).__contains__, some)) for some, other in ((before, tests), (tests, before))
        )
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
        test = renamed.get(item.nodeid)
        if test is not None and hasattr(item, "_nodeid"):
            item._nodeid = test
        elif test is not None:  # from pytest 9.2 on
            item._id = type(item._id).parse(test)
    return sorted(renamed.values()), {function: cases[function] for function in functions}
