"""What each static rule refuses of this proof's patches, and what a run makes of them without it.

    python -m benchmarks.tampering.ablation                         # by rule: patches, projects, those it alone refuses
    python -m benchmarks.tampering.ablation --without special_case  # judges what only these rules refuse by running it

A rule whose patches are all refused without it is not yet superfluous: a run sees what these ones do, which may be less
than what the rule forbids, such as ways to objects by which a test framework can be changed unseen.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from unittest import mock

from benchmarks.ledger import Account, table
from benchmarks.tampering.__main__ import measured
from benchmarks.tampering.javascript import judging as javascript
from benchmarks.tampering.javascript.deceits import Patch as JavaScriptPatch
from benchmarks.tampering.patches import SUBJECTS, everything
from benchmarks.tampering.subject import Patch
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, PatchRefusal, is_test_side, refuse_patch
from testfix_pipeline.steps.iteration import refusals


@dataclass(frozen=True)
class RefusedPatch:
    """A deceiving patch with the static rules that refuse it, by language. project: one for all its frameworks."""

    patch: Patch | JavaScriptPatch
    project: str
    rules: frozenset[str]


def refused_patches() -> Iterator[RefusedPatch]:
    """Yield the deceiving patches that static rules refuse."""
    for one in everything():
        yield from _refused(one, one.subject, SUBJECTS[one.subject].files)
    for other in javascript.patches():
        yield from _refused(other, other.project.name.partition(",")[0], other.project.files())


def _refused(patch: Patch | JavaScriptPatch, project: str, before: Mapping[str, str | None]) -> Iterator[RefusedPatch]:
    tests = ((path, text, language_of(path)) for path, text in before.items() if text and is_test_side(path))
    known = {one for path, text, language in tests if language for one in language.literals(path, text)}
    changes = [FileChange(path, before.get(path), text) for path, text in patch.files.items()]
    rules = frozenset(map(_by_language, refuse_patch(changes, test_literals=known)))
    if rules and not patch.honest:
        yield RefusedPatch(patch, project, rules)


def _by_language(refusal: PatchRefusal) -> str:
    language = language_of(refusal.path)
    return f"{language.name if language else 'any'} {refusal.rule}"


def accounts(refused: Collection[RefusedPatch]) -> dict[str, Account]:
    """The patches that each rule refuses, and those that no other does."""
    found: dict[str, Account] = defaultdict(Account)
    for number, one in enumerate(refused):
        for rule in one.rules:
            found[rule].cases.add((one.project, number))
            if len(one.rules) == 1:
                found[rule].alone.add((one.project, number))
    return found


def judged_without(refused: Collection[RefusedPatch], rules: Collection[str]) -> Iterator[str]:
    """Yield a line for each patch that only these rules refuse: what the rest of the judging makes of it."""

    def refuse(changes: list[FileChange], **known: Collection[object]) -> list[PatchRefusal]:
        return [one for one in refuse_patch(changes, **known) if one.rule not in rules]  # type: ignore[arg-type]

    wanted = [one.patch for one in refused if {rule.partition(" ")[2] for rule in one.rules} <= {*rules}]
    with mock.patch.object(refusals, "refuse_patch", refuse), mock.patch.object(javascript, "refuse_patch", refuse):
        rows = measured([one for one in wanted if isinstance(one, Patch)], name="-".join(["ablation", *sorted(rules)]))
        rows += [javascript.row_of(one) for one in wanted if isinstance(one, JavaScriptPatch)]
    yield from (f"{'accepted' if row['accepted'] else row['result']:9} {row['name']}: {row['reason']}" for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", nargs="+", default=[], metavar="RULE", help="judge with these switched off")
    wanted = parser.parse_args().without
    refused = list(refused_patches())
    *counts, _ = table("static rules", accounts(refused), {}, sys.maxsize)
    print("\n".join(judged_without(refused, wanted) if wanted else counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
