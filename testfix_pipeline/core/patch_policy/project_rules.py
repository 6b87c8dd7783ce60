"""Reads a project's own rules for changes, `.testfix/rules.md`: a text for agents, with lines that judge patches.

A list item `never change: GLOB` is judged by the program, and an error if it can't be read. Agents read all.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.patch_policy.patch_rules import PatchRefusal

RULES_FILE = ".testfix/rules.md"
RULES_OF_PEOPLE, PROJECT_RULES = "rules_file", "project_rules"
"""The rule on the file (for a person's change it is a question, for a tool's patch a refusal), and those in it."""
_ITEM = r"\s*(?:[-*+]|\d+[.)])\s+"
_FORM = re.compile(  # without quotes, lists, alternatives and negations, which other tools read in globs
    rf"{_ITEM}((?:\*\*)?never change(?:\*\*)?:(?:\*\*)?\s*(?:`([^`,\"'\\!]+)`|([^\s`,\"'\\!]+)))\s*", re.I
)
_MEANT = re.compile(rf"^{_ITEM}\**never\s+change\b|\bnever\s+change\**\s*:", re.I)
"""A line that was meant for the program; other prose is for agents."""
_ADVICE = "A rule for the program is a list item `- never change: GLOB` with one glob, in a file of its own."


def rules_places(subdir: str) -> list[str]:
    """Return the files whose rules hold for a project, and their folders: its own, those above, the repository's."""
    return [str(folder / name) for folder in PurePosixPath(subdir, "_").parents for name in (".testfix", RULES_FILE)]


def rules_text(file: str, content: bytes | None, mode: str = "100644") -> str:
    """Return the text of a rules file, which git has with this mode. Raises UsageError if it can't be read."""
    text = (content or b"").decode("utf-8-sig", "replace")
    if not mode.startswith("100") or not {"\0", "\ufffd"}.isdisjoint(text):
        raise UsageError(f"{file} is no plain file of UTF-8 text.", _ADVICE)
    return "\n".join(text.splitlines())


def frozen_paths(rules: Mapping[str, str]) -> dict[str, str]:
    """Return what rules (texts by file) freeze, by quotations: patterns of paths that end in `/`. Raises UsageError."""
    found = dict[str, str]()  # `*` matches `/`, too, and `[` only itself
    for file, text in rules.items():
        for line in text.splitlines():
            form = _FORM.fullmatch(line)
            path = (form[2] or form[3]).removeprefix("./").strip("/") if form else ""
            if form and path.strip("./ "):
                pattern = path.replace("**/", "*").replace("[", "[[]")
                found[f"{file} says: {form[1]}"] = f"{glob.escape(file.removesuffix(RULES_FILE))}{pattern}/*"
            elif _MEANT.search(line):
                raise UsageError(f"{file} has a line that is no rule: {line.strip()}", _ADVICE)
    return found


def project_refusals(rules: Mapping[str, str], paths: Mapping[str, str]) -> list[PatchRefusal]:
    """Return the objections of rules (texts by file) to a patch. Raises UsageError.

    A patch that could change the rules would be judged by its own. paths: from the project, by those from the root.
    """
    broken = [(path, RULES_OF_PEOPLE, "People alone change the project's rules.") for path in paths
              if f"/{path}".endswith(f"/{RULES_FILE}")]  # fmt: skip
    broken += [(path, PROJECT_RULES, said) for said, pattern in frozen_paths(rules).items() for path in paths
               if fnmatchcase(f"{path}/", pattern)]  # fmt: skip
    return [PatchRefusal(rule, paths[path], (), said) for path, rule, said in broken]
