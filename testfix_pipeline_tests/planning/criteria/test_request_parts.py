"""One sentence that asks for tests is one criterion, unless each of its parts names code."""

from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.criteria.criteria import join_requests, split_criteria
from testfix_pipeline.planning.criteria.matched_functions import with_subjects
from testfix_pipeline.planning.python_code.outline import outline
from testfix_pipeline.planning.traceability import CriterionEvidence, trace_criteria

EXAMPLES = Path(__file__).parents[3] / "examples"
PROGRAMS = {
    "thermostat": (EXAMPLES / "thermostat" / "thermostat.py").read_text(),
    "wallet": """
class Wallet:
    def deposit(self, cents): return self
    def withdraw(self, cents): return self
    def statement(self): return ""
""",
    "recipes": """
def parse_recipe(text): return text.split()
def render(recipe): return " ".join(recipe)
""",
    "counter": """
class Counter:
    def increment(self, by=1): self.value += by
    def reset(self): self.value = 0
""",
    "invoice": """
def invoice_total(lines): return sum(lines)
def rounded(cents): return round(cents, -1)
""",
    "jobs": '''
"""A job queue: retries, priorities, and a summary for the morning."""
class JobQueue:
    def __init__(self, limit): self.limit = limit
    def push(self, job): self.jobs.append(job)
''',
    "sessions": """
class SessionStore:
    def save(self, key, value): self.values[key] = value
""",
}


def asked(program: str, sentence: str) -> list[tuple[str, list[str], list[str]]]:
    """The text, the subjects without their file, and what no code was found for, of each criterion."""
    outlines = {f"{program}.py": outline(PROGRAMS[program])}
    found = join_requests(with_subjects(split_criteria(sentence), outlines), outlines)
    return [
        (one.text, [name.removeprefix(f"{program}.py::") for name in one.subjects], one.without_code) for one in found
    ]


@pytest.mark.parametrize(
    ("program", "sentence", "texts", "lost"),
    [
        ("wallet", "Test the wallet: deposits, withdrawals and the statement", 2, []),
        ("thermostat", "Test the thermostat: set points, schedule and the report", 1, []),
        ("counter", "Test the counter: increments, resets and the audit trail", 1, ["the audit trail"]),
        ("invoice", "Check the invoice totals, the rounding and the edge cases", 1, []),
        ("recipes", "Test the parser and the printer of recipes", 2, []),
        ("jobs", "Write tests for pushing jobs and the summary", 1, []),
        ("jobs", "Improve the coverage of the queue and the whole module", 1, []),
        ("jobs", "Test pushing jobs and the morning coffee", 1, ["the morning coffee"]),
        ("sessions", "Please test the login and the session store", 1, ["Please test the login"]),
        ("sessions", "Test the login and the profile page", 1, []),
        ("wallet", "Test deposits; test the currency exchange", 2, []),
        ("wallet", "Test that deposits add up and that the exchange rate is asked", 2, []),
        ("invoice", "Test the invoice total, the tax table and that refunds raise ValueError", 2, ["the tax table"]),
    ],
)
def test_a_sentence_is_split_where_each_part_names_code(program, sentence, texts, lost) -> None:
    found = asked(program, sentence)
    assert (len(found), [part for _, _, parts in found for part in parts]) == (texts, lost), found
    assert all(set(text.split()) <= set(sentence.split()) | {"and"} for text, _, _ in found) or texts > 1, found


def test_a_request_of_which_a_part_has_no_code_has_not_passed() -> None:
    outlines = {"counter.py": outline(PROGRAMS["counter"])}
    sentence = "Test the counter: increments, resets and the audit trail"
    criteria = join_requests(with_subjects(split_criteria(sentence), outlines), outlines)
    test = TestId("test_counter.py::test_counter")
    coverage = CoverageMap({test: {"counter.py": frozenset(range(1, 9))}}, {})
    (row,) = trace_criteria(criteria, [], CriterionEvidence({test: "passed"}, coverage, outlines))
    assert (row.verdict, row.note) == ("exercised, not checked", "no code was found for 'the audit trail'")
