"""Joins the parts of a request for tests into one criterion, unless each part names code.

`Test the thermostat: set points, schedule and the report` is one request. It is split at its `and` only in a project
with code for both parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.criteria.expectations import asks_for_tests
from testfix_pipeline.planning.python_code.outline import MODULE, Outline
from testfix_pipeline.planning.python_code.words import stem, word_stems

_OF_TESTS = frozenset(
    map(
        stem,
        re.findall(
            r"\w+",
            "edge corner boundary boundaries border limit invalid valid usual typical normal common happy negative "
            "positive path input value failure exception regression remaining rest other example scenario",
        ),
    )
)
"""Stems of words that say how to test, not what."""


def join_requests(criteria: Sequence[Criterion], outlines: Mapping[str, Outline]) -> list[Criterion]:
    """Return the criteria, with `subjects` set, with the parts of a request that is not split as one criterion.

    A part without functions may be described by the documentation of one module, which then is a subject. The parts
    that speak of code and are described nowhere are the criterion's `without_code`.
    """
    requests: list[list[Criterion]] = []
    asking: list[Criterion] | None = None
    for one in criteria:
        if asking is not None and one.wants_tests and not asks_for_tests(one.text):
            asking.append(one)
            continue
        requests.append([one])
        asking = requests[-1] if one.wants_tests else asking
    return [joined for parts in requests for joined in _joined(parts, outlines)]


def _joined(parts: Sequence[Criterion], outlines: Mapping[str, Outline]) -> Sequence[Criterion]:
    if not parts[0].wants_tests or all(one.subjects for one in parts):
        return parts
    described = {
        one.id: _module_described(one, outlines)
        for one in parts
        if not one.subjects and not _OF_TESTS.issuperset(map(stem, one.words))
    }
    subjects = [subject for one in parts for subject in one.subjects or described.get(one.id, [])]
    lost = [one.text for one in parts if described.get(one.id) == []] if subjects else []
    return [
        parts[0].model_copy(
            update={
                "text": _listed([one.text for one in parts]),
                "words": list(dict.fromkeys(word for one in parts for word in one.words)),
                "subjects": list(dict.fromkeys(subjects)),
                "without_code": lost,
            }
        )
    ]


def _module_described(one: Criterion, outlines: Mapping[str, Outline]) -> list[str]:
    """Return the module whose documentation has all words of a criterion; none if several have."""
    said = set(map(stem, one.words))
    found = [path for path, each in outlines.items() if said <= word_stems(each.docs.get(MODULE, ""))]
    return found if len(found) == 1 else []


def _listed(texts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
