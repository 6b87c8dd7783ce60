"""Asks a tool the questions of the phases before the cycle, once more if a result is unusable.

The caller defines the question and reads the answer; this module has the prompt, the conversation and the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from testfix_pipeline.agents.calls import Caller, Mode, ToolReply
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.agents.tool_conversation import Talk
from testfix_pipeline.core.agent_protocol.answer_reading import extract_json
from testfix_pipeline.core.agent_protocol.answer_refusal import Refusal, refuse_transport
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer

T = TypeVar("T")
Read = tuple[T | None, list[str]]
"""What could be read out of an answer, None where nothing could, and what is wrong with it, in sentences."""


@dataclass(frozen=True)
class Question:
    """One question.

    role: test-analysis, enrichment, generation or gate-repair. material: texts by their titles. tree: a checkout, root:
    the project's folder in it. places: relevant files below the root, each with a line; a tool that reads files gets
    their names, others their texts. writes: the answer consists of files, which a tool that edits files writes into the
    checkout. schema: of the JSON that others answer. seconds: for the whole conversation.
    """

    role: str
    material: Mapping[str, str]
    tree: Path
    root: Path
    seconds: float
    places: Sequence[tuple[str, int]] = ()
    writes: bool = False
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class QuestionResult(Generic[T]):
    """The result of a question: a value, or why there is none. note: a problem of a value that is used nevertheless."""

    value: T | None
    refusal: Refusal | None = None
    note: str = ""


@dataclass(frozen=True)
class PlanningAgent:
    """One tool. hands: whether it edits files in a checkout by itself."""

    caller: Caller
    prompter: Prompter = field(default_factory=Prompter)
    hands: bool = True

    @property
    def name(self) -> str:
        return self.caller.name

    def ask(self, question: Question, read: Callable[[ToolReply], Read[T]]) -> QuestionResult[T]:
        """Ask the question, and once more with the problems of the answer.

        The second answer counts if it is usable, else the usable part of the first.
        """
        edits = question.writes and self.hands
        prompt = self.prompter.planning(
            question.role, question.material, places=question.places, root=question.root, edits=edits
        )
        schema = None if edits else question.schema
        mode: Mode = "write" if edits else "read"
        finish = self.prompter.finish()
        talk = Talk(self.caller, question.tree, question.seconds, mode=mode, schema=schema, finish=finish)
        reply = talk.ask(prompt)
        failed = self._failed(reply)
        if failed is not None:
            return QuestionResult(None, failed)
        value, wrong = read(reply)
        if wrong and talk.may_go_on:
            again = talk.ask(self.prompter.again(wrong, "" if talk.session else prompt), go_on=True)
            better, still = read(again) if self._failed(again) is None else (None, wrong)
            value, wrong = (better, still) if better is not None else (value, wrong)
        note = " ".join(wrong)
        return QuestionResult(value, None if value is not None else Refusal("unusable", note, self.name), note)

    def _failed(self, reply: ToolReply) -> Refusal | None:
        said = reply.model_dump(include={"kind", "http_status", "raw", "seconds"})
        return refuse_transport(AgentAnswer(tool=self.name, **said))


def object_in(reply: ToolReply) -> dict[str, Any] | None:
    """Return the JSON object of an answer."""
    return reply.payload if reply.payload is not None else extract_json(reply.text)
