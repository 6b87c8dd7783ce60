import re

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.identifiers import check_session_id, fix_session_id, resume_command, session_id_for, slug


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fix the Login page!", "fix-the-login-page"),
        ("Café crème", "cafe-creme"),
        ("don't stop", "dont-stop"),
        ("a" * 60, "a" * 50),
        ("word " * 20, "-".join(["word"] * 10)),
        ("x" * 49 + " yy", "x" * 49),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_text_without_latin_letters_is_hashed_apart() -> None:
    assert slug("修复登录") != slug("修复注册")
    assert re.fullmatch("[0-9a-f]{8}", slug("修复登录"))


def test_a_command_names_its_project_as_a_shell_reads_it() -> None:
    assert resume_command(fix_session_id("x", set()), "/my projects/a").endswith(" --project '/my projects/a'")


def test_second_and_third_of_a_name() -> None:
    assert session_id_for("x", {"WFS-test-x"}) == "WFS-test-x-2"
    assert session_id_for("x", {"WFS-test-x", "WFS-test-x-2"}) == "WFS-test-x-3"
    assert fix_session_id("2025-03-04", set()) == "WFS-test-fix-2025-03-04"
    assert fix_session_id("2025-03-04", {"WFS-test-fix-2025-03-04"}) == "WFS-test-fix-2025-03-04-2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WFS-",
        "test-x",
        "WFS-../../etc",
        "WFS-a/b",
        "WFS-a\\b",
        "WFS-a..b",
        "WFS-a\0",
        "WFS-a\n",
        "WFS-ä",
        "WFS-a.lock",
        "WFS-a.",
        "WFS-" + "a" * 200,
    ],
)
def test_refused_ids(text: str) -> None:
    with pytest.raises(InvalidConfig, match="is not a session id"):
        check_session_id(text)
