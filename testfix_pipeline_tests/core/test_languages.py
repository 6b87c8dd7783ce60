"""The language of a file by its name."""

import pytest

from testfix_pipeline.core.languages import language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", "Python"),
        ("x/B.JS", "JavaScript"),
        ("s.sql", "SQL"),
        ("run.sh", "shell"),
        ("data.json", "JSON"),
        ("LICENSE", ""),
    ],
)
def test_the_language_of_a_file(path: str, language: str) -> None:
    assert language_of(path) == language
