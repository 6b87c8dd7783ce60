"""Which paths a project's rules file freezes, and what is quoted of it."""

import pytest

from testfix_pipeline.core.patch_policy.project_rules import project_refusals, rules_text

RULES = """# Rules
Prefer small changes. never change: everything.py (this is prose)
- never change: `db/migrations/`
* Never change: api/*.proto
- never change:
- never change: two words.py
1. never change: numbered.py
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("db/migrations/0001.py", "never change: `db/migrations/`"),
        ("db/migrations/deep/0001.py", "never change: `db/migrations/`"),
        ("api/v1/cart.proto", "Never change: api/*.proto"),
    ],
)
def test_a_frozen_path_is_refused_with_the_line_that_freezes_it(path: str, line: str) -> None:
    [found] = project_refusals(RULES, ["calc.py", path])
    assert (found.path, found.reason) == (path, f".testfix/rules.md says: {line}")


@pytest.mark.parametrize(
    "path", ["calc.py", "everything.py", "db/migrations.py", "two", "words.py", "numbered.py", "api.proto"]
)
def test_other_paths_and_other_text_are_free(path: str) -> None:
    assert not project_refusals(RULES, [path])


def test_the_rules_are_not_changed_by_a_patch_even_where_they_are_new() -> None:
    [found] = project_refusals("", [".testfix/rules.md"])
    assert "People alone" in found.reason


def test_a_damaged_file_is_read_as_far_as_it_is_text() -> None:
    rules = rules_text(b"\xff\xfe\n- never change: a.py\r\n" + b"x" * 100_000)
    assert project_refusals(rules, ["a.py"])
    assert rules_text(None) == ""
