"""Stores the opinions of models on failures for later measurements of the session."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.opinions import Opinion, opinions_in, with_opinions
from testfix_pipeline.core.configuration.tool_names import BUILTIN
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Failure
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

OPINIONS = ".process/opinions.json"


class _StoredOpinions(Record):
    opinions: list[Opinion] = Field(default_factory=list)


def opinions_of(wb: Workbench) -> list[Opinion]:
    """The opinions so far, oldest first."""
    return (read_stored(wb, OPINIONS, _StoredOpinions) or _StoredOpinions()).opinions


def with_stored_opinions(wb: Workbench, failures: Sequence[Failure]) -> list[Failure]:
    """The failures with the stored opinions of models."""
    return with_opinions(failures, opinions_of(wb))


def store_opinions(wb: Workbench, analysis: ChainAnswer) -> None:
    """Store the opinions in the analysis that counts, and add them to the session's present failures."""
    results = wb.results()
    said = opinions_in(analysis.answer.payload or {}, results.failures, analysis.tool)
    if not said or analysis.tool == BUILTIN:
        return
    known = opinions_of(wb)
    fresh = [one for one in said if one not in known]
    wb.store.write_sealed(OPINIONS, _StoredOpinions(opinions=[*known, *fresh]))
    wb.store.save_results(results.model_copy(update={"failures": with_stored_opinions(wb, results.failures)}))
