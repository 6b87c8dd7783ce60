"""What counts as a secret in a document, and what is left readable."""

import pytest

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
