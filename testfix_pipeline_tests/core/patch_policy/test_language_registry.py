"""Tests of which language judges a file, and which files nobody judges."""

from testfix_pipeline.core.patch_policy.language_registry import unjudged_files, unjudged_reasons


def test_code_of_a_language_that_nobody_judges_is_named() -> None:
    paths = ["lib/a.rb", "pkg/a.py", "README.md", "data/x.json", "bin/run", "src/App.vue", "lib/a.rb"]
    assert unjudged_files(paths) == ["bin/run", "lib/a.rb", "src/App.vue"]


def test_only_what_nobody_judges_is_named_with_a_reason() -> None:
    assert unjudged_reasons(["a.py", "b.pyi", "c.js", "d.tsx", "e.go", "data/x.json"]) == []
    [other, sql] = unjudged_reasons(["a.py", "db/s.sql", "db/s.sql", "Makefile"])
    assert sql.startswith("db/s.sql (SQL): there are no tampering rules")
    assert sql.endswith("nothing about it is proved.") and other.startswith("Makefile (of an unknown language)")
