"""Summaries of test runs."""

from collections import defaultdict
from dataclasses import dataclass

OUTCOMES = ("passed", "failed", "error", "skipped")


@dataclass(frozen=True)
class Result:
    name: str
    outcome: str
    seconds: float = 0.0

    @property
    def suite(self):
        return self.name.rpartition(".")[0]


def counts(results):
    found = dict.fromkeys(OUTCOMES, 0)
    for result in results:
        found[result.outcome] += 1
    found["total"] = len(results)
    return found


def pass_rate(results):
    """Percent of the tests that ran; skipped ones didn't. 100 where nothing ran."""
    found = counts(results)
    ran = found["total"] - found["skipped"]
    if ran == 0:
        return 100.0
    return round(100 * found["passed"] / found["total"], 1)


def by_suite(results):
    suites = defaultdict(list)
    for result in results:
        suites[result.suite].append(result)
    return {name: pass_rate(members) for name, members in sorted(suites.items())}


def slowest(results, count=3):
    ordered = sorted(results, key=lambda result: (-result.seconds, result.name))
    return [f"{result.seconds:.2f}s {result.name}" for result in ordered[:count] if result.seconds]


def compare(before, after):
    """Names of the tests that broke and of those that were mended between two runs."""
    was = {result.name: result.outcome for result in before}
    broken, mended = [], []
    for result in after:
        bad_before = was.get(result.name) in ("failed", "error")
        bad_now = result.outcome in ("failed", "error")
        if bad_now and not bad_before:
            broken.append(result.name)
        elif bad_before and result.outcome == "passed":
            mended.append(result.name)
    return sorted(broken), sorted(mended)


def headline(results):
    found = counts(results)
    parts = [f"{found[outcome]} {outcome}" for outcome in OUTCOMES if found[outcome]]
    return f"{', '.join(parts) or 'no tests'} ({pass_rate(results):g}%)"
