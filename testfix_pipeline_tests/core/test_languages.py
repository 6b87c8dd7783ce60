"""Files of languages without tampering rules are named as not checked."""

from __future__ import annotations

import pytest

from testfix_pipeline.core.languages import has_tampering_rules, language_of, unchecked


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
    assert has_tampering_rules(path) == (language == "Python")


def test_only_what_nobody_looked_at_is_named() -> None:
    assert unchecked(["a.py", "b.pyi"]) == []
    [sql, other] = unchecked(["a.py", "db/s.sql", "db/s.sql", "Makefile"])
    assert sql.startswith("db/s.sql (SQL): there are no tampering rules")
    assert sql.endswith("nothing about it is proved.") and other.startswith("Makefile (of an unknown language)")
