"""Texts that are nearly right: as a failing test expects them, in other letters, with other separators."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.languages.python.edits import text_literals
from testfix_pipeline_tests.repair.sources import assert_proposed, shape, texts


@pytest.mark.parametrize(
    ("code", "old", "new", "actual", "expected"),
    [
        ("x = f'circle of {a}'\n", "circle", "square", "circle of 2", "square of 2"),
        ("x = ['KiB', 'iB', 'TiB']\n", "'iB'", "'GiB'", "1.0 KiB 931.3 iB", "1.0 KiB 931.3 GiB"),
        ("x = 'Total; {}'.format(n)\n", "Total;", "Total:", "Total; 3", "Total: 3"),
        ("x = 'a' + '\\n'\n", "'\\n'", "'\\n\\n'", "a\\n", "a\\n\\n"),
    ],
)
def test_a_difference_from_the_expected_text_is_exchanged(
    code: str, old: str, new: str, actual: str, expected: str
) -> None:
    found = texts(
        text_literals.propose_expected_texts,
        code,
        failure_evidence=FailureEvidence(values=((f"'{actual}'", f"'{expected}'"),)),
    )
    assert shape(code.replace(old, new)) in found


def test_without_a_comparison_of_texts_nothing_is_exchanged() -> None:
    assert not texts(
        text_literals.propose_expected_texts, "x = 'ab'\n", failure_evidence=FailureEvidence(values=(("1", "2"),))
    )


@pytest.mark.parametrize(
    ("old", "new"), [(",", ", "), ("\\n", "\\r\\n"), ("Name", "name"), ("name", "names"), ("a-b", "a_b"), ("a ", "a")]
)
def test_a_text_is_varied(old: str, new: str) -> None:
    assert_proposed(text_literals.propose_text_variants, f"x = '{old}'\n", f"'{old}'", f"'{new}'")
