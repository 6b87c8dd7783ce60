"""Reads a project's own rules for changes, `.testfix/rules.md`: a text for agents, with lines that judge patches.

A list item `never change: GLOB` is judged by the program. All other text only agents read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from testfix_pipeline.core.patch_policy.patch_rules import PatchRefusal

RULES_FILE = ".testfix/rules.md"
RULES_OF_PEOPLE = "rules_file"
"""The rule on the file itself: for a person's change it is a question, for a tool's patch a refusal."""
_NEVER_CHANGE = re.compile(r"^[ \t]*[-*+][ \t]+(never change:[ \t]*`?([^`\s]+)`?)[ \t]*$", re.I | re.M)


def rules_text(content: bytes | None) -> str:
    """Return the text of a rules file, "" without one."""
    return "\n".join((content or b"").decode("utf-8", "replace").splitlines())


def project_refusals(rules: str, paths: Iterable[str]) -> list[PatchRefusal]:
    """Return the objections of a project's rules to a patch of these paths, relative to the project.

    The rules themselves are refused, too: a patch that could change them would be judged by its own.
    """
    return [refusal for path in paths for refusal in _objections(rules, path)]


def _objections(rules: str, path: str) -> Iterator[PatchRefusal]:
    if path == RULES_FILE:
        yield PatchRefusal(RULES_OF_PEOPLE, path, (), "People alone change the project's rules.")
    for line, glob in _NEVER_CHANGE.findall(rules):
        if _matches(path, glob):
            yield PatchRefusal("project_rules", path, (), f"{RULES_FILE} says: {line}")


def _matches(path: str, glob: str) -> bool:
    """Whether a glob names a path; `*` also matches `/`, and a folder means everything in it."""
    pattern = glob.removeprefix("./").rstrip("/").replace("**/", "*")
    return fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*")
