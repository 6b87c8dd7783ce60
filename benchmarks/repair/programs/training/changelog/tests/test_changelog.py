import pytest

from changelog import Commit, changelog, next_version, parse_commit


def test_parse():
    assert parse_commit("feat(api): add search") == Commit("feat", "add search", "api")


def test_other():
    assert parse_commit("Merge branch x").kind == "other"


def test_issues():
    assert parse_commit("fix: crash\n\nFixes #12, closes #13").issues == ("12", "13")


def test_breaking_footer():
    assert parse_commit("fix: x\n\nBREAKING CHANGE: y").breaking


def test_breaking_mark():
    assert parse_commit("feat(api)!: drop v1").breaking


@pytest.mark.parametrize(
    "messages, version",
    [
        ([], "1.2.3"),
        (["docs: x"], "1.2.4"),
        (["feat: x", "fix: y"], "1.3.0"),
        (["fix!: x"], "2.0.0"),
    ],
)
def test_next_version(messages, version):
    assert next_version("1.2.3", messages) == version


def test_changelog():
    text = changelog("2.0.0", ["fix(ui): blink\n\nfixes #4", "chore: x", "feat: y", "fix: z\n\nBREAKING CHANGE: q"])
    assert text.splitlines() == [
        "## 2.0.0", "", "### Breaking", "- z", "", "### Added", "- y", "", "### Fixed", "- ui: blink (#4)",
    ]
