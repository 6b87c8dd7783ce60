"""Advice on the next step, by what ended a cycle that did not succeed."""

from __future__ import annotations

from collections.abc import Sequence

from testfix_pipeline.core.cycle_rules.strategy import gained
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.session_parts import EndedBy
from testfix_pipeline.core.test_ids import SessionId

_ADVICE: dict[EndedBy, str] = {
    "nothing_left": "Nothing new is left to try for the tools that were asked. The report says why each attempt was "
    "not landed: fix the cause by hand; or have other tools asked: `testfix resume {session} --agents models`.",
    "budget": "The session may go on with more: `testfix resume {session} --budget-seconds SECONDS` (calls, tokens and "
    "money are raised in the same way). Limits count from the session's start.",
    "gate": "Read `.process/test-quality-report.md`: the generated tests are not good enough and `gate: block` stops "
    "there. Write the tests that it asks for by hand, or start again with `--gate continue`.",
    "code_findings": "The tests pass; what is left are the critical findings that the reason names. Fix them in the "
    "code, not by silencing the rule, then run `testfix fix`.",
    "no_tool": "No wanted tool gave a usable answer. `testfix doctor` says which of them can be asked; the reasons of "
    "each refusal are in the iteration summaries.",
    "not_code": "No change of the code helps: the cause of what is left is the environment or the tests. Fix it as "
    "said with each failure, then run `testfix resume {session}`, which measures again.",
    "order": "The tests that are left share state: make each test set up what it needs and put back what it changes "
    "(by the offered change, a fixture, a hook), then run `testfix resume {session}`, which measures again.",
    "not_asked": "The tests that were asked for pass. For the others: `testfix fix` without `--only-test`.",
    "only_leads": "Patches of low confidence make failing tests pass. Read the leads and what speaks against them: "
    "`testfix resume {session} --accept-doubtful` lands the best one.",
    "abstained": "Write what is lacking, or have a model write it: `testfix resume {session} --agents auto`. "
    "`testfix explain` shows the evidence.",
    "stopped": "Nothing is lost: `testfix resume {session}` goes on where this stopped.",
}


def advice(ended_by: EndedBy, session_id: SessionId, iterations: Sequence[IterationRecord], most: int) -> str:
    """Return the next step in a sentence or two; "" if what ended the cycle is unknown.

    iterations: those of the session, in order; most: the limit that applied.
    """
    session = f"--session {session_id}"
    if ended_by == "limit":
        return _of_limit(session, iterations, most)
    return _ADVICE[ended_by].format(session=session) if ended_by in _ADVICE else ""


def _of_limit(session: str, iterations: Sequence[IterationRecord], most: int) -> str:
    """Advise more iterations only if the last ones gained something."""
    more = f"`testfix resume {session} --max-iterations {2 * most}`"
    idle = 0
    for record in reversed(iterations):
        if gained(record):
            break
        idle += 1
    if not idle:
        return f"The limit of {most} iterations ended it while it still gained: {more} goes on."
    last = "one" if idle == 1 else idle
    return (
        f"The limit of {most} iterations is reached, and the last {last} gained nothing: the report says why, before "
        f"more are spent with {more}."
    )
