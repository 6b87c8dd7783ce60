"""Commands in comments on a change request: `@testfix fix`, and what else a comment may ask for.

A comment is untrusted text: it is compared with a few forms as a whole, and nothing of it becomes an option or a path.
"""

from __future__ import annotations

import re
from functools import cache

from testfix_pipeline.core.code_fence import code_span
from testfix_pipeline.core.said_on_request import IgnoredFailure, SaidOnRequest
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges.forge import Forge

ADDRESS = "@testfix"
REPLY = "<!-- testfix-reply -->"
FORMS = ("fix", "explain", "verify", "ignore FAILURE because REASON", "acknowledge FINGERPRINT")
_FORM = re.compile(
    rf"{ADDRESS} +(?P<verb>fix|explain|verify|ignore|acknowledge)"
    r"(?: +(?P<what>[0-9a-f]+)(?: +because +(?P<because>\S.{0,199}))?)?"
)
_ARGUMENTS = {"ignore": (12, True), "acknowledge": (32, False)}  # digits of what is named, and whether a reason follows
_ADDRESSED = re.compile(rf"\s*{ADDRESS}\b")
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")


def read_command(text: str) -> re.Match[str] | None:
    """Return the `verb`, `what` and `because` of the command that a comment consists of; None if it is none."""
    line = text.strip()
    found = _FORM.fullmatch(line) if visible(line) == line else None
    fits = found and (len(found["what"] or ""), bool(found["because"])) == _ARGUMENTS.get(found["verb"], (0, False))
    return found if fits else None


def said_on_request(forge: Forge, comment: str) -> tuple[SaidOnRequest, str]:
    """Return what people with write access said, and the answer to the comment with this id as Markdown, "" for none.

    Nobody else gets an answer: it would let anyone make us write. A fork's request gets nothing at all, since its code
    would run at the word of somebody who has not read it. Raises ForgeError.
    """
    state = forge.state()
    found = SaidOnRequest(comment=comment, head=state.head, base=state.base)
    if state.is_fork:
        return found, ""
    comments, writes = list(forge.comments()), cache(lambda author: bool(author) and forge.may_write(author))
    labels = [one for one in forge.labels() if _FINGERPRINT.fullmatch(one.text) and writes(one.author)]
    acknowledged, ignored = {one.text: None for one in labels}, dict[str, IgnoredFailure]()
    for one in comments:
        command = read_command(one.text)
        if command and command["what"] and one.is_person and writes(one.author):
            if command["verb"] == "acknowledge":
                acknowledged[command["what"]] = None
            else:
                because, failure = command["because"], command["what"]
                ignored[failure] = IgnoredFailure(failure=failure, by=one.name, because=because)
    found = found.model_copy(update={"acknowledged": list(acknowledged), "ignored": list(ignored.values())})
    asked = next((one for one in comments if one.id == comment and _ADDRESSED.match(one.text)), None)
    if asked is None or not (asked.is_person and writes(asked.author)):
        return found, ""
    command = read_command(asked.text)
    if command is None:
        forms = "\n".join(f"- {code_span(f'{ADDRESS} {form}')}" for form in FORMS)
        return found, f"This is no command. A comment of one line is, as a whole, one of\n\n{forms}"
    reply = f"{code_span(command['what'])} stays red, and no fix is tried." if command["verb"] == "ignore" else ""
    return found.model_copy(update={"verb": command["verb"], "by": asked.name}), reply
