"""Recorded replies: converts them back to replies, and finds those that a killed run did not use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.agents.calls import TokenUsage, ToolReply
from testfix_pipeline.agents.tree_files import write_files
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.workspace.files.redaction import redacted_text


def reply_of(line: JournalLine, tree: Path) -> ToolReply:
    """Return the reply in an `answered` line, and repeat its changes of the tree."""
    usage = TokenUsage(input=line.input_tokens, output=line.output_tokens, cached=line.cached_tokens)
    fields = line.model_dump(
        include={
            *("tool", "model", "kind", "http_status", "retry_after", "why", "text", "payload", "raw", "seconds"),
            *("session", "containment", "network"),
        }
    )
    return ToolReply(**fields, usage=usage, changed=write_files(tree, line.files))


def unused_reply(lines: Sequence[JournalLine], asking: JournalLine) -> JournalLine | None:
    """Return an answer that an earlier owner paid for but could not use before it was ended, else None.

    It answers the same question in the same place, and this owner has not taken it yet. Returns None without an owner.
    """
    if not asking.owner:
        return None
    question = (*_place(asking), redacted_text(asking.prompt))
    same = {
        line.call
        for line in lines
        if line.event == "asked" and line.owner not in ("", asking.owner) and (*_place(line), line.prompt) == question
    }
    taken = {line.call for line in lines if line.event == "taken" and line.owner == asking.owner}
    return next(
        (line for line in lines if line.event == "answered" and line.kind == "ok" and line.call in same - taken), None
    )


def _place(line: JournalLine) -> tuple[str, str, str, int, str, str]:
    return line.tool, line.model, line.purpose, line.iteration, line.task, line.mode
