"""Finds edits after which a test can't fail any more: no person has to judge those."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import TestEdit, Verification
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.antipatterns import anti_patterns
from testfix_pipeline.planning.scanner.javascript_antipatterns import javascript_anti_patterns
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair

_CANNOT_FAIL = {"empty_test", "no_assertion", "tautology", "swallowed_assertion", "unreached_assertion"}


def with_emptied_tests(wb: Workbench, compared: CommitPair, found: Verification) -> Verification:
    """Return the findings; edits after which a test can't fail are named as such."""
    asked = {one.test for one in found.test_edits if one.kind == "edited"}
    before, after = (
        {test: why for file in sorted({one.file for one in asked}) for test, why in _cannot_fail(wb, commit, file)}
        for commit in (compared.before, compared.after)
    )
    emptied = {one: after[_function(one)] for one in sorted(asked) if _function(one) in after.keys() - before.keys()}
    edits = [one for one in found.test_edits if one.test not in emptied]
    edits += [TestEdit(test=test, kind="emptied", why=f"As edited, it {why}.") for test, why in emptied.items()]
    return found.model_copy(update={"test_edits": edits})


def _cannot_fail(wb: Workbench, commit: str, file: str) -> Iterator[tuple[str, str]]:
    """Yield the tests of a file that can't fail, with what they do, as the end of a sentence."""
    text = (wb.mirror.read(commit, wb.in_repository(file)) or b"").decode(errors="replace")
    findings = javascript_anti_patterns(file, text) if is_javascript(file) else anti_patterns(Source(file, text, True))
    for one in findings:
        if one.pattern in _CANNOT_FAIL:
            yield one.test, one.message


def _function(test: TestId) -> str:
    return test.partition("[")[0] if test.file.endswith(".py") else str(test)
