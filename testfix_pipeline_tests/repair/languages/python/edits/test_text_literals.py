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
def test_a_difference_from_the_expected_text_is_exchanged(code, old, new, actual, expected) -> None:
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


def test_the_code_in_an_f_string_is_no_text() -> None:
    values = FailureEvidence(values=(("'at 22'", "'at 11'"), ("'at 2'", "'at 1'")))
    assert not texts(text_literals.propose_expected_texts, "x = f'{a + 2:>{b[2]}}'\n", failure_evidence=values)
    found = texts(text_literals.propose_expected_texts, "x = f'2 {a + 2}'\n", failure_evidence=values)
    assert shape("x = f'1 {a + 2}'\n") in found and all("{a + 2}" in text for text in found)


def test_the_rest_of_a_word_that_a_value_lost_is_no_text_of_the_program() -> None:
    values = FailureEvidence(values=(("'# ch-box'", "'# search-box'"),))
    assert not texts(text_literals.propose_expected_texts, "x = f'# {short(ref)}'\n", failure_evidence=values)


@pytest.mark.parametrize(
    ("old", "new"), [(",", ", "), ("\\n", "\\r\\n"), ("Name", "name"), ("name", "names"), ("a-b", "a_b"), ("a ", "a")]
)
def test_a_text_is_varied(old: str, new: str) -> None:
    assert_proposed(text_literals.propose_text_variants, f"x = '{old}'\n", f"'{old}'", f"'{new}'")
