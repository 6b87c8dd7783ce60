"""Which paths a project's rules file freezes, and what is quoted of it."""

import pytest

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.patch_policy.project_rules import (
    RULES_FILE,
    frozen_paths,
    project_refusals,
    rules_places,
    rules_text,
)

RULES = {
    RULES_FILE: """# Rules
Prefer small changes. The names in `api/` never changed.
- never change: `db/migrations/`
* Never change: api/*.proto
1. **never change:** /numbered.py
- never change: `docs/two words.md`
- never change: app/[id]/page.tsx
"""
}


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("db/migrations/0001.py", "never change: `db/migrations/`"),
        ("db/migrations/deep/0001.py", "never change: `db/migrations/`"),
        ("api/v1/cart.proto", "Never change: api/*.proto"),
        ("numbered.py", "**never change:** /numbered.py"),
        ("docs/two words.md", "never change: `docs/two words.md`"),
        ("app/[id]/page.tsx", "never change: app/[id]/page.tsx"),
    ],
)
def test_a_frozen_path_is_refused_with_the_line_that_freezes_it(path: str, line: str) -> None:
    [found] = project_refusals(RULES, {"calc.py": "calc.py", path: path})
    assert (found.path, found.reason) == (path, f".testfix/rules.md says: {line}")


@pytest.mark.parametrize(
    "path", ["calc.py", "db/migrations.py", "two", "words.md", "src/numbered.py", "api.proto", "app/i/page.tsx"]
)
def test_other_paths_and_other_text_are_free(path: str) -> None:
    assert not project_refusals(RULES, {path: path})


def test_the_rules_are_not_changed_by_a_patch_even_where_they_are_new() -> None:
    for path in (RULES_FILE, f"pkg/{RULES_FILE}"):
        [found] = project_refusals({}, {path: path})
        assert "People alone" in found.reason


def test_the_rules_above_a_project_hold_with_its_own() -> None:
    assert rules_places("") == [".testfix", RULES_FILE]
    _, own, _, _, _, root = rules_places("pkg/[a]")
    rules = {root: "- never change: pkg/*/calc.py", own: "- never change: api/"}
    found = project_refusals(rules, {"pkg/[a]/calc.py": "calc.py", "pkg/[a]/api/v1.py": "api/v1.py", "api/v1.py": ""})
    assert [(one.path, one.reason) for one in found] == [
        ("calc.py", ".testfix/rules.md says: never change: pkg/*/calc.py"),
        ("api/v1.py", "pkg/[a]/.testfix/rules.md says: never change: api/"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "- never change:",
        "- never change: calc.py (the tax office signed it)",
        "- never change: a.py, b.py",
        "- never change: a.py,b.py",
        "- never change: a.{py,js}",
        "- never change: !a.py",
        '- never change: "a.py"',
        "- never change: src\\a.py",
        "- never change: two words.py",
        "- never change: /",
        "- never change: .",
        "- never change `a.py`",
        "- [ ] never change: a.py",
        "> - never change: a.py",
    ],
)
def test_a_line_that_can_not_be_read_is_quoted_with_the_form(line: str) -> None:
    with pytest.raises(UsageError) as raised:
        frozen_paths({RULES_FILE: f"# Rules\n{line}\n"})
    assert raised.value.what.endswith(f"no rule: {line}") and "`- never change: GLOB`" in raised.value.next_step


@pytest.mark.parametrize(
    ("content", "mode"),
    [
        (b"\xff\xfe\n- never change: a.py", "100644"),
        ("- never change: a.py".encode("utf-16-le"), "100644"),
        (b"../docs/rules.md", "120000"),
    ],
)
def test_a_file_that_can_not_be_read_is_an_error(content: bytes, mode: str) -> None:
    with pytest.raises(UsageError, match="no plain file"):
        rules_text(RULES_FILE, content, mode)


def test_marks_of_editors_are_no_text() -> None:
    text = rules_text(RULES_FILE, "\ufeff- never change: a.py\r\n".encode())
    assert project_refusals({RULES_FILE: text}, {"a.py": "a.py"}) and rules_text(RULES_FILE, None) == ""


def test_prose_is_for_agents() -> None:
    assert frozen_paths({RULES_FILE: "# Rules\nNever change the public interface without a test.\n"}) == {}
