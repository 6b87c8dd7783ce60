"""Matches tests whose ids differ from run to run, as those that hold a time or an address, by their place.

Cases of one function that have other ids than in an earlier run are matched in their order if the run has as many of
them; else all cases of the function count together. Standard library only, Python 3.9 and later.
"""


def cases_by_function(tests):
    """The ids of parametrised tests, in their order, by the id without the parameters."""
    found = {}
    for test in tests:
        file, separator, rest = test.partition("::")
        if rest.endswith("]"):
            found.setdefault(file + separator + rest.partition("[")[0], []).append(test)
    return found


def match_places(known, found):
    """Match `found` with `known`, both ids by function: (known id by found id, functions of another number)."""
    renamed, together = {}, []
    for function, tests in found.items():
        before = known.get(function, tests)
        lost, new = _without(before, tests), _without(tests, before)
        if len(lost) == len(new):
            renamed.update(zip(new, lost))  # noqa: B905  # Python 3.9
        elif lost:
            together.append(function)
    return renamed, together


def _without(tests, others):
    others = set(others)
    return [test for test in tests if test not in others]
