"""The exceptions that tests expect, and messages made of the values at hand."""

from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import with_values


def test_messages_take_the_values_in_reach() -> None:
    assert with_values("no key 'abc' here", [("key", "'abc'")]) == 'f"no key {key!r} here"'
    assert with_values("plain {text}", []) == "'plain {text}'"
    known = [("name", "'a'"), ("self.most", "3")]
    assert with_values("a: given up after 3 attempts", known) == 'f"{name}: given up after {self.most} attempts"'
    assert with_values("3 of 3 are bad", known) == "'3 of 3 are bad'", "which of them is meant is not known"
