"""Commands in comments on a change request: `@testfix fix`, and what else a comment may ask for.

A comment is untrusted text: it is compared with a few forms as a whole, and nothing of it becomes an option or a path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from testfix_pipeline.core.code_fence import code_span
from testfix_pipeline.core.said_on_request import IgnoredFailure, SaidOnRequest, Verb
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges.port import Forge, RequestComment

ADDRESS = "@testfix"
OURS = "<!-- testfix-"
REPLY = "<!-- testfix-reply -->"
FORMS = ("fix", "explain", "verify", "ignore FAILURE because REASON", "acknowledge FINGERPRINT")
_FORM = re.compile(
    rf"{ADDRESS} +(?:(?P<plain>fix|explain|verify)"
    r"|(?P<ignore>ignore) +(?P<failure>[0-9a-f]{12}) +because +(?P<because>\S.{0,199})"
    r"|(?P<acknowledge>acknowledge) +(?P<content>[0-9a-f]{32}))"
)
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class CommentCommand:
    """A valid command. what: the id of a failure, or a content's fingerprint."""

    verb: Verb
    what: str = ""
    because: str = ""


def read_command(text: str) -> CommentCommand | None:
    """Return the command that a comment consists of; None if it is none."""
    line = text.strip()
    found = _FORM.fullmatch(line) if visible(line) == line else None
    if found is None:
        return None
    verb: Verb = found["plain"] or found["ignore"] or found["acknowledge"]  # type: ignore[assignment]
    return CommentCommand(verb, found["failure"] or found["content"] or "", found["because"] or "")


def is_addressed(text: str) -> bool:
    """Whether a comment begins with our name."""
    return re.match(rf"\s*{ADDRESS}\b", text) is not None


def said_on_request(forge: Forge, comment: str) -> tuple[SaidOnRequest, str]:
    """Return what people with write access said, and the answer to the comment with this id as Markdown, "" for none.

    Nobody else gets an answer: it would let anyone make us write. A fork's request gets nothing at all, since its code
    would run at the word of somebody who has not read it. Raises ForgeError.
    """
    state = forge.state()
    found = SaidOnRequest(head=state.head, base=state.base)
    if state.is_fork:
        return found, ""
    comments = list(forge.comments())
    writers = _Writers(forge)
    labels = [one for one in forge.labels() if _FINGERPRINT.fullmatch(one.text) and writers.has(one)]
    acknowledged, ignored = {one.text: None for one in labels}, dict[str, IgnoredFailure]()
    for one in comments:
        command = read_command(one.text)
        if command is not None and command.what and writers.has(one):
            if command.verb == "acknowledge":
                acknowledged[command.what] = None
            else:
                ignored[command.what] = IgnoredFailure(failure=command.what, by=one.name, because=command.because)
    found = found.model_copy(update={"acknowledged": list(acknowledged), "ignored": list(ignored.values())})
    asked = next((one for one in comments if one.id == comment and is_addressed(one.text)), None)
    if asked is None or not writers.has(asked):
        return found, ""
    command = read_command(asked.text)
    if command is None:
        forms = "\n".join(f"- {code_span(f'{ADDRESS} {form}')}" for form in FORMS)
        return found, f"This is no command. A comment of one line is, as a whole, one of\n\n{forms}"
    done = found.model_copy(update={"verb": command.verb, "by": asked.name})
    return done, _answer(forge, comments, command) if command.verb == "ignore" else ""


def _answer(forge: Forge, comments: list[RequestComment], command: CommentCommand) -> str:
    known = any(command.what in one.text for one in forge.own(comments, OURS) if not one.text.startswith(REPLY))
    if not known:
        return f"No comment of testfix on this request names a failure {code_span(command.what)}."
    why = code_span(command.because)
    return f"The failure {code_span(command.what)} is ignored because {why}: it stays red, and no fix is tried."


class _Writers:
    """Who may write, asked once for each author."""

    def __init__(self, forge: Forge) -> None:
        self._forge, self._known = forge, dict[str, bool]()

    def has(self, comment: RequestComment) -> bool:
        """Whether a comment's author is a person who may write."""
        if not comment.is_person:
            return False
        if comment.author not in self._known:
            self._known[comment.author] = self._forge.may_write(comment)
        return self._known[comment.author]
