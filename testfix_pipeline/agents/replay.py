"""A replayed session: its journal answers for its tools, offline, with the same answers in the same places.

Questions are not compared, since prompts contain paths, which differ. An answer is found by tool, purpose, iteration,
task, and the number of earlier calls with these.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Probe, ToolCall, ToolReply
from testfix_pipeline.agents.gate import CallPurpose, silent
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.agents.recorded_answers import reply_of
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine, read_lines
from testfix_pipeline.core.errors import InvalidConfig


class Recording:
    """The journal of an ended session. Raises InvalidConfig if the file is unreadable or no journal."""

    def __init__(self, path: Path) -> None:
        try:
            self._lines = read_lines(path) if path.is_file() else []
        except OSError as error:
            raise InvalidConfig(f"The record {path} can't be read: {error}.", "Check the path.") from error
        if not self._lines:
            raise InvalidConfig(
                f"The record {path} holds no calls of tools.", "Give the path of a session's .process/tool-calls.jsonl."
            )

    def tools(self, iteration: int) -> list[str]:
        """Return the recorded tools of an iteration, in order; for later iterations, those of the last."""
        chains = [line for line in self._lines if line.event == "chain" and line.iteration and not line.task]
        mine = [line for line in chains if line.iteration == iteration] or chains
        if mine:
            return list(mine[-1].tools)
        return list(dict.fromkeys(line.tool for line in self._lines if line.event in ("asked", "not_asked")))

    def fixers(self, task: str) -> list[str]:
        """Return the recorded tools of a fix task's own; none if those of the analysis carried it out."""
        chains = [line for line in self._lines if line.event == "chain" and line.iteration and line.task == task]
        return list(chains[-1].tools) if chains else []

    def planning_tools(self, role: str) -> list[str]:
        """Return the recorded tools for a role before the cycle; none if it asked none."""
        chains = [line for line in self._lines if line.event == "chain" and line.purpose == role]
        return list(chains[-1].tools) if chains else []

    def names(self) -> list[str]:
        """Return every tool that was ever in the chain or asked."""
        chained = [name for line in self._lines if line.event == "chain" for name in line.tools]
        return list(dict.fromkeys([*chained, *(line.tool for line in self._lines if line.tool)]))

    def model(self, tool: str) -> str:
        return next((line.model for line in self._lines if line.tool == tool and line.model), "")

    def calls(self, tool: str, where: CallPurpose) -> list[tuple[JournalLine, JournalLine | None]]:
        """Return a tool's calls in one place, in order, each with its answer; None if it could not be asked.

        A call that a kill ended was repeated; only the repetition counts.
        """
        mine = [line for line in self._lines if line.tool == tool and CallPurpose.of(line) == where]
        answers = {line.call: line for line in mine if line.event == "answered"}
        ended = [line for line in mine if line.event == "not_asked" or (line.event == "asked" and line.call in answers)]
        return [(line, answers.get(line.call) if line.call else None) for line in ended]

    def work(self, tool: str, task: str) -> JournalLine | None:
        """Return the recorded work of a worker without calls for a task, None if there is none."""
        mine = [line for line in self._lines if line.event == "worked" and (line.tool, line.task) == (tool, task)]
        return mine[-1] if mine else None


@dataclass(frozen=True)
class ReplayedCaller:
    """One tool of a recording, as a caller. It needs no gate, since refused calls are recorded, too.

    The replaying session's journal gets the recorded calls with their costs.
    """

    recording: Recording
    name: str
    journal: Journal
    where: CallPurpose
    on_progress: Callable[[str], None] = silent

    @property
    def model(self) -> str:
        return self.recording.model(self.name)

    def probe(self) -> Probe:
        return Probe(found=True, version="recorded", usable=True)

    def call(self, call: ToolCall) -> ToolReply:
        """Return the recorded reply, and repeat its changes of the tree."""
        with self.journal.alone():
            done = [
                line for line in self.journal.lines() if line.tool == self.name and CallPurpose.of(line) == self.where
            ]
            before = sum(line.event in ("asked", "not_asked") for line in done)
            known = self.recording.calls(self.name, self.where)
            asked, answered = known[before] if before < len(known) else (_unknown(self), None)
            now: dict[str, Any] = {"call": secrets.token_hex(6), "prompt": call.prompt}
            for line in filter(None, (asked, answered)):
                own = {**now, "prompt": ""} if line.event == "answered" else now
                self.journal.write(JournalLine.model_validate({**line.model_dump(exclude={"at", "time"}), **own}))
        self.on_progress(f"replaying {self.name} for {self.where.described}")
        if answered is None:
            return ToolReply(tool=self.name, model=asked.model, kind="not_called", why=asked.why, raw=asked.why)
        return reply_of(answered, call.tree)


def _unknown(caller: ReplayedCaller) -> JournalLine:
    why = "the record has no answer for this"
    return JournalLine(event="not_asked", tool=caller.name, model=caller.model, why=why, **vars(caller.where))
