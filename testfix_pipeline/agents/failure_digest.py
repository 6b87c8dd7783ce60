"""The failures of a prompt, once per signature: one failure in full, the others with the same signature by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.agents.token_budget import shorten, tokens
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree
from testfix_pipeline.core.records import Cluster, Failure, Frame, SuiteResults
from testfix_pipeline.repair.language.failure_reading import gather

NAMED = 12
"""How many tests of a group are named."""
AROUND = 25
"""Lines of code shown before and after a line that matters, where a file is too long to be shown as a whole."""
WHOLE = 160
MOST_EXCERPTS = 12


def digest(groups: Sequence[Cluster], results: SuiteResults, root: Path, most: int) -> str:
    """Return the groups in order, in at most about `most` tokens; each gets a fair share of the rest.

    root: the project's folder, whose tests say which of two compared values is expected.
    """
    parts: list[str] = []
    for index, group in enumerate(groups):
        left = most - sum(map(tokens, parts))
        parts.append(shorten(_group(index + 1, group, results, root), max(60, left // (len(groups) - index))))
    return "\n\n".join(parts)


def _group(number: int, group: Cluster, results: SuiteResults, root: Path) -> str:
    mine = [failure for failure in results.failures if failure.test in set(group.tests)]
    shown = max(mine, key=lambda failure: (len(failure.frames), len(failure.error)), default=None)
    names = [f"- {test}" for test in group.tests[:NAMED]]
    more = [f"- and {len(group.tests) - NAMED} more"] if len(group.tests) > NAMED else []
    head = [f"### Group {number}: {group.title or group.signature}", f"Tests ({len(group.tests)}):", *names, *more]
    return "\n".join([*head, *(_failure(shown, results, root) if shown is not None else [])])


def _failure(failure: Failure, results: SuiteResults, root: Path) -> list[str]:
    outcome = results.outcomes.get(failure.test)
    detail = outcome.detail if outcome is not None else ""
    lines = [
        f"In full, {failure.test} (criticality {failure.criticality}, layer {failure.test_type}):",
        f"{failure.error_type}: {failure.error}" if failure.error_type not in failure.error else failure.error,
        *_compared(failure, root),
        *(f"  at {frame.file}:{frame.line} in {frame.function}" for frame in failure.frames),
    ]
    return [*lines, *(["Output:", detail] if detail and detail not in failure.error else [])]


def _compared(failure: Failure, root: Path) -> list[str]:
    """Return the given and the expected value of a failed comparison, each on its line."""
    pairs = gather([failure], root).values
    given, expected = max(pairs, key=lambda pair: len("".join(pair)), default=("", ""))
    return [f"Given: {given}", f"Expected: {expected}"] if given or expected else []


def frames_of(groups: Sequence[Cluster], results: SuiteResults) -> list[Frame]:
    """The places that the failures of the groups name, the innermost first, each once; then the tests' own."""
    wanted = {test for group in groups for test in group.tests}
    failures = [failure for failure in results.failures if failure.test in wanted]
    inner = [frame for failure in failures for frame in reversed(failure.frames)]
    own = [
        Frame(file=failure.test.file, line=failure.line or 1, function=failure.test.function) for failure in failures
    ]
    unique = {(frame.file, frame.line): frame for frame in reversed([*inner, *own])}
    return list(reversed(unique.values()))


def excerpts(root: Path, places: Sequence[tuple[str, int]]) -> str:
    """Return the code at these (file, line): short files as a whole, of others the lines around."""
    wanted: dict[str, set[int]] = {}
    for file, line in places:
        if file in wanted or len(wanted) < MOST_EXCERPTS:
            wanted.setdefault(file, set()).add(line)
    found = (_excerpt(root, file, sorted(lines)) for file, lines in wanted.items())
    return "\n\n".join(text for text in found if text)


def _excerpt(root: Path, file: str, wanted: Sequence[int]) -> str:
    lines = _lines(root, file)
    if not lines:
        return ""
    if len(lines) <= WHOLE:
        return f"`{file}`, whole:\n" + "\n".join(lines)
    parts = []
    for first, last in _windows(wanted, len(lines)):
        parts.append(f"`{file}`, lines {first} to {last}:\n" + "\n".join(lines[first - 1 : last]))
    return "\n\n".join(parts)


def _windows(wanted: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Ranges of lines around the wanted ones; adjoining ranges are merged."""
    found: list[tuple[int, int]] = []
    for line in wanted:
        first, last = max(1, line - AROUND), min(size, line + AROUND)
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], last
        elif first <= last:
            found.append((first, last))
    return found


def _lines(root: Path, file: str) -> list[str]:
    """The lines of a text file inside the folder; none of anything else."""
    path = root / file
    try:
        inside = not leaves_worktree(file) and path.resolve().is_relative_to(root.resolve())
        return path.read_text(encoding="utf-8").splitlines() if inside else []
    except (OSError, UnicodeDecodeError):
        return []
