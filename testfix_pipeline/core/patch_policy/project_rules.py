"""Reads a project's own rules for changes, `.testfix/rules.md`: a text for agents, with lines that judge patches.

A list item `never change: GLOB` is judged by the program. All other text only agents read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
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

    A patch that could change the rules would be judged by its own. `*` matches `/`, too; a folder is all that is in it.
    """
    own = [PatchRefusal(RULES_OF_PEOPLE, RULES_FILE, (), "People alone change the project's rules.")]
    found = own if RULES_FILE in (paths := list(paths)) else []
    for line, glob in _NEVER_CHANGE.findall(rules):
        pattern = glob.removeprefix("./").rstrip("/").replace("**/", "*")
        broken = [path for path in paths if fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*")]
        found += [PatchRefusal("project_rules", path, (), f"{RULES_FILE} says: {line}") for path in broken]
    return found
