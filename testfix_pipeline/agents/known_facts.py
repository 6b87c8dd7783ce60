"""What a session knows beside the failures of a prompt: other failing tests, landed fixes, the session's files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.agents.token_budget import PromptSection, fit_sections, shorten
from testfix_pipeline.core.records import Attempt, Cluster, Failure, SuiteResults
from testfix_pipeline.core.signatures import source_frames

MOST_OTHERS, MOST_LANDED = 12, 6
_PATCH_TOKENS = 300
_FIRST = ("analysis", "log")
"""The files of a session that say most beside the prompt; the others mostly repeat it for programs."""


def other_failing(groups: Sequence[Cluster], results: SuiteResults, points: Iterable[str] = ()) -> str:
    """Return the failing tests outside of the groups whose code is the same, one a line with its error.

    points: `file:function:lines` of a task, which count as its code.
    """
    mine = {test for group in groups for test in group.tests}
    code = {place for one in results.failures if one.test in mine for place in _code_of(one)}
    code |= {(file, rest.partition(":")[0]) for file, _, rest in (point.partition(":") for point in points)}
    others = [one for one in results.failures if one.test not in mine and not code.isdisjoint(_code_of(one))]
    lines = [f"- {one.test}: {next(iter(one.error.strip().splitlines()), one.error_type)}" for one in others]
    more = [f"- and {len(lines) - MOST_OTHERS} more"] if lines[MOST_OTHERS:] else []
    return "\n".join([*lines[:MOST_OTHERS], *more])


def _code_of(failure: Failure) -> set[tuple[str, str]]:
    """Return file and function of the program's frames of a failure."""
    return {(frame.file, frame.function) for frame in source_frames(failure.frames)}


def landed(attempts: Sequence[Attempt]) -> str:
    """Return the last fixes of the session that landed and stand, the latest first, each with its patch."""
    standing = [one for one in attempts if one.stands]
    return "\n\n".join(
        f"{one.task_id} ({one.tool}): {'; '.join(one.root_causes) or one.note}\n{shorten(one.patch, _PATCH_TOKENS)}"
        for one in reversed(standing[-MOST_LANDED:])
    )


def file_texts(paths: Mapping[str, str], most: int) -> str:
    """Return the session's files for a tool that reads none, in at most about `most` tokens, the report first."""
    names = sorted(paths, key=lambda name: (name not in _FIRST, list(paths).index(name)))
    texts = {name: _text(Path(paths[name])) for name in names}
    sections = [PromptSection(name, text, 2.0 if name in _FIRST else 1.0) for name, text in texts.items() if text]
    return "\n\n".join(f"{name}:\n{text}" for name, text in fit_sections(sections, most))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
