"""Keys that a dictionary lacks: one that the program may have written itself is no library's."""

from pathlib import Path

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import MissingKey
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.missing_keys import asks_for_key, key_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

READS = "def f(entry):\n    return entry['name']\n"
MAKES = "\n\ndef g():\n    return f({'names': 1, 'inner': {'name': 2}})\n"
UPDATED = [OldRelease("lib", "1.0", None)]
INNER, NEAR = {"inner": {"inner": ["name"]}}, {"near": ["names"]}


@pytest.mark.parametrize(
    ("where", "more", "releases", "is_lead"),
    [
        (INNER, "", [], False),
        (INNER, MAKES, [], True),
        (INNER, MAKES, UPDATED, True),
        (NEAR, "", [], True),
        (NEAR, "", UPDATED, False),
        (NEAR, MAKES, UPDATED, True),
    ],
)
def test_whether_a_key_lands(
    where: dict[str, dict[str, list[str]]], more: str, releases: list[OldRelease], is_lead: bool
) -> None:
    known = {"inner": {}, "near": (), **where}
    missing = MissingKey("own.py", (2, 11, 2, 24), "name", **known)  # type: ignore[arg-type]
    (fix,) = weighed(key_fixes([missing], {"own.py": SourceFile("own.py", (READS + more).encode())}), [], releases)
    assert is_doubtful(fix.likelihood) is is_lead and fix.texts["own.py"].endswith(more)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [("x = entry['name']\n", True), ('x = entry[ "name" ]\n', True), ("x = entry[key]\n", False), ("", False)],
)
def test_only_a_key_that_the_failing_file_writes_is_looked_for(text: str, is_asked: bool, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(text)
    assert asks_for_key(failure("KeyError", "'name'", 1), tmp_path) is is_asked
    assert not asks_for_key(failure("KeyError", "3", 1), tmp_path)
