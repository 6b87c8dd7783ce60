"""What counts as a secret in a document, and what is left readable."""

import pytest

from testfix_pipeline.workspace.files import secret_scan
from testfix_pipeline.workspace.files.redaction import redacted, redacted_text

SECRET = "hunter2-is-mine-99"


@pytest.mark.parametrize(
    "line",
    [
        f"DB_PASSWORD={SECRET}",
        f"export DB_PASSWORD={SECRET}",
        f"  db_password={SECRET}",
        f"DB_PASSWORD={SECRET} make test",
        f"deploy --db-password={SECRET}",
        f'DB_PASSWORD="{SECRET}"',
        f"password = '{SECRET}'",
    ],
)
def test_an_assigned_secret_is_taken_out_of_a_document(line: str) -> None:
    found = redacted_text(f"Set up the database first:\n{line}\nThen run the tests.")
    assert found == "Set up the database first:\n[redacted: Secret Keyword]\nThen run the tests."


def test_an_assigned_secret_is_found_in_a_value_of_several_lines() -> None:
    assert redacted({"log": f"starting\nDB_PASSWORD={SECRET}\ndone"}) == ({"log": "[redacted: Secret Keyword]"}, 1)


@pytest.mark.parametrize(
    "line",
    [
        "    password=old_password",
        "    password=self.password,",
        "if password==known[1]:",
        "login(user=name, password=passwords[3])",
        "secret_count=count+1)",
        "DB_PASSWORD=",
        "DB_PASSWORD=$DB_PASSWORD_2",
        "PYTHONHASHSEED=12345678a",
    ],
)
def test_code_and_other_assignments_stay_readable(line: str) -> None:
    text = f"first\n{line}\nlast"
    assert redacted_text(text) == text


def test_a_text_that_was_scanned_is_not_scanned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scanned: list[str] = []
    scan = secret_scan._scan
    monkeypatch.setattr(
        secret_scan, "_scan", lambda copy, source_code: scanned.append(copy.name) or scan(copy, source_code)
    )
    lines = ["password = 'short1'  # of an example that no other test has"]
    found = {path: [secret_scan.find_secret(path, lines) for _ in range(2)] for path in ("a.py", "b.py", "a.ini")}
    assert found == {"a.py": [None, None], "b.py": [None, None], "a.ini": ["Secret Keyword"] * 2}
    assert scanned == ["lines.py", "lines.ini"]
