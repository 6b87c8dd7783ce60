"""Commit messages like `feat(api): add search` with footers below."""

import re
from dataclasses import dataclass

SUBJECT = re.compile(r"(?P<kind>[a-z]+)(?:\((?P<scope>[^)]+)\))?(?P<bang>!)?: (?P<text>.+)")


@dataclass(frozen=True)
class Commit:
    kind: str
    text: str
    scope: str = ""
    breaking: bool = False
    issues: tuple = ()


def parse_commit(message):
    """A Commit; kind "other" where the subject has not the form."""
    subject, _, body = message.strip().partition("\n")
    issues = tuple(re.findall(r"(?:fixes|closes) #(\d+)", body, re.IGNORECASE))
    breaking = "BREAKING CHANGE:" in body
    match = SUBJECT.fullmatch(subject.strip())
    if match is None:
        return Commit("other", subject.strip(), "", breaking, issues)
    return Commit(match["kind"], match["text"], match["scope"] or "", breaking, issues)
